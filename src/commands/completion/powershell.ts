import type { Flag, Model, Named, Place, Value } from "./model.ts";

/** The script for PowerShell, from 5.1 on. */
export function powershellScript({ places, everywhere }: Model): string {
  const flags = places.flatMap((place) => place.flags.flatMap((flag) => takesOf(flag, place.path)));
  return `# Completes pix commands in PowerShell. Made by: pix completion powershell
# What is typed is compared and never evaluated.

Register-ArgumentCompleter -Native -CommandName pix -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # PowerShell's own tables take -H and -h for one name.
    $table = 'System.Collections.Generic.Dictionary[string,object]'
    $subcommands = New-Object $table ([StringComparer]::Ordinal)
    $flags = New-Object $table ([StringComparer]::Ordinal)
    $takes = New-Object $table ([StringComparer]::Ordinal)

    # The subcommands of each command: a name, a blank, its description.
${places.flatMap(subcommandsOf).join("\n")}

    # The flags of each command in the same form, without those that every command takes.
${places.flatMap(flagsOf).join("\n")}
    $everywhere = ${list(everywhere.flatMap(namedOf))}

    # What flags and operands take: text, files, profiles or one of some words.
${[...flags, ...everywhere.flatMap((flag) => takesOf(flag, "*")), ...places.flatMap(operandsOf)].join("\n")}

${engine}`;
}

/** What is the same whatever commands there are. */
const engine = `    $ordinal = [StringComparison]::Ordinal

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
                Where-Object { $_ -cmatch '^[a-z0-9][a-z0-9_-]{0,31}\\z' }
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
`;

function subcommandsOf({ path, subcommands }: Place): readonly string[] {
  return subcommands.length === 0
    ? []
    : [`    $subcommands[${quoted(path)}] = ${list(subcommands)}`];
}

function flagsOf({ path, flags }: Place): readonly string[] {
  return flags.length === 0
    ? []
    : [`    $flags[${quoted(path)}] = ${list(flags.flatMap(namedOf))}`];
}

function list(entries: readonly Named[]): string {
  return `@(${entries.map(({ name, description }) => quoted(`${name} ${description}`)).join(", ")})`;
}

function namedOf({ names, description }: Flag): readonly Named[] {
  return names.map((name) => ({ name, description }));
}

function takesOf({ names, value, argument }: Flag, path: string): readonly string[] {
  if (value.kind === "none") return [];
  const taken = argument === "optional" ? "'optional'" : valueOf(value);
  return names.map((name) => `    $takes[${quoted(`${path} ${name}`)}] = ${taken}`);
}

function operandsOf({ path, operands }: Place): readonly string[] {
  return operands.flatMap(({ value }, index) =>
    value.kind === "none" || value.kind === "text"
      ? []
      : [`    $takes[${quoted(`${path} ${index + 1}`)}] = ${valueOf(value)}`],
  );
}

function valueOf(value: Value): string {
  return value.kind === "words" ? `@(${value.words.map(quoted).join(", ")})` : quoted(value.kind);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
