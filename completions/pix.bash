# Completes pix commands in bash. Made by: pix completion bash
# What is typed is compared and never evaluated.

# Sets what can follow the command $1: its subcommands, its own flags, and those of every command.
_pix_place() {
  subcommands='' flags=''
  everywhere='--version -V --profile -p --json --output --query --timeout --yes -y --dry-run --no-input --no-color --api-key-stdin --ca-file --debug --quiet -q --help -h'
  case $1 in
    'pix') subcommands='pix decode links withdraw balance login logout account profiles api completion commands doctor sandbox help' flags='' ;;
    'pix pix') subcommands='create get list cancel wait qr' flags='' ;;
    'pix pix create') subcommands='' flags='--amount --name --email --document --phone --customer --notification-url --checkout-url --metadata --currency --idempotency-key --wait --qr --png --copy' ;;
    'pix pix list') subcommands='' flags='--status --from --to --limit --all --header' ;;
    'pix pix qr') subcommands='' flags='--qr --png' ;;
    'pix links') subcommands='create get list' flags='' ;;
    'pix links create') subcommands='' flags='--title --amount --description --max-payments --expires-at --redirect-url --notification-url --field -F --qr' ;;
    'pix links get') subcommands='' flags='--qr' ;;
    'pix links list') subcommands='' flags='--status --from --to --limit --all --header' ;;
    'pix withdraw') subcommands='create get list batch' flags='' ;;
    'pix withdraw create') subcommands='' flags='--amount --pix-key --key-type --id --description --field -F --wait' ;;
    'pix withdraw get') subcommands='' flags='--wait' ;;
    'pix withdraw list') subcommands='' flags='--status --from --to --limit --all --header --id' ;;
    'pix withdraw batch') subcommands='plan run resume status approve retry-failed report' flags='' ;;
    'pix withdraw batch plan') subcommands='' flags='--batch --max-rows --allow-duplicates' ;;
    'pix withdraw batch run') subcommands='' flags='--batch --max-rows --expect-count --expect-total --concurrency --limit-withdrawal --limit-run --limit-day --lock-wait --approval --allow-duplicates' ;;
    'pix withdraw batch resume') subcommands='' flags='--expect-count --expect-total --concurrency --limit-withdrawal --limit-run --limit-day --lock-wait --approval --allow-duplicates' ;;
    'pix withdraw batch status') subcommands='' flags='--check --header' ;;
    'pix withdraw batch approve') subcommands='' flags='--batch --max-rows --expect-count --expect-total --approval' ;;
    'pix withdraw batch retry-failed') subcommands='' flags='--expect-count --expect-total --concurrency --limit-withdrawal --limit-run --limit-day --lock-wait --approval --allow-duplicates' ;;
    'pix withdraw batch report') subcommands='' flags='--header' ;;
    'pix balance') subcommands='' flags='--watch' ;;
    'pix login') subcommands='' flags='--env --base-url --store' ;;
    'pix profiles') subcommands='list show use set remove' flags='' ;;
    'pix profiles list') subcommands='' flags='--header --check' ;;
    'pix api') subcommands='' flags='--field -F --input --header -H --idempotency-key --all' ;;
    'pix completion') subcommands='' flags='--install --uninstall' ;;
    'pix sandbox') subcommands='pay expire fail serve reset openapi keys fault' flags='' ;;
    'pix sandbox serve') subcommands='' flags='--port --strict' ;;
    'pix sandbox reset') subcommands='' flags='--balance' ;;
    'pix sandbox keys') subcommands='create list revoke' flags='' ;;
    'pix sandbox keys create') subcommands='' flags='--permission --store' ;;
    'pix sandbox keys list') subcommands='' flags='--header' ;;
    'pix sandbox fault') subcommands='add list clear' flags='' ;;
    'pix sandbox fault add') subcommands='' flags='--on --status --drop --delay --after-effect --times --percent --retry-after --seed' ;;
    'pix sandbox fault list') subcommands='' flags='--header' ;;
  esac
}

