# Completes pix commands in fish. Made by: pix completion fish
# What is typed is compared and never evaluated.

# The subcommands of a command, each with its description behind a tab.
function __pix_subcommands
    switch $argv[1]
        case 'pix'
            printf '%s\n' 'pix'\t'create, show, list, cancel and await charges' 'decode'\t'show what a copy-and-paste code says, offline; reads stdin without a code' 'links'\t'create, show and list payment links' 'withdraw'\t'pay people: create, show and list withdrawals' 'balance'\t'show the balance' 'login'\t'store the API key of a profile, after the service has accepted it' 'logout'\t'forget the API key of a profile' 'account'\t'show whose key this is' 'profiles'\t'list, show and change profiles' 'api'\t'call any operation of the service, with the same key, retries and output' 'completion'\t'print a script that completes pix commands in your shell' 'commands'\t'list every command and flag, for tools and agents' 'doctor'\t'see what works here and what does not; exits 1 for this machine, 4 for a key, 7 for a service' 'sandbox'\t'drive the embedded sandbox' 'help'\t'show help for a command'
        case 'pix pix'
            printf '%s\n' 'create'\t'create a charge and show its QR code' 'get'\t'show a charge' 'list'\t'list charges, the newest first' 'cancel'\t'cancel a charge that waits for its payment' 'wait'\t'wait until a charge is paid or final; --timeout says how long (15m)' 'qr'\t'show the QR code of a charge or of a copy-and-paste code'
        case 'pix links'
            printf '%s\n' 'create'\t'create a payment link and show its QR code' 'get'\t'show a payment link' 'list'\t'list payment links, the newest first'
        case 'pix withdraw'
            printf '%s\n' 'create'\t'pay somebody by Pix, at most once for each --id' 'get'\t'show a withdrawal' 'list'\t'list withdrawals, the newest first' 'batch'\t'pay a file of people, each exactly once'
        case 'pix withdraw batch'
            printf '%s\n' 'plan'\t'check a file of payments and keep the plan; nothing is sent' 'run'\t'pay a file or a planned batch; the same file again goes on where it stopped' 'resume'\t'go on with a batch' 'status'\t'show a batch, or every batch that needs somebody (exit 8 or 11)' 'approve'\t'approve exactly the payments of a file, as a second user of this machine' 'retry-failed'\t'try again what was refused or has failed, each under a new key' 'report'\t'show every payment of a batch and what became of it'
        case 'pix profiles'
            printf '%s\n' 'list'\t'list the profiles' 'show'\t'show a profile' 'use'\t'make a profile the one that is used when none is named' 'set'\t'set a field of a profile; an empty value unsets it' 'remove'\t'remove a profile and its key'
        case 'pix sandbox'
            printf '%s\n' 'pay'\t'pay a charge, or settle a withdrawal' 'expire'\t'let a charge expire' 'fail'\t'let a charge or a withdrawal fail' 'serve'\t'serve the sandbox over HTTP on this machine, for your own application' 'reset'\t'forget everything in the sandbox' 'openapi'\t'print the service\'s contract as OpenAPI 3.1' 'keys'\t'the API keys of the sandbox' 'fault'\t'rehearse bad days: faults that the sandbox answers with'
        case 'pix sandbox keys'
            printf '%s\n' 'create'\t'create a key; it is printed this once' 'list'\t'list the keys, without the secret part' 'revoke'\t'revoke a key'
        case 'pix sandbox fault'
            printf '%s\n' 'add'\t'add a fault' 'list'\t'list the faults' 'clear'\t'remove all faults'
    end
end

