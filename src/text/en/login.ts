import type { Said } from "../text.ts";

export const login = {
  ask: {
    profile: "Name of the profile",
    baseUrl: "Address of the service, ending in /v1",
    key: (name: string): string => `API key for profile ${name}`,
  },
  missing: (flags: readonly string[]): string => `Missing: ${flags.join(", ")}.`,
  missingHint: (command: string): string =>
    `Give the address as a flag and pipe the key in:\n${command}`,
  checking: (url: string): string => `Asking ${url} about the key`,
  nothingStored: "Nothing was stored.",
  stored: (name: string): string => `The key is stored for profile ${name}.`,
  inKeyring: (name: string): string => `The key of profile ${name} is in the system's keyring.`,
  fellToFile: (problem: string): string =>
    `The system's keyring cannot take the key: ${problem}. It is in the file of keys instead.`,
  keyringLeft: (account: string): string =>
    `The system's keyring still holds the key before this one: delete the entry "${account}" of pix-cli.`,
  storeAgainstCommand: (name: string): Said => ({
    message: `--store: profile ${name} takes its key from its credential_command; none is stored.`,
    hint: `Unset the command first: pix profiles set credential_command '' --profile ${name}`,
  }),
  commandKept: (name: string): string =>
    `Profile ${name} takes its key from its credential_command; no key was stored.`,
  isDefault: (name: string): string => `${name} is the default profile.`,
  fromVariable: (variable: string): string =>
    `The key was taken from ${variable}, which goes on before any stored key as long as it is set.`,
  hasCommand: (name: string): Said => ({
    message: `Profile ${name} takes its key from its credential_command: a stored key would never be used.`,
    hint: `Unset the command first: pix profiles set credential_command '' --profile ${name}`,
  }),
  noLogin: (name: string): Said => ({
    message: `The name ${name} is kept for a profile that needs no login.`,
    hint: "Give another name with --profile.",
  }),
  loggedOut: (name: string): string => `The key of profile ${name} is removed from this machine.`,
  noKey: (name: string): string => `Profile ${name} had no stored key.`,
  stillValid: "The key itself stays valid: revoke it in the dashboard if it is not used elsewhere.",
  stillFrom: (source: string): string => `A key still comes from ${source}.`,
};
