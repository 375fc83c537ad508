export const flags = {
  seeHelp: "See the flags with: pix help <command>, or pix <command> --help",
  unknownCommand: (name: string): string => `unknown command '${name}'`,
  jsonAgainstOutput: (form: string): string => `--json and --output ${form} contradict each other.`,
  queryAgainstOutput: (form: string): string =>
    `--query picks from JSON: it does not go with --output ${form}.`,
  query: (query: string, reason: string): string => `--query ${query}: ${reason}`,
  duration: (flag: string, given: string): string =>
    `${flag} ${given}: not a time. Write seconds, or such as 500ms, 30s, 15m.`,
};