# The flags of a command, without those that every command takes.
function __pix_flags
    switch $argv[1]
        case 'pix pix create'
            printf '%s\n' '--amount'\t'how much to charge, such as 19.90 or 1.234,56' '--name'\t'the payer\'s full name' '--email'\t'the payer\'s e-mail' '--document'\t'the payer\'s CPF or CNPJ, formatted or not' '--phone'\t'the payer\'s phone' '--customer'\t'a JSON file with the payer\'s name, email, document and phone' '--notification-url'\t'the public HTTPS URL that receives the notifications of this charge' '--checkout-url'\t'the HTTPS URL of your checkout' '--metadata'\t'something of your own to keep with the charge; can be repeated' '--currency'\t'the currency, BRL' '--idempotency-key'\t'the same key and the same charge again create nothing new (up to 128 characters)' '--wait'\t'wait until the charge is paid or final, 15m unless told' '--qr'\t'the size of the QR code in the terminal' '--png'\t'write the QR code to this PNG file' '--copy'\t'put the copy-and-paste code on the clipboard'
        case 'pix pix list'
            printf '%s\n' '--status'\t'only those with this status' '--from'\t'only those created from this date on, such as 2026-11-01' '--to'\t'only those created up to this date' '--limit'\t'how many, 20 unless told' '--all'\t'all of them' '--header'\t'print the names of the columns above TSV'
        case 'pix pix qr'
            printf '%s\n' '--qr'\t'the size of the QR code in the terminal' '--png'\t'write the QR code to this PNG file'
        case 'pix links create'
            printf '%s\n' '--title'\t'what the payer sees it is for' '--amount'\t'the amount; without one the payer chooses it' '--description'\t'more words for the payer' '--max-payments'\t'how often it can be paid' '--expires-at'\t'when it ends, such as 2026-12-24 or 2026-12-24T18:00:00-03:00' '--redirect-url'\t'where the payer goes after paying' '--notification-url'\t'the public HTTPS URL that receives its notifications' '--field'\t'a further field of the request, as the service names it; can be repeated' '-F'\t'a further field of the request, as the service names it; can be repeated' '--qr'\t'the size of the QR code in the terminal'
        case 'pix links get'
            printf '%s\n' '--qr'\t'the size of the QR code in the terminal'
        case 'pix links list'
            printf '%s\n' '--status'\t'only those with this status' '--from'\t'only those created from this date on, such as 2026-11-01' '--to'\t'only those created up to this date' '--limit'\t'how many, 20 unless told' '--all'\t'all of them' '--header'\t'print the names of the columns above TSV'
        case 'pix withdraw create'
            printf '%s\n' '--amount'\t'how much to pay, such as 150.00 or 1.234,56' '--pix-key'\t'the receiver\'s Pix key' '--key-type'\t'what kind of key it is, where that is not plain' '--id'\t'your own reference for this payment: the same one never pays twice' '--description'\t'what it is for' '--field'\t'a further field of the request, as the service names it; can be repeated' '-F'\t'a further field of the request, as the service names it; can be repeated' '--wait'\t'wait until it is paid or final, 15m unless told'
        case 'pix withdraw get'
            printf '%s\n' '--wait'\t'wait until it is paid or final, 15m unless told'
        case 'pix withdraw list'
            printf '%s\n' '--status'\t'only those with this status' '--from'\t'only those created from this date on, such as 2026-11-01' '--to'\t'only those created up to this date' '--limit'\t'how many, 20 unless told' '--all'\t'all of them' '--header'\t'print the names of the columns above TSV' '--id'\t'only the one with this reference of yours'
        case 'pix withdraw batch plan'
            printf '%s\n' '--batch'\t'the batch\'s name, that of the file unless told' '--max-rows'\t'how many payments a file may hold, 5000 unless told' '--allow-duplicates'\t'also pay what looks like one payment made twice'
        case 'pix withdraw batch run'
            printf '%s\n' '--batch'\t'the batch\'s name, that of the file unless told' '--max-rows'\t'how many payments a file may hold, 5000 unless told' '--expect-count'\t'how many payments the plan must hold; a script has to say it' '--expect-total'\t'what they must come to; a script has to say it' '--concurrency'\t'how many payments are under way at once, up to 4; 1 unless told' '--limit-withdrawal'\t'refuse to run with a payment over this, in reais' '--limit-run'\t'refuse to pay more than this in one run, in reais' '--limit-day'\t'refuse to pay more than this in a day, in reais' '--lock-wait'\t'how long to wait for another run of this store, such as 60s; not at all unless told' '--approval'\t'the file with the approval, FILE.approval unless told' '--allow-duplicates'\t'also pay what looks like one payment made twice'
        case 'pix withdraw batch resume'
            printf '%s\n' '--expect-count'\t'how many payments the plan must hold; a script has to say it' '--expect-total'\t'what they must come to; a script has to say it' '--concurrency'\t'how many payments are under way at once, up to 4; 1 unless told' '--limit-withdrawal'\t'refuse to run with a payment over this, in reais' '--limit-run'\t'refuse to pay more than this in one run, in reais' '--limit-day'\t'refuse to pay more than this in a day, in reais' '--lock-wait'\t'how long to wait for another run of this store, such as 60s; not at all unless told' '--approval'\t'the file with the approval, FILE.approval unless told' '--allow-duplicates'\t'also pay what looks like one payment made twice'
        case 'pix withdraw batch status'
            printf '%s\n' '--check'\t'ask the service first how the payments stand that it has accepted' '--header'\t'print the names of the columns above TSV'
        case 'pix withdraw batch approve'
            printf '%s\n' '--batch'\t'the batch\'s name, that of the file unless told' '--max-rows'\t'how many payments a file may hold, 5000 unless told' '--expect-count'\t'how many payments the plan must hold; a script has to say it' '--expect-total'\t'what they must come to; a script has to say it' '--approval'\t'the file with the approval, FILE.approval unless told'
        case 'pix withdraw batch retry-failed'
            printf '%s\n' '--expect-count'\t'how many payments the plan must hold; a script has to say it' '--expect-total'\t'what they must come to; a script has to say it' '--concurrency'\t'how many payments are under way at once, up to 4; 1 unless told' '--limit-withdrawal'\t'refuse to run with a payment over this, in reais' '--limit-run'\t'refuse to pay more than this in one run, in reais' '--limit-day'\t'refuse to pay more than this in a day, in reais' '--lock-wait'\t'how long to wait for another run of this store, such as 60s; not at all unless told' '--approval'\t'the file with the approval, FILE.approval unless told' '--allow-duplicates'\t'also pay what looks like one payment made twice'
        case 'pix withdraw batch report'
            printf '%s\n' '--header'\t'print the names of the columns above TSV'
        case 'pix balance'
            printf '%s\n' '--watch'\t'show it again and again, every 10s unless told'
        case 'pix login'
            printf '%s\n' '--env'\t'the environment of the key' '--base-url'\t'the address of the service, ending in /v1' '--store'\t'where to keep the key: the system\'s keyring, or a file only you can read'
        case 'pix profiles list'
            printf '%s\n' '--header'\t'print the names of the columns above TSV' '--check'\t'ask the service about every key, side by side'
        case 'pix api'
            printf '%s\n' '--field'\t'a field of the request: numbers, true, false, null, @file; can be repeated' '-F'\t'a field of the request: numbers, true, false, null, @file; can be repeated' '--input'\t'a file with the request\'s body, - for standard input' '--header'\t'a further header; can be repeated' '-H'\t'a further header; can be repeated' '--idempotency-key'\t'the same key and the same charge again create nothing new (up to 128 characters)' '--all'\t'all pages of a list'
        case 'pix completion'
            printf '%s\n' '--install'\t'put it where the shell finds it' '--uninstall'\t'take it away again'
        case 'pix sandbox serve'
            printf '%s\n' '--port'\t'the port, 4010 unless told; 0 for any free one' '--strict'\t'accept no loopback notification URL, as the real service'
        case 'pix sandbox reset'
            printf '%s\n' '--balance'\t'the balance to begin with, 1000.00 unless told'
        case 'pix sandbox keys create'
            printf '%s\n' '--permission'\t'a permission of the key; all of them unless told' '--store'\t'the store the key belongs to; a new name makes a new store'
        case 'pix sandbox keys list'
            printf '%s\n' '--header'\t'print the names of the columns above TSV'
        case 'pix sandbox fault add'
            printf '%s\n' '--on'\t'the operation it strikes, such as "POST /withdrawals"' '--status'\t'answer with this status' '--drop'\t'close the connection without an answer' '--delay'\t'answer late, such as 2s' '--after-effect'\t'strike after the work is done' '--times'\t'how many times' '--percent'\t'in how many of a hundred calls' '--retry-after'\t'the Retry-After header of the answer, in seconds' '--seed'\t'where the chance of --percent begins, to have the same run again'
        case 'pix sandbox fault list'
            printf '%s\n' '--header'\t'print the names of the columns above TSV'
    end
