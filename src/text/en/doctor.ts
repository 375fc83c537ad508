import type { Said } from "../text.ts";

export const doctor = {
  looking: "Looking at this machine and at the services of the profiles",
  status: { ok: "ok", warning: "warning", failure: "failure" },
  labels: { name: "Check", status: "Status", message: "Message", hint: "What to do" },
  failed: (names: readonly string[]): Said => ({
    message: `Something does not work: ${names.join(", ")}.`,
    hint: "See what each line above says to do.",
  }),
  node: {
    ok: (version: string): string => `Node ${version}.`,
  },
  folder: {
    ok: (path: string, mode: string, owner: number): string =>
      `${path} is yours alone (mode ${mode}, owner ${owner}).`,
    absent: (path: string): string => `${path} is not there yet; it is made when it is needed.`,
    open: (path: string, mode: string, command: string): Said => ({
      message: `Other users can look into ${path} (mode ${mode}).`,
      hint: `Run: ${command}`,
    }),
    closed: (path: string): Said => ({
      message: `${path} cannot be read and written.`,
      hint: "See who owns it, or point PIX_HOME to another folder.",
    }),
  },
  profiles: {
    ok: (names: readonly string[]): string => `There are: ${names.join(", ")}.`,
    chosen: (name: string, environment: string): string =>
      `Commands talk as ${name} (${environment}) unless --profile says otherwise.`,
  },
  service: {
    sandbox: "Works without a key and without a network.",
    noKey: {
      message: "There is no key for this profile.",
      hint: "Store one with: pix login --profile <name>",
    },
    notAsked: (source: string): string =>
      `Its key comes from ${source}; with --dry-run no service is asked.`,
    ok: (url: string, source: string, store: string | undefined): string =>
      `${url} accepts the key${store === undefined ? "" : ` of ${store}`} (from: ${source}).`,
  },
  clock: {
    ok: "This machine and the service agree on the time.",
    unknown: "Not compared: no service told its time.",
    skewed: (seconds: number, profile: string): Said => ({
      message:
        `This machine is ${Math.abs(seconds)} seconds ` +
        `${seconds > 0 ? "ahead of" : "behind"} the service of ${profile}.`,
      hint: "Set the clock, best by NTP: wrong times spoil expiry dates, reports and certificates.",
    }),
  },
  proxy: {
    none: "No request goes through a proxy.",
    through: (profile: string, proxy: string): string => `${profile} goes through ${proxy}`,
    unusable: {
      message: "The address of the proxy cannot be read, so every request that needs it fails.",
      hint: "Write HTTPS_PROXY as http://host:port, or unset it.",
    },
  },
  authorities: {
    none: "Node's own certificate authorities and no others.",
    ok: (from: string, path: string): string => `${from}: ${path} is trusted too.`,
    notFile: "it is no file of certificates",
    unusable: (path: string, reason: string): Said => ({
      message: `NODE_EXTRA_CA_CERTS: ${path} cannot be used (${reason}), and Node goes on without it.`,
      hint: "Correct the path, or unset the variable.",
    }),
  },
  terminal: {
    none: "The output is no terminal: plain data, no colour, no QR code.",
    ok: (columns: number, color: boolean): string =>
      `${columns} columns, ${color ? "colour" : "no colour"}; the QR code of a charge fits.`,
    narrow: (columns: number, color: boolean): Said => ({
      message:
        `${columns} columns, ${color ? "colour" : "no colour"}; ` +
        "the QR code of a charge does not fit.",
      hint: "Make the window wider, or write the code to a picture with --png.",
    }),
  },
  tunnels: {
    ok: (names: readonly string[]): string =>
      `To receive notifications there are: ${names.join(", ")}.`,
    none: (names: readonly string[]): Said => ({
      message: `None of ${names.join(", ")} is on PATH.`,
      hint: "Only receiving notifications from the internet needs one.",
    }),
  },
  stores: {
    ok: (path: string): string => `${path} is whole.`,
    absent: (path: string): string => `${path} is not there yet; it is made when it is needed.`,
    damaged: (path: string, problems: readonly string[]): Said => ({
      message: `${path} is damaged: ${problems.join("; ")}`,
      hint: "Stop paying from this machine, and put the file back from a backup before you go on.",
    }),
  },
};
