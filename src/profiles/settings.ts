import { isAbsolute } from "node:path";
import { parseDocument } from "../domain/document.ts";
import { parseDuration } from "../domain/duration.ts";
import { isEmail } from "../domain/email.ts";
import { decimalReais, fromReais, parseMoney } from "../domain/money.ts";
import { accepted, type Parsed, refused } from "../domain/parsed.ts";
import { holdsControls } from "../domain/unseen.ts";
import { parseHttpsUrl } from "../domain/web-address.ts";
import type { Text } from "../text/text.ts";
import { baseUrlProblem, parseBaseUrl } from "./base-url.ts";
import { checkCommand } from "./command-words.ts";
import { nearest } from "./nearest.ts";
import type {
  Environment,
  Profile,
  ProfileDefaults,
  ProfileLimits,
  ProfileWaits,
} from "./profile.ts";

/** A profile as it is stored and set: one name, one value, no nesting. */
export type Settings = Readonly<Record<string, SettingValue>>;
export type SettingValue = string | readonly string[];

/** A value in its stored form, or the sentence that says why it cannot be. */
type Read<T> = Parsed<T, string>;
type Reader = (given: string, text: Text) => Read<string>;

const characterCountMax = 2048;
const phonePattern = /^(?=(?:\D*\d){8,15}\D*$)\+?[\d ().-]+$/;
const fieldPattern = /^field\.([a-z]+\.[a-z][a-z0-9_]{0,63})$/;
const wireNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
export const commandField = "credential_command";

const readers: Readonly<Record<string, Reader>> = {
  environment: (given, text) =>
    given === "staging" || given === "production"
      ? accepted(given)
      : refused(text.profiles.environmentValue(given)),
  base_url: (given, text) => {
    const parsed = parseBaseUrl(given);
    if (parsed.ok) return accepted(parsed.value.url);
    return refused(baseUrlProblem(parsed, text));
  },
  notification_url: (given, text) => {
    const parsed = parseHttpsUrl(given);
    if (!parsed.ok) return refused(text.values.url(parsed.problem, given));
    const reachable = parsed.value.public || parsed.value.loopback;
    return reachable ? accepted(parsed.value.url) : refused(text.values.urlNotPublic(given));
  },
  "customer.name": (given) => accepted(given),
  "customer.email": (given, text) =>
    isEmail(given) ? accepted(given) : refused(text.values.email(given)),
  "customer.document": (given, text) => {
    const parsed = parseDocument(given);
    if (parsed.ok) return accepted(parsed.value.digits);
    return refused(text.values.document(parsed.problem, given));
  },
  "customer.phone": (given, text) =>
    phonePattern.test(given) ? accepted(given) : refused(text.profiles.phone(given)),
  "limit.withdrawal": readLimit,
  "limit.run": readLimit,
  "limit.day": readLimit,
  "wait.resend_after": readWait,
  "wait.lookup_gap": readWait,
  approvals: (given, text) =>
    given === "0" || given === "1" ? accepted(given) : refused(text.profiles.approvals(given)),
  ca_file: (given, text) =>
    isAbsolute(given) ? accepted(given) : refused(text.profiles.relativePath(given)),
};

/** Every setting but the renamed fields, in the order in which they are shown. */
export const settingNames: readonly string[] = [...Object.keys(readers), commandField];

/** Checks one setting and brings it into its stored form: a document as digits, a limit as `1000.00`. */
export function readSetting(field: string, value: unknown, text: Text): Read<SettingValue> {
  if (field === commandField) return readCommand(value, text);
  if (typeof value !== "string") return refused(text.profiles.notText);
  const given = value.trim();
  if (given === "") return refused(text.profiles.emptyValue);
  if (given.length > characterCountMax) return refused(text.profiles.tooLong(characterCountMax));
  if (holdsControls(given)) return refused(text.profiles.controlCharacter);
  if (fieldPattern.test(field)) {
    return wireNamePattern.test(given) ? accepted(given) : refused(text.profiles.wireName(given));
  }
  const reader = Object.hasOwn(readers, field) ? readers[field] : undefined;
  return reader === undefined
    ? refused(text.profiles.unknownField(nearest(field, settingNames)))
    : reader(given, text);
}

/** Whether a profile has a setting of this name. */
export function isSettingName(field: string): boolean {
  return field === commandField || Object.hasOwn(readers, field) || fieldPattern.test(field);
}