end

function __pix_flags_everywhere
    printf '%s\n' '--version'\t'print the version' '-V'\t'print the version' '--profile'\t'the profile to talk as (pix profiles list shows them; sandbox always works)' '-p'\t'the profile to talk as (pix profiles list shows them; sandbox always works)' '--json'\t'print what the service said, as JSON' '--output'\t'how to print the result' '--query'\t'print what this JMESPath expression picks from the JSON' '--timeout'\t'how long to wait for an answer, in seconds, or such as 500ms or 2m' '--yes'\t'answer yes to every confirmation' '-y'\t'answer yes to every confirmation' '--dry-run'\t'print the request that would be sent, and send nothing' '--no-input'\t'never prompt, not even in a terminal' '--no-color'\t'no colour' '--api-key-stdin'\t'read the API key from standard input' '--ca-file'\t'a PEM file of certificate authorities to trust beside the system\'s' '--debug'\t'show requests and answers on stderr, secrets masked' '--quiet'\t'no notes and no progress' '-q'\t'no notes and no progress' '--help'\t'show help for a command' '-h'\t'show help for a command'
end

# What a flag takes: none, optional, text, files, profiles, or words and the words themselves.
function __pix_flag
    switch "$argv[1] $argv[2]"
        case 'pix pix create --amount'
            printf '%s\n' text
        case 'pix pix create --name'
            printf '%s\n' text
        case 'pix pix create --email'
            printf '%s\n' text
        case 'pix pix create --document'
            printf '%s\n' text
        case 'pix pix create --phone'
            printf '%s\n' text
        case 'pix pix create --customer'
            printf '%s\n' files
        case 'pix pix create --notification-url'
            printf '%s\n' text
        case 'pix pix create --checkout-url'
            printf '%s\n' text
        case 'pix pix create --metadata'
            printf '%s\n' text
        case 'pix pix create --currency'
            printf '%s\n' text
        case 'pix pix create --idempotency-key'
            printf '%s\n' text
        case 'pix pix create --wait'
            printf '%s\n' optional
        case 'pix pix create --qr'
            printf '%s\n' words 'auto' 'large' 'small' 'never'
        case 'pix pix create --png'
            printf '%s\n' files
        case 'pix pix list --status'
            printf '%s\n' text
        case 'pix pix list --from'
            printf '%s\n' text
        case 'pix pix list --to'
            printf '%s\n' text
        case 'pix pix list --limit'
            printf '%s\n' text
        case 'pix pix qr --qr'
            printf '%s\n' words 'auto' 'large' 'small' 'never'
        case 'pix pix qr --png'
            printf '%s\n' files
        case 'pix links create --title'
            printf '%s\n' text
        case 'pix links create --amount'
            printf '%s\n' text
        case 'pix links create --description'
            printf '%s\n' text
        case 'pix links create --max-payments'
            printf '%s\n' text
        case 'pix links create --expires-at'
            printf '%s\n' text
        case 'pix links create --redirect-url'
            printf '%s\n' text
        case 'pix links create --notification-url'
            printf '%s\n' text
        case 'pix links create --field' 'pix links create -F'
            printf '%s\n' text
        case 'pix links create --qr'
            printf '%s\n' words 'auto' 'large' 'small' 'never'
        case 'pix links get --qr'
            printf '%s\n' words 'auto' 'large' 'small' 'never'
        case 'pix links list --status'
            printf '%s\n' text
        case 'pix links list --from'
            printf '%s\n' text
        case 'pix links list --to'
            printf '%s\n' text
        case 'pix links list --limit'
            printf '%s\n' text
        case 'pix withdraw create --amount'
            printf '%s\n' text
        case 'pix withdraw create --pix-key'
            printf '%s\n' text
        case 'pix withdraw create --key-type'
            printf '%s\n' words 'cpf' 'cnpj' 'email' 'phone' 'evp'
        case 'pix withdraw create --id'
            printf '%s\n' text
        case 'pix withdraw create --description'
            printf '%s\n' text
        case 'pix withdraw create --field' 'pix withdraw create -F'
            printf '%s\n' text
        case 'pix withdraw create --wait'
            printf '%s\n' optional
        case 'pix withdraw get --wait'
            printf '%s\n' optional
        case 'pix withdraw list --status'
            printf '%s\n' text
        case 'pix withdraw list --from'
            printf '%s\n' text
        case 'pix withdraw list --to'
            printf '%s\n' text
        case 'pix withdraw list --limit'
            printf '%s\n' text
        case 'pix withdraw list --id'
            printf '%s\n' text
        case 'pix withdraw batch plan --batch'
            printf '%s\n' text
        case 'pix withdraw batch plan --max-rows'
            printf '%s\n' text
        case 'pix withdraw batch run --batch'
            printf '%s\n' text
        case 'pix withdraw batch run --max-rows'
            printf '%s\n' text
        case 'pix withdraw batch run --expect-count'
            printf '%s\n' text
        case 'pix withdraw batch run --expect-total'
            printf '%s\n' text
        case 'pix withdraw batch run --concurrency'
            printf '%s\n' text
        case 'pix withdraw batch run --limit-withdrawal'
            printf '%s\n' text
        case 'pix withdraw batch run --limit-run'
            printf '%s\n' text
        case 'pix withdraw batch run --limit-day'
            printf '%s\n' text
        case 'pix withdraw batch run --lock-wait'
            printf '%s\n' text
        case 'pix withdraw batch run --approval'
            printf '%s\n' files
        case 'pix withdraw batch resume --expect-count'
            printf '%s\n' text
        case 'pix withdraw batch resume --expect-total'
            printf '%s\n' text
        case 'pix withdraw batch resume --concurrency'
            printf '%s\n' text
        case 'pix withdraw batch resume --limit-withdrawal'
            printf '%s\n' text
        case 'pix withdraw batch resume --limit-run'
            printf '%s\n' text
        case 'pix withdraw batch resume --limit-day'
            printf '%s\n' text
        case 'pix withdraw batch resume --lock-wait'
            printf '%s\n' text
        case 'pix withdraw batch resume --approval'
            printf '%s\n' files
        case 'pix withdraw batch approve --batch'
            printf '%s\n' text
        case 'pix withdraw batch approve --max-rows'
            printf '%s\n' text
        case 'pix withdraw batch approve --expect-count'
            printf '%s\n' text
        case 'pix withdraw batch approve --expect-total'
            printf '%s\n' text
        case 'pix withdraw batch approve --approval'
            printf '%s\n' files
        case 'pix withdraw batch retry-failed --expect-count'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --expect-total'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --concurrency'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --limit-withdrawal'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --limit-run'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --limit-day'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --lock-wait'
            printf '%s\n' text
        case 'pix withdraw batch retry-failed --approval'
            printf '%s\n' files
        case 'pix balance --watch'
            printf '%s\n' optional
        case 'pix login --env'
            printf '%s\n' words 'staging' 'production'
        case 'pix login --base-url'
            printf '%s\n' text
        case 'pix login --store'
            printf '%s\n' words 'keyring' 'file'
        case 'pix api --field' 'pix api -F'
            printf '%s\n' text
        case 'pix api --input'
            printf '%s\n' files
        case 'pix api --header' 'pix api -H'
            printf '%s\n' text
        case 'pix api --idempotency-key'
            printf '%s\n' text
        case 'pix sandbox serve --port'
            printf '%s\n' text
        case 'pix sandbox reset --balance'
            printf '%s\n' text
        case 'pix sandbox keys create --permission'
            printf '%s\n' words 'account:read' 'pix:read' 'pix:write' 'payment_links:read' 'payment_links:write' 'balance:read' 'withdrawals:read' 'withdrawals:write'
        case 'pix sandbox keys create --store'
            printf '%s\n' text
        case 'pix sandbox fault add --on'
            printf '%s\n' text
        case 'pix sandbox fault add --status'
            printf '%s\n' text
        case 'pix sandbox fault add --delay'
            printf '%s\n' text
        case 'pix sandbox fault add --times'
            printf '%s\n' text
        case 'pix sandbox fault add --percent'
            printf '%s\n' text
        case 'pix sandbox fault add --retry-after'
            printf '%s\n' text
        case 'pix sandbox fault add --seed'
            printf '%s\n' text
        case '* --profile' '* -p'
            printf '%s\n' profiles
        case '* --output'
            printf '%s\n' words 'human' 'json' 'jsonl' 'csv' 'tsv'
        case '* --query'
            printf '%s\n' text
        case '* --timeout'
            printf '%s\n' text
        case '* --ca-file'
            printf '%s\n' files
        case '*'
            echo none
    end
