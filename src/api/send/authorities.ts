import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
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
export function readAuthorities(
  file: AuthorityFile,
  options: { readonly currentFolder: string; readonly env: Environment; readonly text: Text },
): string {
  const { currentFolder, env, text } = options;
  const own = readCertificates(file, currentFolder, text);
  return [...own, readExtra(env["NODE_EXTRA_CA_CERTS"])].join("\n");
}

function readCertificates(
  { path, from }: AuthorityFile,
  currentFolder: string,
  text: Text,
): readonly string[] {
  const whole = resolve(currentFolder, path);
  const refuse = (problem: (say: Sentences) => string, cause?: unknown): UsageError => {
    const say = text.transport.authorities;
    return new UsageError(say.refused(from, whole, problem(say)), { hint: say.hint, cause });
  };
  let source: string | undefined;
  try {
    source = readText(whole);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw refuse((say) => say.unreadable(code), error);
  }
  if (source === undefined) throw refuse((say) => say.notFile);
  const found = source.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw refuse((say) => say.noCertificate);
  for (const [index, certificate] of found.entries()) {
    if (!isCertificate(certificate)) throw refuse((say) => say.broken(index + 1));
  }
  return found;
}

type Sentences = Text["transport"]["authorities"];

/** Undefined for what is no file, or too large for one of certificates. */
function readText(path: string): string | undefined {
  const stats = statSync(path);
  // A pipe without a writer would be waited for without end.
  const fits = stats.isFile() && stats.size <= FILE_BYTES_MAX;
  return fits ? readFileSync(path, "latin1") : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    // OpenSSL has many words for it; the caller says which certificate it is.
    return false;
  }
}

function readExtra(path: string | undefined): string {
  if (path === undefined || path === "") return "";
  try {
    return readText(path) ?? "";
  } catch {
    // Node itself warns of a file that cannot be read, and goes on without it.
    return "";
  }
}
