import type { Said } from "../text.ts";

export const profiles = {
  // What is wrong with one value; the field's name and a colon stand before it.
  wait: (given: string): string => `${given} is no time: give it as 90s or 5m`,
  approvals: (given: string): string => `must be 0 or 1, not ${given}`,
  environmentValue: (given: string): string => `must be staging or production, not ${given}`,
  baseUrl: {
    empty: "is empty",
    too_long: "is longer than 2048 characters",
    not_a_url: "is not an address: write it whole, such as https://api.example.com/v1",
    not_https: "is not HTTPS: only an address of this machine may begin with http://",
    has_credentials: "carries a user name or a password: a key never stands in an address",
    has_query: "must end in /v1, without ? or #",
    not_v1: "must end in /v1",
  },
  didYouMean: (problem: string, meant: string): string => `${problem}; did you mean ${meant}?`,
  phone: (given: string): string => `${given} is not a phone number: write +55 11 99999-8888`,
  relativePath: (given: string): string =>
    `${given} is another file in every folder: write its whole path`,
  wireName: (given: string): string =>
    `${given} is not a field's name: letters, digits, - and _, beginning with a letter`,
  notText: "must be text in quotes",
  notObject: "must be an object in braces",
  notAddress: "is not an address",
  emptyValue: "is empty",
  tooLong: (max: number): string => `is longer than ${max} characters`,
  controlCharacter: "holds a control character",
  missing: "is missing",
  version: (known: number): string => `must be ${known}`,
  unknown: (name: string): string => `there is no profile ${name}`,
  unknownField: (near: string | undefined): string =>
    near === undefined ? "is not a known field" : `is not a known field; did you mean ${near}?`,
  nameValue: (name: string): string =>
    `${name} is not a profile's name: up to 32 of a-z, 0-9, - and _, beginning with a letter or digit, ` +
    "and neither sandbox nor environment",
  command: {
    not_words: 'must be a JSON array of words, such as ["op", "read", "op://vault/pix/key"]',
    too_many: "has more than 32 words",
    empty_word: "names no program, or has a word that is too long",
    one_word: "is one word with spaces, and no shell splits it: write each word by itself",
    relative: "names a program beside the current folder: write its whole path",
  },
  cannotUnset: (field: string): string => `${field}: a profile cannot be without it.`,
  oneValue: (field: string): string => `${field}: takes one value; put it in quotes.`,
  knownFields: (names: readonly string[]): string =>
    `The fields are: ${names.join(", ")}, and field.<resource>.<name>.`,
  rename: {
    unknownResource: (resource: string, known: readonly string[]): string =>
      `${resource} is not a resource; known are ${known.join(", ")}.`,
    unknownField: (resource: string, field: string, known: readonly string[]): string =>
      `${field} is not a field of ${resource} that can be renamed; those are ${known.join(", ")}.`,
    specified: (resource: string, field: string): string =>
      `The specification names ${field} of ${resource}: it cannot be renamed.`,
    taken: (resource: string, wire: string): string =>
      `${wire} already is the name of another field of ${resource}.`,
  },

  // Files that are refused.
  notJson: (path: string): Said => ({
    message: `${path} is not a JSON object; nothing was changed in it.`,
    hint: "Correct it, or move it away and log in again with: pix login",
  }),
  wrongFile: (path: string, field: string, problem: string): Said => ({
    message: `${path}: ${field} ${problem}.`,
    hint: "Correct the file; nothing was changed in it.",
  }),
  unsafe: {
    link: (path: string): Said => ({
      message: `${path} is a symbolic link, behind which anybody's file may be.`,
      hint: "Replace it by the file or folder itself, or point PIX_HOME to that folder.",
    }),
    notFile: (path: string): Said => ({
      message: `${path} is not a file.`,
      hint: "Move it away and run the command again.",
    }),
    notFolder: (path: string): Said => ({
      message: `${path} is not a folder.`,
      hint: "Move it away, or point PIX_HOME to a folder.",
    }),
    owner: (path: string): Said => ({
      message: `${path} belongs to another user, who could change it.`,
      hint: "Run pix as that user (sudo may keep HOME), or point PIX_HOME to a folder of your own.",
    }),
    fileMode: (path: string, mode: string, command: string): Said => ({
      message: `${path} is open to other users (mode ${mode}).`,
      hint: `Run: ${command}\nIf a key was in it, create a new one: others may have read it.`,
    }),
    folderMode: (path: string, mode: string, command: string): Said => ({
      message: `Other users can write to the folder ${path} (mode ${mode}).`,
      hint: `Run: ${command}\nOr point PIX_HOME to a folder inside it, which pix makes for you alone.`,
    }),
    tooLarge: (path: string, bytesMax: number): Said => ({
      message: `${path} is larger than ${bytesMax} bytes.`,
      hint: "Move it away and log in again with: pix login",
    }),
    notUtf8: (path: string): Said => ({
      message: `${path} is not UTF-8 text.`,
      hint: "Move it away and log in again with: pix login",
    }),
  },
  unreadable: (path: string, code: string): Said => ({
    message: `${path} cannot be read (${code}).`,
    hint: "See that the file and its folder are yours, or point PIX_HOME to another folder.",
  }),
  unwritable: (folder: string, code: string): Said => ({
    message: `The profiles in ${folder} cannot be written (${code}).`,
    hint: "See that the disk has room and the folder is yours, or point PIX_HOME to another folder.",
  }),
  locked: (path: string): Said => ({
    message: `Another pix keeps changing the profiles; nothing was changed (${path}).`,
    hint: "Run the command again.",
  }),

  // Which profile.
  noneStored: {
    message: "No profile is chosen, and none is stored.",
    hint: "Log in with pix login, or try pix right away, without a key, with: --profile sandbox",
  },
  severalStored: (names: readonly string[]): Said => ({
    message: `No profile is chosen; stored are ${names.join(", ")}.`,
    hint: "Name one with --profile, or make one the default with: pix profiles use <name>",
  }),
  addressWithoutKey: {
    message:
      "PIX_BASE_URL is set, but neither PIX_API_KEY nor PIX_API_KEY_FILE, and no profile is stored.",
    hint: "Set one of them, or log in with: pix login",
  },
  keyWithoutAddress: {
    message: "There is a key, but no address to send it to: no profile is stored.",
    hint: "Set PIX_BASE_URL to the service's address, or log in with: pix login",
  },
  noSuchProfile: (options: {
    readonly name: string;
    readonly origin: string;
    readonly known: readonly string[];
    readonly near: string | undefined;
  }): Said => ({
    message:
      `${options.origin}: there is no profile ${options.name}; ` +
      `known are ${options.known.join(", ")}.`,
    hint:
      options.near === undefined
        ? "See them with pix profiles list, or store this one with pix login."
        : `Did you mean ${options.near}?`,
  }),
  baseUrlElsewhere: (name: string, was: string, given: string): Said => ({
    message:
      `PIX_BASE_URL (${given}) is not where profile ${name} belongs (${was}): ` +
      "its key must not go there.",
    hint: "Unset PIX_BASE_URL, or log in to that address under another name: pix login --profile <name>",
  }),
  otherOrigin: (name: string, was: string, now: string): Said => ({
    message: `The key of profile ${name} was given for ${was} and is not sent to ${now}.`,
    hint: `Store a key for the new address with: pix login --profile ${name}`,
  }),
  mismatch: (name: string, environment: string, said: string): Said => ({
    message: `Profile ${name} is ${environment}, but the service says that its key belongs to ${said}.`,
    hint: `Use the right key, or log in under another name: pix login --env ${
      said.toLowerCase() === "production" ? "production" : "staging"
    }`,
  }),
  notStored: (name: string): Said => ({
    message: `Profile ${name} is not stored, so it cannot be changed.`,
    hint: "Name a stored one with --profile; see them with: pix profiles list",
  }),

  // Where a key comes from, and why it is refused. None of it shows any of a key.
  key: {
    typed: "The key",
    storedKey: "The stored key",
    none: (name: string): Said => ({
      message: `Profile ${name} has no key.`,
      hint: `Store one with: pix login --profile ${name}`,
    }),
    notNeeded: (name: string): Said => ({
      message: `Profile ${name} needs no key.`,
      hint: "Leave the key out, or name another profile with --profile.",
    }),
    emptyVariable: (name: string): Said => ({
      message: `${name} is set, but empty.`,
      hint: `Give it a value, or unset it so that the next source is used: unset ${name}`,
    }),
    problem: {
      empty: "is empty",
      too_long: "is too long for a key",
      lines: "has more than one line",
      characters: "has characters that no key has (spaces, accents, control characters)",
    },
    malformed: (source: string, problem: string): Said => ({
      message: `${source} ${problem}.`,
      hint: "Copy the key again from the Integrations area of the dashboard, alone on one line.",
    }),
    stdinIsTerminal: {
      message: "--api-key-stdin reads a key from a pipe, and standard input is a terminal.",
      hint: "Leave the flag out: pix login asks for the key without showing it.",
    },
    stdinFailed: (code: string): Said => ({
      message: `--api-key-stdin: standard input cannot be read (${code}).`,
      hint: "Pipe the key in, or redirect it from a file.",
    }),
    stdinTimedOut: (seconds: number): Said => ({
      message: `--api-key-stdin: no key came within ${seconds} seconds.`,
      hint: "Pipe the key in, and close the pipe behind it.",
    }),
    file: {
      unreadable: (path: string, code: string): Said => ({
        message: `PIX_API_KEY_FILE: ${path} cannot be read (${code}).`,
        hint: "Correct the path or the file's owner, or unset the variable.",
      }),
      not_file: (path: string): Said => ({
        message: `PIX_API_KEY_FILE: ${path} is not a file.`,
        hint: "Name a file that holds the key alone.",
      }),
      writable: (path: string, command: string): Said => ({
        message: `PIX_API_KEY_FILE: other users can write to ${path}, and put another key in.`,
        hint: `Run: ${command}`,
      }),
      readable: (path: string, command: string): Said => ({
        message: `PIX_API_KEY_FILE: other users can read ${path}.`,
        hint: `Run: ${command}\nThen create a new key in the dashboard: others may have read this one.`,
      }),
    },
    command: {
      not_started: (program: string, code: string): Said => ({
        message: `credential_command: ${program} could not be started (${code}).`,
        hint: "See that it is installed and on PATH; pix profiles show prints the whole command.",
      }),
      failed: (program: string, status: number | string): Said => ({
        message: `credential_command: ${program} ended with ${status}.`,
        hint: "Run the command by itself to see what it says; pix profiles show prints it.",
      }),
      timed_out: (program: string, seconds: number): Said => ({
        message: `credential_command: ${program} gave no key within ${seconds} seconds.`,
        hint: "Run the command by itself: it may wait for a password or hold its output open.",
      }),
      too_long: (program: string): Said => ({
        message: `credential_command: ${program} printed more than a key.`,
        hint: "It must print the key on its first line and nothing else.",
      }),
    },
  },

  // The system's keyring. A problem ends a sentence.
  keyring: {
    notInstalled: "its package, @napi-rs/keyring, is not installed here",
    unavailable: (reason: string): string =>
      reason === "" ? "it is not available here" : `it is not available here (${reason})`,
    timedOut: (seconds: number): string =>
      `it did not answer within ${seconds} seconds; it may be locked, and ask on the screen`,
    empty: "it holds no such key",
    noKey: (name: string, problem: string): Said => ({
      message: `The key of profile ${name} is in the system's keyring: ${problem}.`,
      hint:
        `Unlock the keyring and run the command again, or store the key anew with: ` +
        `pix login --profile ${name}\nWhere there is no keyring, as in cron: --store file`,
    }),
    left: (account: string, problem: string): Said => ({
      message: `pix has forgotten the key, but the system's keyring still holds it: ${problem}.`,
      hint: `Delete the entry "${account}" of pix-cli with the keyring's own program.`,
    }),
  },

  // The commands.
  labels: {
    name: "Profile",
    default: "Default",
    environment: "Environment",
    baseUrl: "Address",
    key: "Key",
    source: "Kept",
    store: "Store",
    result: "Result",
    message: "Message",
    notificationUrl: "Notification URL",
    customerName: "Payer's name",
    customerEmail: "Payer's e-mail",
    customerDocument: "Payer's CPF/CNPJ",
    customerPhone: "Payer's phone",
    limitWithdrawal: "Limit per withdrawal",
    limitRun: "Limit per run",
    limitDay: "Limit per day",
    resendAfter: "Rest of a payment in doubt",
    lookupGap: "Gap between two looks for it",
    approvals: "Approvals of a batch",
    credentialCommand: "Key command",
    caFile: "Authorities",
    field: (field: string): string => `Name of ${field}`,
  },
  noProfiles: "No profile.",
  checking: (count: number): string => `Asking about ${count} profiles`,
  checkFailed: (names: readonly string[]): Said => ({
    message: `These profiles do not work: ${names.join(", ")}.`,
    hint: "See each line above; store a new key with: pix login --profile <name>",
  }),
  used: (name: string): string => `${name} is the default profile now.`,
  usedSandbox: "sandbox is the default profile now: no command without --profile moves real money.",
  changed: (name: string, field: string, value: string): string =>
    `Profile ${name}: ${field} is ${value} now.`,
  unset: (name: string, field: string): string => `Profile ${name}: ${field} is unset now.`,
  addressMoved: (name: string): string =>
    `The stored key was given for another address and is not sent to this one: pix login --profile ${name}`,
  removed: (name: string): string => `Profile ${name} and its key are removed from this machine.`,
  removedDefault: "It was the default; choose another with: pix profiles use <name>",
};
