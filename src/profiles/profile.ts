import { inboxHost } from "../domain/web-address.ts";

export type Environment = "staging" | "production" | "sandbox";

/** What stands in for a flag of a charge that was not given. */
export interface ProfileDefaults {
  readonly notificationUrl?: string;
  readonly customer: {
    readonly name?: string;
    readonly email?: string;
    /** The bare form: digits, or digits and upper-case letters. */
    readonly document?: string;
    readonly phone?: string;
  };
}

/** What withdrawals must not go beyond; a flag can only lower these. */
export interface ProfileLimits {
  readonly withdrawalCentsMax?: number;
  readonly runCentsMax?: number;
  /** A day in America/Sao_Paulo. */
  readonly dayCentsMax?: number;
}

export interface ProfileWaits {
  readonly resendAfterMs?: number;
  readonly lookupGapMs?: number;
}

/**
 * Who the tool talks as: an environment, an address and what is used where a flag is missing. Never a
 * key.
 */
export interface Profile {
  readonly name: string;
  readonly environment: Environment;
  /** Ends in `/v1`, without a slash. */
  readonly baseUrl: string;
  readonly defaults: ProfileDefaults;
  readonly limits: ProfileLimits;
  /** How long a payment in doubt rests before it may be sent again, where it is more than usual. */
  readonly waits: ProfileWaits;
  /** How many other people have to approve a batch before it is run. */
  readonly approvals: 0 | 1;
  /**
   * The service's own name of a field that the specification leaves open: `withdrawal.pix_key` to
   * `chave`.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** A program and its arguments that print the key on their first line. */
  readonly credentialCommand: readonly string[] | undefined;
  /** A PEM file of authorities to trust beside the system's; an absolute path. */
  readonly caFile?: string;
  /** `environment` is one made of PIX_BASE_URL and a key in the environment. */
  readonly source: "stored" | "environment" | "built_in";
}

/** The name of the profile that the environment makes, and of the one that always exists. */
export const environmentName = "environment";
export const sandboxName = "sandbox";

/** A name that a profile can be stored under. */
export function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,31}$/.test(name);
}

/** Those two are made, not stored, so that nothing stored can stand in their way. */
export function isReservedName(name: string): boolean {
  return name === environmentName || name === sandboxName;
}

/**
 * The embedded sandbox: it needs no key, and an amount is enough for a charge. Both hosts are names that
 * RFC 6761 reserves and that nothing ever contacts. The CPF has right check digits and is a sample.
 */
export const sandboxProfile: Profile = {
  name: sandboxName,
  environment: "sandbox",
  baseUrl: "https://sandbox.pix.invalid/v1",
  defaults: {
    notificationUrl: `https://${inboxHost}/notifications`,
    customer: {
      name: "Maria da Silva",
      email: "maria.silva@example.com",
      document: "52998224725",
      phone: "+5511999998888",
    },
  },
  limits: {},
  waits: {},
  approvals: 0,
  fields: {},
  credentialCommand: undefined,
  source: "built_in",
};