end

# The same for an operand.
function __pix_operand
    switch "$argv[1] $argv[2]"
        case 'pix profiles show 1'
            printf '%s\n' profiles
        case 'pix profiles use 1'
            printf '%s\n' profiles
        case 'pix profiles remove 1'
            printf '%s\n' profiles
        case 'pix completion 1'
            printf '%s\n' words 'bash' 'zsh' 'fish' 'powershell'
        case 'pix help 1'
            printf '%s\n' words 'pix' 'decode' 'links' 'withdraw' 'balance' 'login' 'logout' 'account' 'profiles' 'api' 'completion' 'commands' 'doctor' 'sandbox'
        case '*'
            echo text
    end
end

function __pix_profiles
    set -l config $HOME/.config/pix/config.json
    if string match -q '/*' -- "$XDG_CONFIG_HOME"
        set config $XDG_CONFIG_HOME/pix/config.json
    end
    if test -n "$PIX_HOME"
        set config $PIX_HOME/config.json
    end
    if test -f "$config" -a -r "$config"
        env LC_ALL=C awk '{
  line = $0
  while (length(line) <= 65536 && match(line, /"([^"\\\\]|\\\\.)*"|[][{}:]/)) {
    token = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (token == "{" || token == "[") {
      depth++
      if (depth == 2) inside = (token == "{" && key == "\\"profiles\\"")
    } else if (token == "}" || token == "]") {
      depth--
    } else if (token == ":") {
      if (depth == 1) key = text
      name = substr(text, 2, length(text) - 2)
      if (depth == 2 && inside && length(name) <= 32 && name ~ /^[a-z0-9][a-z0-9_-]*$/) print name
    } else {
      text = token
    }
  }
}' <$config 2>/dev/null
    end
    echo sandbox