# Sets what the flag $2 of the command $1 takes: none, optional, text, files, profiles or these words.
_pix_flag() {
  takes=none words=''
  case "$1 $2" in
    'pix pix create --amount') takes=text ;;
    'pix pix create --name') takes=text ;;
    'pix pix create --email') takes=text ;;
    'pix pix create --document') takes=text ;;
    'pix pix create --phone') takes=text ;;
    'pix pix create --customer') takes=files ;;
    'pix pix create --notification-url') takes=text ;;
    'pix pix create --checkout-url') takes=text ;;
    'pix pix create --metadata') takes=text ;;
    'pix pix create --currency') takes=text ;;
    'pix pix create --idempotency-key') takes=text ;;
    'pix pix create --wait') takes=optional ;;
    'pix pix create --qr') takes=words words='auto large small never' ;;
    'pix pix create --png') takes=files ;;
    'pix pix list --status') takes=text ;;
    'pix pix list --from') takes=text ;;
    'pix pix list --to') takes=text ;;
    'pix pix list --limit') takes=text ;;
    'pix pix qr --qr') takes=words words='auto large small never' ;;
    'pix pix qr --png') takes=files ;;
    'pix links create --title') takes=text ;;
    'pix links create --amount') takes=text ;;
    'pix links create --description') takes=text ;;
    'pix links create --max-payments') takes=text ;;
    'pix links create --expires-at') takes=text ;;
    'pix links create --redirect-url') takes=text ;;
    'pix links create --notification-url') takes=text ;;
    'pix links create --field' | 'pix links create -F') takes=text ;;
    'pix links create --qr') takes=words words='auto large small never' ;;
    'pix links get --qr') takes=words words='auto large small never' ;;
    'pix links list --status') takes=text ;;
    'pix links list --from') takes=text ;;
    'pix links list --to') takes=text ;;
    'pix links list --limit') takes=text ;;
    'pix withdraw create --amount') takes=text ;;
    'pix withdraw create --pix-key') takes=text ;;
    'pix withdraw create --key-type') takes=words words='cpf cnpj email phone evp' ;;
    'pix withdraw create --id') takes=text ;;
    'pix withdraw create --description') takes=text ;;
    'pix withdraw create --field' | 'pix withdraw create -F') takes=text ;;
    'pix withdraw create --wait') takes=optional ;;
    'pix withdraw get --wait') takes=optional ;;
    'pix withdraw list --status') takes=text ;;
    'pix withdraw list --from') takes=text ;;
    'pix withdraw list --to') takes=text ;;
    'pix withdraw list --limit') takes=text ;;
    'pix withdraw list --id') takes=text ;;
    'pix withdraw batch plan --batch') takes=text ;;
    'pix withdraw batch plan --max-rows') takes=text ;;
    'pix withdraw batch run --batch') takes=text ;;
    'pix withdraw batch run --max-rows') takes=text ;;
    'pix withdraw batch run --expect-count') takes=text ;;
    'pix withdraw batch run --expect-total') takes=text ;;
    'pix withdraw batch run --concurrency') takes=text ;;
    'pix withdraw batch run --limit-withdrawal') takes=text ;;
    'pix withdraw batch run --limit-run') takes=text ;;
    'pix withdraw batch run --limit-day') takes=text ;;
    'pix withdraw batch run --lock-wait') takes=text ;;
    'pix withdraw batch run --approval') takes=files ;;
    'pix withdraw batch resume --expect-count') takes=text ;;
    'pix withdraw batch resume --expect-total') takes=text ;;
    'pix withdraw batch resume --concurrency') takes=text ;;
    'pix withdraw batch resume --limit-withdrawal') takes=text ;;
    'pix withdraw batch resume --limit-run') takes=text ;;
    'pix withdraw batch resume --limit-day') takes=text ;;
    'pix withdraw batch resume --lock-wait') takes=text ;;
    'pix withdraw batch resume --approval') takes=files ;;
    'pix withdraw batch approve --batch') takes=text ;;
    'pix withdraw batch approve --max-rows') takes=text ;;
    'pix withdraw batch approve --expect-count') takes=text ;;
    'pix withdraw batch approve --expect-total') takes=text ;;
    'pix withdraw batch approve --approval') takes=files ;;
    'pix withdraw batch retry-failed --expect-count') takes=text ;;
    'pix withdraw batch retry-failed --expect-total') takes=text ;;
    'pix withdraw batch retry-failed --concurrency') takes=text ;;
    'pix withdraw batch retry-failed --limit-withdrawal') takes=text ;;
    'pix withdraw batch retry-failed --limit-run') takes=text ;;
    'pix withdraw batch retry-failed --limit-day') takes=text ;;
    'pix withdraw batch retry-failed --lock-wait') takes=text ;;
    'pix withdraw batch retry-failed --approval') takes=files ;;
    'pix balance --watch') takes=optional ;;
    'pix login --env') takes=words words='staging production' ;;
    'pix login --base-url') takes=text ;;
    'pix login --store') takes=words words='keyring file' ;;
    'pix api --field' | 'pix api -F') takes=text ;;
    'pix api --input') takes=files ;;
    'pix api --header' | 'pix api -H') takes=text ;;
    'pix api --idempotency-key') takes=text ;;
    'pix sandbox serve --port') takes=text ;;
    'pix sandbox reset --balance') takes=text ;;
    'pix sandbox keys create --permission') takes=words words='account:read pix:read pix:write payment_links:read payment_links:write balance:read withdrawals:read withdrawals:write' ;;
    'pix sandbox keys create --store') takes=text ;;
    'pix sandbox fault add --on') takes=text ;;
    'pix sandbox fault add --status') takes=text ;;
    'pix sandbox fault add --delay') takes=text ;;
    'pix sandbox fault add --times') takes=text ;;
    'pix sandbox fault add --percent') takes=text ;;
    'pix sandbox fault add --retry-after') takes=text ;;
    'pix sandbox fault add --seed') takes=text ;;
    *' --profile' | *' -p') takes=profiles ;;
    *' --output') takes=words words='human json jsonl csv tsv' ;;
    *' --query') takes=text ;;
    *' --timeout') takes=text ;;
    *' --ca-file') takes=files ;;
  esac
}

