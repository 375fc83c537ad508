import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { authorityFile, readAuthorities } from "../../api/send/authorities.ts";
import { proxyFor, unusableProxy } from "../../api/send/proxy.ts";
import type { Context } from "../../context.ts";
import type { Profile } from "../../profiles/profile.ts";
import { failure, fine, finding, type Finding, warning } from "./finding.ts";

/** The certificates of a whole operating system fit in a tenth of this. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Which proxy requests go through: none, or its address without the name and password it may hold. */
export function proxy({ host, text }: Context, profiles: readonly Profile[]): Finding {
  const said = text.doctor.proxy;
  const ways = profiles
    .filter(({ environment }) => environment !== "sandbox")
    .map(({ name, baseUrl }) => ({ name, way: proxyFor(new URL(baseUrl), host.env) }));
  if (ways.some(({ way }) => way === unusableProxy)) return failure("proxy", said.unusable);
  const through = ways.flatMap(({ name, way }) =>
    way === undefined ? [] : [said.through(name, `${way.protocol}//${way.host}`)],
  );
  return fine("proxy", through.length === 0 ? said.none : through.join("; "));
}

/** The files of further authorities that are named; each is read as a request would read it. */
export async function authorities(
  context: Context,
  profiles: readonly Profile[],
): Promise<readonly Finding[]> {
  const { host, text, flags } = context;
  const { env, currentFolder } = host;
  const extra = env["NODE_EXTRA_CA_CERTS"] ?? "";
  const named = [undefined, ...profiles.map(({ caFile }) => caFile)].flatMap(
    (profile) => authorityFile({ flag: flags.caFile, env, profile }) ?? [],
  );
  const files = new Map(named.map((file) => [`${file.from} ${file.path}`, file]));
  const checked = [...files.values()].map((file) => {
    const name = `authorities.${file.from.replace(/^--/, "")}`;
    return finding(name, context, async () => {
      readAuthorities(file, { currentFolder, env: {}, text });
      return fine(name, text.doctor.authorities.ok(file.from, resolve(currentFolder, file.path)));
    });
  });
  if (extra !== "") {
    const path = resolve(currentFolder, extra);
    checked.push(finding("authorities.node", context, () => extraAuthorities(path, context)));
  }
  return checked.length === 0
    ? [fine("authorities", text.doctor.authorities.none)]
    : Promise.all(checked);
}

/** Node warns of a file that it cannot use and goes on without it, so that it is no failure. */
function extraAuthorities(path: string, { text }: Context): Finding {
  const said = text.doctor.authorities;
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > FILE_BYTES_MAX) {
      return warning("authorities.node", said.unusable(path, said.notFile));
    }
    // It takes the first of them, and fails where there is none.
    const first = new X509Certificate(readFileSync(path));
    return first.raw.length > 0
      ? fine("authorities.node", said.ok("NODE_EXTRA_CA_CERTS", path))
      : warning("authorities.node", said.unusable(path, said.notFile));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return warning("authorities.node", said.unusable(path, reason));
  }
}