end

# What can stand at the cursor: value, flags or operand; the prefix of a value; then what it takes.
function __pix_look
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l path pix
    set -l operands 0
    set -l ended no
    set -l pending
    set -e typed[1]
    for word in $typed
        if test -n "$pending"
            set -l kind $pending
            set pending
            if test $kind != optional; or not string match -q -- '-*' $word
                continue
            end
        end
        if test $ended = no
            switch $word
                case --
                    set ended yes
                    continue
                case '-*=*'
                    continue
                case '-*'
                    set -l takes (__pix_flag "$path" "$word")
                    if test $takes[1] != none
                        set pending $takes
                    end
                    continue
            end
        end
        if __pix_subcommands "$path" | string match -q -- "$word"\t'*'
            set path "$path $word"
        else
            set operands (math $operands + 1)
        end
    end
    if test -n "$pending"; and not string match -q -- 'optional-*' "$pending[1]$current"
        printf '%s\n' value '' $pending
    else if test $ended = no; and string match -q -- '--*=*' "$current"
        set -l flag (string split -m 1 = -- "$current")[1]
        printf '%s\n' value "$flag=" (__pix_flag "$path" "$flag")
    else if test $ended = no; and string match -q -- '-*' "$current"
        printf '%s\n' flags '' "$path"
    else
        printf '%s\n' operand '' (__pix_operand "$path" (math $operands + 1)) "$path"
    end
end

function __pix_wants_files
    set -l look (__pix_look)
    test "$look[3]" = files
end

function __pix_candidates
    set -l look (__pix_look)
    if test $look[1] = flags
        __pix_flags "$look[3]"
        __pix_flags_everywhere
        return
    end
    if test $look[1] = operand
        __pix_subcommands "$look[-1]"
        set -e look[-1]
    end
    switch $look[3]
        case profiles
            for name in (__pix_profiles)
                echo $look[2]$name
            end
        case words
            for word in $look[4..-1]
                echo $look[2]$word
            end
    end
end

complete -c pix -f -a '(__pix_candidates)'
complete -c pix -n __pix_wants_files -F
# pix-completion sha256 540cf9c715c9e9206c42175504d57648212dafd47bd8abe514fad455027a1f30
