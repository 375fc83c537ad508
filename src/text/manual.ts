/** A name as it is typed, and what it is. */
export interface Entry {
  readonly name: string;
  readonly meaning: string;
}

/**
 * What the man page says beside the help of the commands; `npm run man` puts both together. It stands apart
 * from the sentences of the program, which need not carry it.
 */
export const manual = {
  section: "User Commands",
  purpose: "command line of a PIX charging service",
  titles: {
    name: "NAME",
    synopsis: "SYNOPSIS",
    description: "DESCRIPTION",
    flags: "OPTIONS",
    commands: "COMMANDS",
    exits: "EXIT STATUS",
    environment: "ENVIRONMENT",
    files: "FILES",
    examples: "EXAMPLES",
    more: "SEE ALSO",
  },
  synopsis: { command: "command", flags: "options", operands: "arguments" },
  description: [
    "A terminal gets tables, colour and local times; a pipe gets one record a line, its " +
      "fields parted by tabs, and times in UTC.",
    "Standard output is the result alone; notes, prompts and errors go to standard error.",
    "The profile sandbox is the whole service on one file of this machine: it needs no " +
      "key and no network, and pays nobody.",
    "A write that was sent and not answered ends with 8, and the message has the command " +
      "that finds out what became of it.",
  ],
  flags: "Every command takes these, before and after its name.",
  choices: (words: readonly string[]): string => `One of ${words.join(", ")}.`,
  repeatable: "It can be repeated.",
  environment: [
    { name: "PIX_PROFILE", meaning: "The profile, where --profile does not name one." },
    {
      name: "PIX_API_KEY",
      meaning:
        "The API key. A source of the key that is set and fails is an error: the next one is " +
        "never tried.",
    },
    {
      name: "PIX_API_KEY_FILE",
      meaning:
        "A file with the API key, which only its owner can read. It comes before PIX_API_KEY.",
    },
    {
      name: "PIX_BASE_URL",
      meaning:
        "The address of the service. With a key it makes a profile of its own; a stored " +
        "profile it moves, but not to another server.",
    },
    {
      name: "PIX_ENVIRONMENT",
      meaning:
        "Which of staging and production PIX_BASE_URL is. Unless told it is production, but " +
        "for an address of this machine.",
    },
    {
      name: "PIX_HOME",
      meaning:
        "One folder for the profiles and for everything that is stored, in place of the two " +
        "folders under FILES.",
    },
    {
      name: "PIX_CA_FILE",
      meaning: "A PEM file of certificate authorities to trust beside the system's, as --ca-file.",
    },
    {
      name: "NODE_EXTRA_CA_CERTS",
      meaning: "Another such file, which every program of Node reads.",
    },
    {
      name: "PIX_RESEND_AFTER",
      meaning:
        "How long a payment rests whose answer was lost, before the same bytes may be sent " +
        "again, in seconds, or such as 2m. It can only lengthen the wait, but for a service of this machine.",
    },
    {
      name: "PIX_LOOKUP_GAP",
      meaning: "How far the two looks lie apart that must both find nothing before that.",
    },
    {
      name: "HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy",
      meaning: "The proxy for addresses of that kind; the lower case comes first.",
    },
    { name: "NO_PROXY, no_proxy", meaning: "The hosts that are reached without it." },
    {
      name: "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
      meaning:
        "Where the folders of the profiles, of what is stored and of completion lie; an " +
        "absolute path.",
    },
    {
      name: "BASH_COMPLETION_USER_DIR, ZDOTDIR",
      meaning:
        "Where completion --install puts the script for bash, and finds the settings of zsh.",
    },
    { name: "NO_COLOR", meaning: "No colour, where it is set to anything." },
    { name: "TERM", meaning: "Where it is dumb: no colour, no progress, no picture." },
    { name: "CI", meaning: "No progress, where it is set to anything." },
    { name: "TZ", meaning: "The time zone of the times that a terminal is shown." },
  ] satisfies readonly Entry[],
  files: [
    {
      name: "~/.config/pix/config.json",
      meaning: "The profiles, without any secret.",
    },
    {
      name: "~/.config/pix/credentials.json",
      meaning:
        "The keys of the profiles, where they are not in the system's keyring. Nobody else " +
        "can read it.",
    },
    {
      name: "~/.local/state/pix/ledger.db",
      meaning:
        "What was asked of a service. It must not be lost: it knows which payments were sent. " +
        "Copy it while no pix runs.",
    },
    {
      name: "~/.local/state/pix/sandbox.db",
      meaning: "What the sandbox holds; pix sandbox reset --yes empties it.",
    },
  ] satisfies readonly Entry[],
  examples: [
    {
      name: "pix pix create --amount 19.90 --profile sandbox",
      meaning: "A charge of R$ 19,90 and its QR code, without a key.",
    },
    {
      name: "pix pix wait <charge> --timeout 15m",
      meaning:
        "Ends with 0 once it is paid, with 10 where it is over, with 9 where it still waits.",
    },
    {
      name: "pix login --profile staging --env staging --base-url https://staging.example.com/v1",
      meaning: "Asks for the key, tries it, and stores it.",
    },
    {
      name: "pix withdraw create --amount 250.00 --pix-key maria@example.com --id rent-2026-11",
      meaning: "Pays once, however often it is run: the same --id never pays twice.",
    },
    {
      name: "pix withdraw batch run salaries.csv --yes --expect-count 3 --expect-total 485.50",
      meaning: "Pays a file of people, each once; run again, it goes on where it stopped.",
    },
    {
      name: "pix commands --json",
      meaning: "Every command, flag and exit code, for programs.",
    },
  ] satisfies readonly Entry[],
  more:
    "The help of one command is what pix <command> --help shows. Run pix doctor to see " +
    "what works on this machine and what does not.",
};
