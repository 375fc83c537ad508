/**
 * An awk program that prints the names of the profiles in config.json, one a line. It reads tokens of
 * JSON, so it does not matter how the file is laid out, and prints only what has the form of a name:
 * whatever else the file holds never reaches the shell. Only POSIX awk: mawk has no `{0,31}`.
 */
export const profileNamesAwk = `{
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
}`;
