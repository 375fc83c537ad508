import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../errors.ts";
import type { Text } from "../../text/text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A file of certificate authorities and the name of the setting that it comes from. */
export interface AuthorityFile {
  readonly path: string;
  readonly from: "--ca-file" | "PIX_CA_FILE" | "ca_file";
}

/** The certificates of a whole operating system fit in a tenth of this. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The file of further authorities: the flag's, the environment's, the profile's. An empty variable is none.
 */
export function authorityFile(given: {
  readonly flag: string | undefined;
  readonly env: Environment;
  readonly profile: string | undefined;
}): AuthorityFile | undefined {
  const { flag, env, profile } = given;
  const variable = env["PIX_CA_FILE"];
  if (flag !== undefined) return { path: flag, from: "--ca-file" };
  if (variable !== undefined && variable !== "") return { path: variable, from: "PIX_CA_FILE" };
  return profile === undefined ? undefined : { path: profile, from: "ca_file" };
}

/**
 * PEM of the authorities to trust beside Node's own: those of the file, and those of NODE_EXTRA_CA_CERTS,
 * which Node 20 forgets as soon as it is given others. A file that holds none is a UsageError.
 */
export async function readAuthorities(
  file: AuthorityFile,
  options: { readonly currentFolder: string; readonly env: Environment; readonly text: Text },
): Promise<string> {
  const { currentFolder, env, text } = options;
  const own = await readCertificates(file, currentFolder, text);
  return [...own, await readExtra(env["NODE_EXTRA_CA_CERTS"])].join("\n");
}

async function readCertificates(
  { path, from }: AuthorityFile,
  currentFolder: string,
  text: Text,
): Promise<readonly string[]> {
  const say = text.transport.authorities;
  const whole = resolve(currentFolder, path);
  const refuse = (problem: string, cause?: unknown): UsageError =>
    new UsageError(say.refused(from, whole, problem), { hint: say.hint, cause });
  const source = await readText(whole).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw refuse(say.unreadable(code), error);
  });
  if (source === undefined) throw refuse(say.notFile);
  const found = source.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw refuse(say.noCertificate);
  for (const [index, certificate] of found.entries()) {
    if (!isCertificate(certificate)) throw refuse(say.broken(index + 1));
  }
  return found;
}

/** Undefined for what is no file, or too large for one of certificates. */
async function readText(path: string): Promise<string | undefined> {
  const stats = await stat(path);
  // A pipe without a writer would be waited for without end.
  return stats.isFile() && stats.size <= FILE_BYTES_MAX ? readFile(path, "latin1") : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    // OpenSSL has many words for it; the caller says which certificate it is.
    return false;
  }
}

/** Node itself warns of a file that cannot be read, and goes on without it. */
async function readExtra(path: string | undefined): Promise<string> {
  if (path === undefined || path === "") return "";
  return (await readText(path).catch(() => undefined)) ?? "";
}
