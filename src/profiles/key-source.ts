import type { Host } from "../host.ts";
import type { Profile } from "./profile.ts";
import type { Profiles } from "./store.ts";

/**
 * Where the key of a run comes from; `stored`: the file of keys; `none`: from nowhere; `not_needed`: the
 * sandbox has one of its own.
 */
export type KeySource =
  | GivenKeySource
  | "credential_command"
  | "stored"
  | "keyring"
  | "none"
  | "not_needed";

/** A source that belongs to no profile. */
export type GivenKeySource = "stdin" | "PIX_API_KEY_FILE" | "PIX_API_KEY";

type Env = Host["env"];

/** Which source `readKey` would take, without reading a key: nothing is run, asked or read from stdin. */
export async function keySource(options: {
  readonly profile: Profile;
  readonly env: Env;
  readonly apiKeyStdin: boolean;
  readonly keyPlace: Profiles["keyPlace"];
}): Promise<KeySource> {
  const { profile, keyPlace } = options;
  if (profile.source === "built_in") return "not_needed";
  const given = givenKeySource(options);
  if (given !== undefined) return given;
  if (profile.credentialCommand !== undefined) return "credential_command";
  const place = await keyPlace(profile.name);
  return place === "file" ? "stored" : (place ?? "none");
}

/** The order of the sources that belong to no profile, decided here alone. */
export function givenKeySource(options: {
  readonly env: Env;
  readonly apiKeyStdin: boolean;
}): GivenKeySource | undefined {
  const { env, apiKeyStdin } = options;
  if (apiKeyStdin) return "stdin";
  if (env["PIX_API_KEY_FILE"] !== undefined) return "PIX_API_KEY_FILE";
  return env["PIX_API_KEY"] === undefined ? undefined : "PIX_API_KEY";
}

/** The environment without its keys: what a profile sees that has to use its own. */
export function withoutKeys(env: Env): Env {
  const { PIX_API_KEY: _key, PIX_API_KEY_FILE: _file, ...others } = env;
  return others;
}