/** Builds a profile of settings that `readSetting` has passed; undefined without environment and address. */
export function profileOf(name: string, settings: Settings): Profile | undefined {
  const environment = environmentOf(settings["environment"]);
  const baseUrl = textOf(settings["base_url"]);
  if (environment === undefined || baseUrl === undefined) return undefined;
  const command = settings[commandField];
  const caFile = textOf(settings["ca_file"]);
  return {
    name,
    environment,
    baseUrl,
    defaults: defaultsOf(settings),
    limits: limitsOf(settings),
    waits: waitsOf(settings),
    approvals: settings["approvals"] === "1" ? 1 : 0,
    fields: Object.fromEntries(
      Object.entries(settings).flatMap(([field, value]) => {
        const renamed = fieldPattern.exec(field)?.[1];
        return renamed === undefined ? [] : [[renamed, textOf(value) ?? ""]];
      }),
    ),
    credentialCommand: typeof command === "string" ? undefined : command,
    ...(caFile === undefined ? {} : { caFile }),
    source: "stored",
  };
}

/** The same profile as it is stored. */
export function settingsOf(profile: Profile): Settings {
  const { environment, baseUrl, defaults, limits, waits, fields, credentialCommand } = profile;
  const { name, email, document, phone } = defaults.customer;
  const limit = (cents: number | undefined): string | undefined =>
    cents === undefined ? undefined : decimalReais(cents);
  const wait = (milliseconds: number | undefined): string | undefined =>
    milliseconds === undefined ? undefined : `${milliseconds}ms`;
  const entries: readonly (readonly [string, SettingValue | undefined])[] = [
    ["environment", environment],
    ["base_url", baseUrl],
    ["notification_url", defaults.notificationUrl],
    ["customer.name", name],
    ["customer.email", email],
    ["customer.document", document],
    ["customer.phone", phone],
    ["limit.withdrawal", limit(limits.withdrawalCentsMax)],
    ["limit.run", limit(limits.runCentsMax)],
    ["limit.day", limit(limits.dayCentsMax)],
    ["wait.resend_after", wait(waits.resendAfterMs)],
    ["wait.lookup_gap", wait(waits.lookupGapMs)],
    ["approvals", profile.approvals === 0 ? undefined : String(profile.approvals)],
    ["ca_file", profile.caFile],
    [commandField, credentialCommand],
    ...Object.entries(fields).map(([field, wire]) => [`field.${field}`, wire] as const),
  ];
  return Object.fromEntries(
    entries.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
}

function defaultsOf(settings: Settings): ProfileDefaults {
  const name = textOf(settings["customer.name"]);
  const email = textOf(settings["customer.email"]);
  const document = textOf(settings["customer.document"]);
  const phone = textOf(settings["customer.phone"]);
  const notificationUrl = textOf(settings["notification_url"]);
  const customer = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(document === undefined ? {} : { document }),
    ...(phone === undefined ? {} : { phone }),
  };
  return { ...(notificationUrl === undefined ? {} : { notificationUrl }), customer };
}

function limitsOf(settings: Settings): ProfileLimits {
  const withdrawalCentsMax = fromReais(settings["limit.withdrawal"]);
  const runCentsMax = fromReais(settings["limit.run"]);
  const dayCentsMax = fromReais(settings["limit.day"]);
  return {
    ...(withdrawalCentsMax === undefined ? {} : { withdrawalCentsMax }),
    ...(runCentsMax === undefined ? {} : { runCentsMax }),
    ...(dayCentsMax === undefined ? {} : { dayCentsMax }),
  };
}

function waitsOf(settings: Settings): ProfileWaits {
  const resendAfterMs = millisecondsOf(settings["wait.resend_after"]);
  const lookupGapMs = millisecondsOf(settings["wait.lookup_gap"]);
  return {
    ...(resendAfterMs === undefined ? {} : { resendAfterMs }),
    ...(lookupGapMs === undefined ? {} : { lookupGapMs }),
  };
}

function millisecondsOf(value: SettingValue | undefined): number | undefined {
  const parsed = parseDuration(textOf(value) ?? "");
  return parsed.ok ? parsed.value : undefined;
}

function textOf(value: SettingValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function environmentOf(given: SettingValue | undefined): Environment | undefined {
  return given === "staging" || given === "production" ? given : undefined;
}

function readLimit(given: string, text: Text): Read<string> {
  const parsed = parseMoney(given);
  if (parsed.ok) return accepted(decimalReais(parsed.value));
  return refused(text.values.money(parsed.problem, given));
}

function readWait(given: string, text: Text): Read<string> {
  const parsed = parseDuration(given);
  return parsed.ok ? accepted(`${parsed.value}ms`) : refused(text.profiles.wait(given));
}

function readCommand(value: unknown, text: Text): Read<SettingValue> {
  const command = checkCommand(value);
  return command.ok ? command : refused(text.profiles.command[command.problem]);
}
