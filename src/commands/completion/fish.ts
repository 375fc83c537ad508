import type { Flag, Model, Named, Place, Value } from "./model.ts";
import { profileNamesAwk } from "./profile-names.ts";

/** The script for fish, from 3.1 on. */
export function fishScript({ places, everywhere }: Model): string {
  const flags = places.flatMap((place) =>
    place.flags.flatMap((flag) => flagCase(flag, place.path)),
  );
  return `# Completes pix commands in fish. Made by: pix completion fish
# What is typed is compared and never evaluated.

# The subcommands of a command, each with its description behind a tab.
function __pix_subcommands
    switch $argv[1]
${places.flatMap(subcommandsCase).join("\n")}
    end
end

# The flags of a command, without those that every command takes.
function __pix_flags
    switch $argv[1]
${places.flatMap(flagsCase).join("\n")}
    end
end

function __pix_flags_everywhere
    printf '%s\\n' ${everywhere.flatMap(flagWords).join(" ")}
end

# What a flag takes: none, optional, text, files, profiles, or words and the words themselves.
function __pix_flag
    switch "$argv[1] $argv[2]"
${[...flags, ...everywhere.flatMap((flag) => flagCase(flag, "*"))].join("\n")}
        case '*'
            echo none
    end
end

# The same for an operand.
function __pix_operand
    switch "$argv[1] $argv[2]"
${places.flatMap(operandCases).join("\n")}
        case '*'
            echo text
    end
end

${engine}`;
}

/** What is the same whatever commands there are. */
const engine = `function __pix_profiles
    set -l config $HOME/.config/pix/config.json
    if string match -q '/*' -- "$XDG_CONFIG_HOME"
        set config $XDG_CONFIG_HOME/pix/config.json
    end
    if test -n "$PIX_HOME"
        set config $PIX_HOME/config.json
    end
    if test -f "$config" -a -r "$config"
        env LC_ALL=C awk ${quoted(profileNamesAwk)} <$config 2>/dev/null
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
        if __pix_subcommands "$path" | string match -q -- "$word"\\t'*'
            set path "$path $word"
        else
            set operands (math $operands + 1)
        end
    end
    if test -n "$pending"; and not string match -q -- 'optional-*' "$pending[1]$current"
        printf '%s\\n' value '' $pending
    else if test $ended = no; and string match -q -- '--*=*' "$current"
        set -l flag (string split -m 1 = -- "$current")[1]
        printf '%s\\n' value "$flag=" (__pix_flag "$path" "$flag")
    else if test $ended = no; and string match -q -- '-*' "$current"
        printf '%s\\n' flags '' "$path"
    else
        printf '%s\\n' operand '' (__pix_operand "$path" (math $operands + 1)) "$path"
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
`;

function subcommandsCase({ path, subcommands }: Place): readonly string[] {
  if (subcommands.length === 0) return [];
  const words = subcommands.map(described);
  return [`        case ${quoted(path)}`, `            printf '%s\\n' ${words.join(" ")}`];
}

function flagsCase({ path, flags }: Place): readonly string[] {
  if (flags.length === 0) return [];
  const words = flags.flatMap(flagWords);
  return [`        case ${quoted(path)}`, `            printf '%s\\n' ${words.join(" ")}`];
}

function flagWords({ names, description }: Flag): readonly string[] {
  return names.map((name) => described({ name, description }));
}

function described({ name, description }: Named): string {
  return `${quoted(name)}\\t${quoted(description)}`;
}

function flagCase({ names, value, argument }: Flag, path: string): readonly string[] {
  if (value.kind === "none") return [];
  const patterns = names.map((name) => quoted(`${path} ${name}`)).join(" ");
  const takes = argument === "optional" ? "optional" : words(value);
  return [`        case ${patterns}`, `            printf '%s\\n' ${takes}`];
}

function operandCases({ path, operands }: Place): readonly string[] {
  return operands.flatMap(({ value, variadic }, index) => {
    if (value.kind === "none" || value.kind === "text") return [];
    const pattern = quoted(`${path} ${variadic ? "*" : index + 1}`);
    return [`        case ${pattern}`, `            printf '%s\\n' ${words(value)}`];
  });
}

function words(value: Value): string {
  return value.kind === "words" ? ["words", ...value.words.map(quoted)].join(" ") : value.kind;
}

/** In single quotes fish reads two escapes: a backslash before a quote and before a backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
