import type { Flag, Model, Place, Value } from "./model.ts";
import { profileNamesAwk } from "./profile-names.ts";

/** The script for bash, from 3.2 on (which macOS has), without the bash-completion package. */
export function bashScript({ places, everywhere }: Model): string {
  const flags = [
    ...places.flatMap((place) => place.flags.flatMap((flag) => flagCase(flag, place.path))),
    ...everywhere.flatMap((flag) => flagCase(flag, "*")),
  ];
  return `# Completes pix commands in bash. Made by: pix completion bash
# What is typed is compared and never evaluated.

# Sets what can follow the command $1: its subcommands, its own flags, and those of every command.
_pix_place() {
  subcommands='' flags=''
  everywhere=${quoted(everywhere.flatMap(({ names }) => names).join(" "))}
  case $1 in
${places.filter(hasContent).map(placeCase).join("\n")}
  esac
}

# Sets what the flag $2 of the command $1 takes: none, optional, text, files, profiles or these words.
_pix_flag() {
  takes=none words=''
  case "$1 $2" in
${flags.join("\n")}
  esac
}

# The same for the operand number $2 of the command $1.
_pix_operand() {
  takes=none words=''
  case "$1 $2" in
${places.flatMap(operandCases).join("\n")}
  esac
}

${engine}`;
}

/** What is the same whatever commands there are. */
const engine = `_pix_profiles() {
  local config
  if [ -n "\${PIX_HOME:-}" ]; then
    config=$PIX_HOME/config.json
  else
    case \${XDG_CONFIG_HOME:-} in
      /*) config=$XDG_CONFIG_HOME/pix/config.json ;;
      *) config=$HOME/.config/pix/config.json ;;
    esac
  fi
  if [ -f "$config" ] && [ -r "$config" ]; then
    LC_ALL=C awk '${profileNamesAwk}' <"$config" 2>/dev/null
  fi
  printf '%s\\n' sandbox
}

# Puts the words of COMP_WORDS together again that bash parts at = and :, up to the cursor.
_pix_words() {
  local index word glued=''
  typed=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]:-}
    if ((index > 1)) && [ -n "$word" ] && [ -z "\${word//[=:]/}" ]; then
      typed[\${#typed[@]}-1]+=$word
      glued=yes
    elif [ -n "$glued" ]; then
      typed[\${#typed[@]}-1]+=$word
      glued=''
    else
      typed[\${#typed[@]}]=$word
    fi
  done
}

# Offers those of the words after $1 that begin with $2; what bash holds for parted already is left out.
_pix_offer() {
  local before=$1 begun=$2 own word
  shift 2
  own=\${COMP_WORDS[COMP_CWORD]:-}
  if [ -n "$own" ] && [ -z "\${own//[=:]/}" ]; then own=''; fi
  for word in "$@"; do
    case $word in
      "$begun"*)
        word=$before$word
        COMPREPLY[\${#COMPREPLY[@]}]=\${word#"\${current%"$own"}"}
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
        COMPREPLY[\${#COMPREPLY[@]}]=$name
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
  local IFS=$' \\t\\n'
  local typed current path=pix subcommands flags everywhere takes words word next=1 operands=0 ended=''
  COMPREPLY=()
  _pix_words
  local last=$((\${#typed[@]} - 1))
  current=\${typed[last]}
  _pix_place "$path"
  while ((next < last)); do
    word=\${typed[next]}
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
              optional) case \${typed[next]} in -*) ;; *) next=$((next + 1)) ;; esac ;;
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
        _pix_flag "$path" "\${current%%=*}"
        _pix_value "\${current%%=*}=" "\${current#*=}"
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
`;

function hasContent({ subcommands, flags }: Place): boolean {
  return subcommands.length > 0 || flags.length > 0;
}

function placeCase({ path, subcommands, flags }: Place): string {
  const words = subcommands.map(({ name }) => name).join(" ");
  const names = flags.flatMap((flag) => flag.names).join(" ");
  return `    ${quoted(path)}) subcommands=${quoted(words)} flags=${quoted(names)} ;;`;
}

function flagCase(flag: Flag, path: string): readonly string[] {
  const { names, value, argument } = flag;
  if (value.kind === "none") return [];
  const patterns = names.map((name) =>
    path === "*" ? `*${quoted(` ${name}`)}` : quoted(`${path} ${name}`),
  );
  const set = argument === "optional" ? "takes=optional" : takes(value);
  return [`    ${patterns.join(" | ")}) ${set} ;;`];
}

function operandCases({ path, operands }: Place): readonly string[] {
  return operands.flatMap(({ value, variadic }, index) => {
    if (value.kind === "none" || value.kind === "text") return [];
    const number = variadic ? `${quoted(`${path} `)}*` : quoted(`${path} ${index + 1}`);
    return [`    ${number}) ${takes(value)} ;;`];
  });
}

function takes(value: Value): string {
  return value.kind === "words"
    ? `takes=words words=${quoted(value.words.join(" "))}`
    : `takes=${value.kind}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
