# Completes pix commands in PowerShell. Made by: pix completion powershell
# What is typed is compared and never evaluated.

Register-ArgumentCompleter -Native -CommandName pix -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # PowerShell's own tables take -H and -h for one name.
    $table = 'System.Collections.Generic.Dictionary[string,object]'
    $subcommands = New-Object $table ([StringComparer]::Ordinal)
    $flags = New-Object $table ([StringComparer]::Ordinal)
    $takes = New-Object $table ([StringComparer]::Ordinal)

    # The subcommands of each command: a name, a blank, its description.
    $subcommands['pix'] = @('pix create, show, list, cancel and await charges', 'decode show what a copy-and-paste code says, offline; reads stdin without a code', 'links create, show and list payment links', 'withdraw pay people: create, show and list withdrawals', 'balance show the balance', 'login store the API key of a profile, after the service has accepted it', 'logout forget the API key of a profile', 'account show whose key this is', 'profiles list, show and change profiles', 'api call any operation of the service, with the same key, retries and output', 'completion print a script that completes pix commands in your shell', 'commands list every command and flag, for tools and agents', 'doctor see what works here and what does not; exits 1 for this machine, 4 for a key, 7 for a service', 'sandbox drive the embedded sandbox', 'help show help for a command')
    $subcommands['pix pix'] = @('create create a charge and show its QR code', 'get show a charge', 'list list charges, the newest first', 'cancel cancel a charge that waits for its payment', 'wait wait until a charge is paid or final; --timeout says how long (15m)', 'qr show the QR code of a charge or of a copy-and-paste code')
    $subcommands['pix links'] = @('create create a payment link and show its QR code', 'get show a payment link', 'list list payment links, the newest first')
    $subcommands['pix withdraw'] = @('create pay somebody by Pix, at most once for each --id', 'get show a withdrawal', 'list list withdrawals, the newest first', 'batch pay a file of people, each exactly once')
    $subcommands['pix withdraw batch'] = @('plan check a file of payments and keep the plan; nothing is sent', 'run pay a file or a planned batch; the same file again goes on where it stopped', 'resume go on with a batch', 'status show a batch, or every batch that needs somebody (exit 8 or 11)', 'approve approve exactly the payments of a file, as a second user of this machine', 'retry-failed try again what was refused or has failed, each under a new key', 'report show every payment of a batch and what became of it')
    $subcommands['pix profiles'] = @('list list the profiles', 'show show a profile', 'use make a profile the one that is used when none is named', 'set set a field of a profile; an empty value unsets it', 'remove remove a profile and its key')
    $subcommands['pix sandbox'] = @('pay pay a charge, or settle a withdrawal', 'expire let a charge expire', 'fail let a charge or a withdrawal fail', 'serve serve the sandbox over HTTP on this machine, for your own application', 'reset forget everything in the sandbox', 'openapi print the service''s contract as OpenAPI 3.1', 'keys the API keys of the sandbox', 'fault rehearse bad days: faults that the sandbox answers with')
    $subcommands['pix sandbox keys'] = @('create create a key; it is printed this once', 'list list the keys, without the secret part', 'revoke revoke a key')
    $subcommands['pix sandbox fault'] = @('add add a fault', 'list list the faults', 'clear remove all faults')

    # The flags of each command in the same form, without those that every command takes.
    $flags['pix pix create'] = @('--amount how much to charge, such as 19.90 or 1.234,56', '--name the payer''s full name', '--email the payer''s e-mail', '--document the payer''s CPF or CNPJ, formatted or not', '--phone the payer''s phone', '--customer a JSON file with the payer''s name, email, document and phone', '--notification-url the public HTTPS URL that receives the notifications of this charge', '--checkout-url the HTTPS URL of your checkout', '--metadata something of your own to keep with the charge; can be repeated', '--currency the currency, BRL', '--idempotency-key the same key and the same charge again create nothing new (up to 128 characters)', '--wait wait until the charge is paid or final, 15m unless told', '--qr the size of the QR code in the terminal', '--png write the QR code to this PNG file', '--copy put the copy-and-paste code on the clipboard')
    $flags['pix pix list'] = @('--status only those with this status', '--from only those created from this date on, such as 2026-11-01', '--to only those created up to this date', '--limit how many, 20 unless told', '--all all of them', '--header print the names of the columns above TSV')
    $flags['pix pix qr'] = @('--qr the size of the QR code in the terminal', '--png write the QR code to this PNG file')
    $flags['pix links create'] = @('--title what the payer sees it is for', '--amount the amount; without one the payer chooses it', '--description more words for the payer', '--max-payments how often it can be paid', '--expires-at when it ends, such as 2026-12-24 or 2026-12-24T18:00:00-03:00', '--redirect-url where the payer goes after paying', '--notification-url the public HTTPS URL that receives its notifications', '--field a further field of the request, as the service names it; can be repeated', '-F a further field of the request, as the service names it; can be repeated', '--qr the size of the QR code in the terminal')
    $flags['pix links get'] = @('--qr the size of the QR code in the terminal')
    $flags['pix links list'] = @('--status only those with this status', '--from only those created from this date on, such as 2026-11-01', '--to only those created up to this date', '--limit how many, 20 unless told', '--all all of them', '--header print the names of the columns above TSV')
    $flags['pix withdraw create'] = @('--amount how much to pay, such as 150.00 or 1.234,56', '--pix-key the receiver''s Pix key', '--key-type what kind of key it is, where that is not plain', '--id your own reference for this payment: the same one never pays twice', '--description what it is for', '--field a further field of the request, as the service names it; can be repeated', '-F a further field of the request, as the service names it; can be repeated', '--wait wait until it is paid or final, 15m unless told')
    $flags['pix withdraw get'] = @('--wait wait until it is paid or final, 15m unless told')
    $flags['pix withdraw list'] = @('--status only those with this status', '--from only those created from this date on, such as 2026-11-01', '--to only those created up to this date', '--limit how many, 20 unless told', '--all all of them', '--header print the names of the columns above TSV', '--id only the one with this reference of yours')
    $flags['pix withdraw batch plan'] = @('--batch the batch''s name, that of the file unless told', '--max-rows how many payments a file may hold, 5000 unless told', '--allow-duplicates also pay what looks like one payment made twice')
    $flags['pix withdraw batch run'] = @('--batch the batch''s name, that of the file unless told', '--max-rows how many payments a file may hold, 5000 unless told', '--expect-count how many payments the plan must hold; a script has to say it', '--expect-total what they must come to; a script has to say it', '--concurrency how many payments are under way at once, up to 4; 1 unless told', '--limit-withdrawal refuse to run with a payment over this, in reais', '--limit-run refuse to pay more than this in one run, in reais', '--limit-day refuse to pay more than this in a day, in reais', '--lock-wait how long to wait for another run of this store, such as 60s; not at all unless told', '--approval the file with the approval, FILE.approval unless told', '--allow-duplicates also pay what looks like one payment made twice')
    $flags['pix withdraw batch resume'] = @('--expect-count how many payments the plan must hold; a script has to say it', '--expect-total what they must come to; a script has to say it', '--concurrency how many payments are under way at once, up to 4; 1 unless told', '--limit-withdrawal refuse to run with a payment over this, in reais', '--limit-run refuse to pay more than this in one run, in reais', '--limit-day refuse to pay more than this in a day, in reais', '--lock-wait how long to wait for another run of this store, such as 60s; not at all unless told', '--approval the file with the approval, FILE.approval unless told', '--allow-duplicates also pay what looks like one payment made twice')
    $flags['pix withdraw batch status'] = @('--check ask the service first how the payments stand that it has accepted', '--header print the names of the columns above TSV')
    $flags['pix withdraw batch approve'] = @('--batch the batch''s name, that of the file unless told', '--max-rows how many payments a file may hold, 5000 unless told', '--expect-count how many payments the plan must hold; a script has to say it', '--expect-total what they must come to; a script has to say it', '--approval the file with the approval, FILE.approval unless told')
    $flags['pix withdraw batch retry-failed'] = @('--expect-count how many payments the plan must hold; a script has to say it', '--expect-total what they must come to; a script has to say it', '--concurrency how many payments are under way at once, up to 4; 1 unless told', '--limit-withdrawal refuse to run with a payment over this, in reais', '--limit-run refuse to pay more than this in one run, in reais', '--limit-day refuse to pay more than this in a day, in reais', '--lock-wait how long to wait for another run of this store, such as 60s; not at all unless told', '--approval the file with the approval, FILE.approval unless told', '--allow-duplicates also pay what looks like one payment made twice')
    $flags['pix withdraw batch report'] = @('--header print the names of the columns above TSV')
    $flags['pix balance'] = @('--watch show it again and again, every 10s unless told')
    $flags['pix login'] = @('--env the environment of the key', '--base-url the address of the service, ending in /v1', '--store where to keep the key: the system''s keyring, or a file only you can read')
    $flags['pix profiles list'] = @('--header print the names of the columns above TSV', '--check ask the service about every key, side by side')
    $flags['pix api'] = @('--field a field of the request: numbers, true, false, null, @file; can be repeated', '-F a field of the request: numbers, true, false, null, @file; can be repeated', '--input a file with the request''s body, - for standard input', '--header a further header; can be repeated', '-H a further header; can be repeated', '--idempotency-key the same key and the same charge again create nothing new (up to 128 characters)', '--all all pages of a list')
    $flags['pix completion'] = @('--install put it where the shell finds it', '--uninstall take it away again')
    $flags['pix sandbox serve'] = @('--port the port, 4010 unless told; 0 for any free one', '--strict accept no loopback notification URL, as the real service')
    $flags['pix sandbox reset'] = @('--balance the balance to begin with, 1000.00 unless told')
    $flags['pix sandbox keys create'] = @('--permission a permission of the key; all of them unless told', '--store the store the key belongs to; a new name makes a new store')
    $flags['pix sandbox keys list'] = @('--header print the names of the columns above TSV')
    $flags['pix sandbox fault add'] = @('--on the operation it strikes, such as "POST /withdrawals"', '--status answer with this status', '--drop close the connection without an answer', '--delay answer late, such as 2s', '--after-effect strike after the work is done', '--times how many times', '--percent in how many of a hundred calls', '--retry-after the Retry-After header of the answer, in seconds', '--seed where the chance of --percent begins, to have the same run again')
    $flags['pix sandbox fault list'] = @('--header print the names of the columns above TSV')
    $everywhere = @('--version print the version', '-V print the version', '--profile the profile to talk as (pix profiles list shows them; sandbox always works)', '-p the profile to talk as (pix profiles list shows them; sandbox always works)', '--json print what the service said, as JSON', '--output how to print the result', '--query print what this JMESPath expression picks from the JSON', '--timeout how long to wait for an answer, in seconds, or such as 500ms or 2m', '--yes answer yes to every confirmation', '-y answer yes to every confirmation', '--dry-run print the request that would be sent, and send nothing', '--no-input never prompt, not even in a terminal', '--no-color no colour', '--api-key-stdin read the API key from standard input', '--ca-file a PEM file of certificate authorities to trust beside the system''s', '--debug show requests and answers on stderr, secrets masked', '--quiet no notes and no progress', '-q no notes and no progress', '--help show help for a command', '-h show help for a command')

    # What flags and operands take: text, files, profiles or one of some words.
    $takes['pix pix create --amount'] = 'text'
    $takes['pix pix create --name'] = 'text'
    $takes['pix pix create --email'] = 'text'
    $takes['pix pix create --document'] = 'text'
    $takes['pix pix create --phone'] = 'text'
    $takes['pix pix create --customer'] = 'files'
    $takes['pix pix create --notification-url'] = 'text'
    $takes['pix pix create --checkout-url'] = 'text'
    $takes['pix pix create --metadata'] = 'text'
    $takes['pix pix create --currency'] = 'text'
    $takes['pix pix create --idempotency-key'] = 'text'
    $takes['pix pix create --wait'] = 'optional'
    $takes['pix pix create --qr'] = @('auto', 'large', 'small', 'never')
    $takes['pix pix create --png'] = 'files'
    $takes['pix pix list --status'] = 'text'
    $takes['pix pix list --from'] = 'text'
    $takes['pix pix list --to'] = 'text'
    $takes['pix pix list --limit'] = 'text'
    $takes['pix pix qr --qr'] = @('auto', 'large', 'small', 'never')
    $takes['pix pix qr --png'] = 'files'
    $takes['pix links create --title'] = 'text'
    $takes['pix links create --amount'] = 'text'
    $takes['pix links create --description'] = 'text'
    $takes['pix links create --max-payments'] = 'text'
    $takes['pix links create --expires-at'] = 'text'
    $takes['pix links create --redirect-url'] = 'text'
    $takes['pix links create --notification-url'] = 'text'
    $takes['pix links create --field'] = 'text'
    $takes['pix links create -F'] = 'text'
    $takes['pix links create --qr'] = @('auto', 'large', 'small', 'never')
    $takes['pix links get --qr'] = @('auto', 'large', 'small', 'never')
    $takes['pix links list --status'] = 'text'
    $takes['pix links list --from'] = 'text'
    $takes['pix links list --to'] = 'text'
    $takes['pix links list --limit'] = 'text'
    $takes['pix withdraw create --amount'] = 'text'
    $takes['pix withdraw create --pix-key'] = 'text'
    $takes['pix withdraw create --key-type'] = @('cpf', 'cnpj', 'email', 'phone', 'evp')
    $takes['pix withdraw create --id'] = 'text'
    $takes['pix withdraw create --description'] = 'text'
    $takes['pix withdraw create --field'] = 'text'
    $takes['pix withdraw create -F'] = 'text'
    $takes['pix withdraw create --wait'] = 'optional'
    $takes['pix withdraw get --wait'] = 'optional'
    $takes['pix withdraw list --status'] = 'text'
    $takes['pix withdraw list --from'] = 'text'
    $takes['pix withdraw list --to'] = 'text'
    $takes['pix withdraw list --limit'] = 'text'
    $takes['pix withdraw list --id'] = 'text'
    $takes['pix withdraw batch plan --batch'] = 'text'
    $takes['pix withdraw batch plan --max-rows'] = 'text'
    $takes['pix withdraw batch run --batch'] = 'text'
    $takes['pix withdraw batch run --max-rows'] = 'text'
    $takes['pix withdraw batch run --expect-count'] = 'text'
    $takes['pix withdraw batch run --expect-total'] = 'text'
    $takes['pix withdraw batch run --concurrency'] = 'text'
    $takes['pix withdraw batch run --limit-withdrawal'] = 'text'
    $takes['pix withdraw batch run --limit-run'] = 'text'
    $takes['pix withdraw batch run --limit-day'] = 'text'
    $takes['pix withdraw batch run --lock-wait'] = 'text'
    $takes['pix withdraw batch run --approval'] = 'files'
    $takes['pix withdraw batch resume --expect-count'] = 'text'
    $takes['pix withdraw batch resume --expect-total'] = 'text'
    $takes['pix withdraw batch resume --concurrency'] = 'text'
    $takes['pix withdraw batch resume --limit-withdrawal'] = 'text'
    $takes['pix withdraw batch resume --limit-run'] = 'text'
    $takes['pix withdraw batch resume --limit-day'] = 'text'
    $takes['pix withdraw batch resume --lock-wait'] = 'text'
    $takes['pix withdraw batch resume --approval'] = 'files'
    $takes['pix withdraw batch approve --batch'] = 'text'
    $takes['pix withdraw batch approve --max-rows'] = 'text'
    $takes['pix withdraw batch approve --expect-count'] = 'text'
    $takes['pix withdraw batch approve --expect-total'] = 'text'
    $takes['pix withdraw batch approve --approval'] = 'files'
    $takes['pix withdraw batch retry-failed --expect-count'] = 'text'
    $takes['pix withdraw batch retry-failed --expect-total'] = 'text'
    $takes['pix withdraw batch retry-failed --concurrency'] = 'text'
    $takes['pix withdraw batch retry-failed --limit-withdrawal'] = 'text'
    $takes['pix withdraw batch retry-failed --limit-run'] = 'text'
    $takes['pix withdraw batch retry-failed --limit-day'] = 'text'
    $takes['pix withdraw batch retry-failed --lock-wait'] = 'text'
    $takes['pix withdraw batch retry-failed --approval'] = 'files'
    $takes['pix balance --watch'] = 'optional'
    $takes['pix login --env'] = @('staging', 'production')
    $takes['pix login --base-url'] = 'text'
    $takes['pix login --store'] = @('keyring', 'file')
    $takes['pix api --field'] = 'text'
    $takes['pix api -F'] = 'text'
    $takes['pix api --input'] = 'files'
    $takes['pix api --header'] = 'text'
    $takes['pix api -H'] = 'text'
    $takes['pix api --idempotency-key'] = 'text'
    $takes['pix sandbox serve --port'] = 'text'
    $takes['pix sandbox reset --balance'] = 'text'
    $takes['pix sandbox keys create --permission'] = @('account:read', 'pix:read', 'pix:write', 'payment_links:read', 'payment_links:write', 'balance:read', 'withdrawals:read', 'withdrawals:write')
    $takes['pix sandbox keys create --store'] = 'text'
    $takes['pix sandbox fault add --on'] = 'text'
    $takes['pix sandbox fault add --status'] = 'text'
    $takes['pix sandbox fault add --delay'] = 'text'
    $takes['pix sandbox fault add --times'] = 'text'
    $takes['pix sandbox fault add --percent'] = 'text'
    $takes['pix sandbox fault add --retry-after'] = 'text'
    $takes['pix sandbox fault add --seed'] = 'text'
    $takes['* --profile'] = 'profiles'
    $takes['* -p'] = 'profiles'
    $takes['* --output'] = @('human', 'json', 'jsonl', 'csv', 'tsv')
    $takes['* --query'] = 'text'
    $takes['* --timeout'] = 'text'
    $takes['* --ca-file'] = 'files'
    $takes['pix profiles show 1'] = 'profiles'
    $takes['pix profiles use 1'] = 'profiles'
    $takes['pix profiles remove 1'] = 'profiles'
    $takes['pix completion 1'] = @('bash', 'zsh', 'fish', 'powershell')
    $takes['pix help 1'] = @('pix', 'decode', 'links', 'withdraw', 'balance', 'login', 'logout', 'account', 'profiles', 'api', 'completion', 'commands', 'doctor', 'sandbox')

    $ordinal = [StringComparison]::Ordinal

    function Get-Taken([string]$of, [string]$what) {
        if ($takes.ContainsKey("$of $what")) { return $takes["$of $what"] }
        if ($takes.ContainsKey("* $what")) { return $takes["* $what"] }
    }

    function Get-PixProfile {
        $xdg = $env:XDG_CONFIG_HOME
        $folder = Join-Path $HOME '.config/pix'
        if ($env:AppData) { $folder = Join-Path $env:AppData 'pix' }
        if ($xdg -and [IO.Path]::IsPathRooted($xdg)) { $folder = Join-Path $xdg 'pix' }
        if ($env:PIX_HOME) { $folder = $env:PIX_HOME }
        $file = Join-Path $folder 'config.json'
        try {
            $config = Get-Content -Raw -LiteralPath $file -ErrorAction Stop | ConvertFrom-Json
            $config.profiles.PSObject.Properties.Name |
                Where-Object { $_ -cmatch '^[a-z0-9][a-z0-9_-]{0,31}\z' }
        } catch {
            # No file, or none that can be read: the sandbox always exists.
        }
        'sandbox'
    }

    function New-Candidate([string]$text, [string]$description) {
        if (-not $description) { $description = $text }
        New-Object System.Management.Automation.CompletionResult $text, $text, 'ParameterValue', $description
    }

    # No result at all makes PowerShell complete names of files.
    function Get-Value($value, [string]$prefix, [string]$begun) {
        $words = @()
        if ($value -is [array]) { $words = $value }
        elseif ($value -eq 'profiles') { $words = @(Get-PixProfile) }
        foreach ($word in $words) {
            if ($word.StartsWith($begun, $ordinal)) { New-Candidate "$prefix$word" $word }
        }
    }

    $path = 'pix'
    $operands = 0
    $ended = $false
    $pending = $null
    # The word at the cursor ends there; an empty one is no element at all.
    $before = $commandAst.CommandElements | Where-Object {
        $end = $_.Extent.EndOffset
        $end -lt $cursorPosition -or ($end -eq $cursorPosition -and -not $wordToComplete)
    }
    $typed = @($before | ForEach-Object { $_.Extent.Text })
    foreach ($word in ($typed | Select-Object -Skip 1)) {
        if ($null -ne $pending) {
            $optional = $pending -eq 'optional'
            $pending = $null
            if (-not ($optional -and $word.StartsWith('-'))) { continue }
        }
        if (-not $ended -and $word -ceq '--') { $ended = $true; continue }
        if (-not $ended -and $word.StartsWith('-')) {
            if ($word.Contains('=')) { continue }
            $pending = Get-Taken $path $word
            continue
        }
        $known = @()
        if ($subcommands.ContainsKey($path)) {
            $known = @($subcommands[$path] | ForEach-Object { ($_ -split ' ', 2)[0] })
        }
        if ($known -ccontains $word) { $path = "$path $word" } else { $operands++ }
    }

    if ($null -ne $pending -and -not ($pending -eq 'optional' -and $wordToComplete.StartsWith('-'))) {
        return Get-Value $pending '' $wordToComplete
    }
    if (-not $ended -and $wordToComplete -cmatch '^(--[^=]+)=(.*)$') {
        $flag, $begun = $Matches[1], $Matches[2]
        return Get-Value (Get-Taken $path $flag) "$flag=" $begun
    }
    $offered = @()
    if (-not $ended -and $wordToComplete.StartsWith('-')) {
        if ($flags.ContainsKey($path)) { $offered += $flags[$path] }
        $offered += $everywhere
    } elseif ($subcommands.ContainsKey($path)) {
        $offered += $subcommands[$path]
    } else {
        return Get-Value (Get-Taken $path ($operands + 1)) '' $wordToComplete
    }
    foreach ($entry in $offered) {
        $name, $description = $entry -split ' ', 2
        if ($name.StartsWith($wordToComplete, $ordinal)) { New-Candidate $name $description }
    }
}
# pix-completion sha256 d2221069afbf8a58c50aee28d0631ca406e03dc9cd2d2ad088ae9bc52500e941