# The same for the operand number $2 of the command $1.
_pix_operand() {
  takes=none words=''
  case "$1 $2" in
    'pix profiles show 1') takes=profiles ;;
    'pix profiles use 1') takes=profiles ;;
    'pix profiles remove 1') takes=profiles ;;
    'pix completion 1') takes=words words='bash zsh fish powershell' ;;
    'pix help 1') takes=words words='pix decode links withdraw balance login logout account profiles api completion commands doctor sandbox' ;;
  esac
}

_pix_profiles() {
  local config
  if [ -n "${PIX_HOME:-}" ]; then
    config=$PIX_HOME/config.json
  else
    case ${XDG_CONFIG_HOME:-} in
      /*) config=$XDG_CONFIG_HOME/pix/config.json ;;
      *) config=$HOME/.config/pix/config.json ;;
    esac
  fi
  if [ -f "$config" ] && [ -r "$config" ]; then
    LC_ALL=C awk '{
  line = $0
  while (length(line) <= 65536 && match(line, /"([^"\\]|\\.)*"|[][{}:]/)) {
    token = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (token == "{" || token == "[") {
      depth++
      if (depth == 2) inside = (token == "{" && key == "\"profiles\"")
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
}' <"$config" 2>/dev/null
  fi
  printf '%s\n' sandbox
}

# Puts the words of COMP_WORDS together again that bash parts at = and :, up to the cursor.
_pix_words() {
  local index word glued=''
  typed=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]:-}
    if ((index > 1)) && [ -n "$word" ] && [ -z "${word//[=:]/}" ]; then
      typed[${#typed[@]}-1]+=$word
      glued=yes
    elif [ -n "$glued" ]; then
      typed[${#typed[@]}-1]+=$word
      glued=''
    else
      typed[${#typed[@]}]=$word
    fi
  done
}

# Offers those of the words after $1 that begin with $2; what bash holds for parted already is left out.
_pix_offer() {
  local before=$1 begun=$2 own word
  shift 2
  own=${COMP_WORDS[COMP_CWORD]:-}
  if [ -n "$own" ] && [ -z "${own//[=:]/}" ]; then own=''; fi
  for word in "$@"; do
    case $word in
      "$begun"*)
        word=$before$word
        COMPREPLY[${#COMPREPLY[@]}]=${word#"${current%"$own"}"}
        ;;
    esac
  done
}

_pix_value() {
  local before=$1 begun=$2 name
  case $takes in
    files)
      # bash 3.2 has no compopt.
      if compopt -o default -o filenames 2>/dev/null; then return; fi
      while IFS= read -r name; do
        COMPREPLY[${#COMPREPLY[@]}]=$name
      done < <(compgen -f -- "$begun")
      ;;
    profiles)
      while IFS= read -r name; do
        _pix_offer "$before" "$begun" "$name"
      done < <(_pix_profiles)
      ;;
    words)
      # Words of this script, which hold no blank.
      _pix_offer "$before" "$begun" $words
      ;;
  esac
}

_pix() {
  local IFS=$' \t\n'
  local typed current path=pix subcommands flags everywhere takes words word next=1 operands=0 ended=''
  COMPREPLY=()
  _pix_words
  local last=$((${#typed[@]} - 1))
  current=${typed[last]}
  _pix_place "$path"
  while ((next < last)); do
    word=${typed[next]}
    next=$((next + 1))
    if [ -z "$ended" ]; then
      case $word in
        --)
          ended=yes
          continue
          ;;
        -*=*) continue ;;
        -*)
          _pix_flag "$path" "$word"
          if ((next < last)) && [ "$takes" != none ]; then
            case $takes in
              optional) case ${typed[next]} in -*) ;; *) next=$((next + 1)) ;; esac ;;
              *) next=$((next + 1)) ;;
            esac
          elif ((next == last)) && [ "$takes" != none ]; then
            case $takes$current in
              optional-*) ;;
              *)
                _pix_value '' "$current"
                return
                ;;
            esac
          fi
          continue
          ;;
      esac
    fi
    case " $subcommands " in
      *" $word "*)
        path="$path $word"
        _pix_place "$path"
        ;;
      *) operands=$((operands + 1)) ;;
    esac
  done
  if [ -z "$ended" ]; then
    case $current in
      --*=*)
        _pix_flag "$path" "${current%%=*}"
        _pix_value "${current%%=*}=" "${current#*=}"
        return
        ;;
      -*)
        _pix_offer '' "$current" $flags $everywhere
        return
        ;;
    esac
  fi
  if [ -n "$subcommands" ]; then
    _pix_offer '' "$current" $subcommands
  else
    _pix_operand "$path" $((operands + 1))
    _pix_value '' "$current"
  fi
}

complete -F _pix pix
# pix-completion sha256 16c8d9469584a5b7fea6d6f4ad7dc5b5292636e9b7ba346530d8613702572a02
