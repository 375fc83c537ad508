import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Context } from "../../context.ts";
import { commandLine } from "../../domain/command-line.ts";
import { checkPrivateFolder } from "../../profiles/private-file.ts";
import { failure, fine, finding, type Finding, warning } from "./finding.ts";

const OPEN_TO_OTHERS = 0o077;

/** Programs that can lead notifications here; they are looked up and never run. */
const TUNNELS = ["ssh", "cloudflared", "ngrok"] as const;

const STORES = ["ledger.db", "sandbox.db"] as const;

export function nodeVersion({ host, text }: Context): Finding {
  // An older one than this program needs does not come this far.
  return fine("node", text.doctor.node.ok(host.nodeVersion));
}

/** The two folders, or the one that stands for both. */
export function folders(context: Context): Promise<readonly Finding[]> {
  const { config, state } = context.folders;
  const named: readonly (readonly [string, string])[] =
    config === state
      ? [["folder", config]]
      : [
          ["folder.config", config],
          ["folder.state", state],
        ];
  return Promise.all(
    named.map(([name, path]) => finding(name, context, () => folder(name, path, context))),
  );
}

function folder(name: string, path: string, { host, text }: Context): Finding {
  const said = text.doctor.folder;
  if (!checkPrivateFolder(path, { host, text })) return fine(name, said.absent(path));
  const { mode, uid } = lstatSync(path);
  const octal = (mode & 0o7777).toString(8).padStart(4, "0");
  if (!isAllowed(path, constants.R_OK | constants.W_OK | constants.X_OK)) {
    return failure(name, said.closed(path));
  }
  if (host.platform !== "win32" && (mode & OPEN_TO_OTHERS) !== 0) {
    return warning(name, said.open(path, octal, commandLine(["chmod", "700", path])));
  }
  return fine(name, said.ok(path, octal, uid));
}

/** Each store that exists, read through once; SQLite's own check of its pages and rows. */
export async function stores(context: Context): Promise<readonly Finding[]> {
  const { folders: places, text } = context;
  const said = text.doctor.stores;
  const { integrity } = await import("../../database.ts");
  return Promise.all(
    STORES.map((file) => {
      const name = `store.${file.replace(/\.db$/, "")}`;
      const path = join(places.state, file);
      return finding(name, context, async () => {
        if (!existsSync(path)) return fine(name, said.absent(path));
        const problems = await integrity({ path, text });
        return problems.length === 0
          ? fine(name, said.ok(path))
          : failure(name, said.damaged(path, problems));
      });
    }),
  );
}

export function tunnels({ host, text }: Context): Finding {
  const found = TUNNELS.filter((program) => isOnPath(program, host));
  const said = text.doctor.tunnels;
  return found.length === 0
    ? warning("tunnels", said.none(TUNNELS))
    : fine("tunnels", said.ok(found));
}

function isOnPath(program: string, { env, platform }: Context["host"]): boolean {
  const file = platform === "win32" ? `${program}.exe` : program;
  const listed = (env["PATH"] ?? env["Path"] ?? "").split(delimiter);
  return listed
    .filter((place) => place !== "")
    .map((place) => join(place, file))
    .some((path) => isAllowed(path, constants.X_OK) && statSync(path).isFile());
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    // Whatever the reason is, this process cannot use it.
    return false;
  }
}
