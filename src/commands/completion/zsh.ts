import type { Flag, Model, Operand, Place, Value } from "./model.ts";
import { profileNamesAwk } from "./profile-names.ts";

/** The script for zsh: a function for each command, which zsh's own `_arguments` reads. */
export function zshScript({ program, places, everywhere }: Model): string {
  return `#compdef ${program}
# Completes ${program} commands in zsh. Made by: ${program} completion zsh
# What is typed is compared and never evaluated.

__pix_profile_names() {
  local config=$HOME/.config/pix/config.json
  local -a names
  [[ \${XDG_CONFIG_HOME:-} == /* ]] && config=$XDG_CONFIG_HOME/pix/config.json
  [[ -n \${PIX_HOME:-} ]] && config=$PIX_HOME/config.json
  if [[ -f $config && -r $config ]]; then
    names=(\${(f)"$(LC_ALL=C command awk '${profileNamesAwk}' <$config 2>/dev/null)"})
  fi
  compadd "$@" -- $names sandbox
}

# zsh's own completion of files evaluates what stands before a slash; nothing that could run is given to it.
__pix_files() {
  [[ $PREFIX$SUFFIX == *[\\$\\\`]* ]] && return 1
  _files "$@"
}

# The flags that every command takes.
typeset -ga __pix_everywhere
__pix_everywhere=(
${everywhere.flatMap(flagSpecs).map(indented).join("\n")}
)

${places.map(placeFunction).join("\n\n")}

# Read from fpath, zsh takes this file for the function's body; sourced, it has to be told.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}

function placeFunction({ path, flags, subcommands, operands }: Place): string {
  const name = functionOf(path);
  const specs = [...flags.flatMap(flagSpecs), ...operands.map(operandSpec)];
  if (subcommands.length === 0) {
    const lines = specs.map((spec) => ` \\\n    ${spec}`).join("");
    return `${name}() {\n  _arguments -S $__pix_everywhere${lines}\n}`;
  }
  const names = subcommands.map((one) => `    ${quoted(described(one.name, one.description))}`);
  const cases = subcommands.map(
    (one) => `        ${one.name}) ${functionOf(`${path} ${one.name}`)} ;;`,
  );
  return `${name}() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a commands
  commands=(
${names.join("\n")}
  )
  _arguments -C -S $__pix_everywhere '1: :->command' '*:: :->rest' && return
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $line[1] in
${cases.join("\n")}
      esac
      ;;
  esac
}`;
}

function functionOf(path: string): string {
  return `_${path.replaceAll(/[^a-z0-9]+/g, "_")}`;
}

function flagSpecs(flag: Flag): readonly string[] {
  const { names, description, argument, repeatable } = flag;
  const others = repeatable ? "*" : names.length > 1 ? `(${names.join(" ")})` : "";
  const colons = argument === "optional" ? "::" : ":";
  const value = argument === "none" ? "" : `${colons}${escaped(flag.label)}:${action(flag.value)}`;
  return names.map((name) => {
    const joined = argument === "none" ? "" : name.startsWith("--") ? "=" : "+";
    return quoted(`${others}${name}${joined}[${bracketed(description)}]${value}`);
  });
}

function operandSpec({ label, value, variadic }: Operand): string {
  return quoted(`${variadic ? "*" : ""}:${escaped(label)}:${action(value)}`);
}

function action(value: Value): string {
  switch (value.kind) {
    case "files":
      return "__pix_files";
    case "profiles":
      return "__pix_profile_names";
    case "words":
      return `(${value.words.map(escaped).join(" ")})`;
    case "none":
    case "text":
      return " ";
  }
}

function described(name: string, description: string): string {
  return `${escaped(name)}:${escaped(description)}`;
}

function bracketed(text: string): string {
  return text.replaceAll(/[\\[\]]/g, String.raw`\$&`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\:]/g, String.raw`\$&`);
}

function indented(line: string): string {
  return `  ${line}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
