import { decimalReais } from "../../domain/money.ts";
import type { KeySource } from "../../profiles/key-source.ts";
import type { Profile } from "../../profiles/store.ts";
import { cell } from "../../terminal/cell.ts";
import type { Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";

/** A profile and what is known around it; of its key only where it comes from. */
export interface Shown {
  readonly profile: Profile;
  readonly isDefault: boolean;
  readonly key: KeySource;
}

/**
 * The profile as `--json` gives it: every field is there, null where nothing is set; limits are decimal
 * reais.
 */
export function jsonOf({ profile, isDefault, key }: Shown): Readonly<Record<string, unknown>> {
  const { name, environment, baseUrl, source, defaults, limits, fields } = profile;
  const { customer, notificationUrl } = defaults;
  const reais = (cents: number | undefined): string | null =>
    cents === undefined ? null : decimalReais(cents);
  return {
    name,
    default: isDefault,
    environment,
    base_url: baseUrl,
    key,
    source,
    notification_url: notificationUrl ?? null,
    customer: {
      name: customer.name ?? null,
      email: customer.email ?? null,
      document: customer.document ?? null,
      phone: customer.phone ?? null,
    },
    limits: {
      withdrawal: reais(limits.withdrawalCentsMax),
      run: reais(limits.runCentsMax),
      day: reais(limits.dayCentsMax),
    },
    waits: {
      resend_after: seconds(profile.waits.resendAfterMs) ?? null,
      lookup_gap: seconds(profile.waits.lookupGapMs) ?? null,
    },
    approvals: profile.approvals,
    fields,
    credential_command: profile.credentialCommand ?? null,
    ca_file: profile.caFile ?? null,
  };
}

/** The profile for a person: what is set, and nothing of what is not. */
export function fieldsOf({ profile, isDefault, key }: Shown, text: Text): readonly Field[] {
  const { labels } = text.profiles;
  const { name, environment, baseUrl, source, defaults, limits, credentialCommand } = profile;
  const { waits, approvals } = profile;
  const { customer, notificationUrl } = defaults;
  const command = credentialCommand === undefined ? undefined : JSON.stringify(credentialCommand);
  const texts: readonly (readonly [string, string, string | undefined])[] = [
    ["name", labels.name, name],
    ["environment", labels.environment, environment],
    ["base_url", labels.baseUrl, baseUrl],
    ["key", labels.key, key],
    ["source", labels.source, source],
    ["default", labels.default, isDefault ? "yes" : undefined],
    ["notification_url", labels.notificationUrl, notificationUrl],
    ["customer.name", labels.customerName, customer.name],
    ["customer.email", labels.customerEmail, customer.email],
    ["customer.document", labels.customerDocument, customer.document],
    ["customer.phone", labels.customerPhone, customer.phone],
    ["credential_command", labels.credentialCommand, command],
    ["ca_file", labels.caFile, profile.caFile],
    ["wait.resend_after", labels.resendAfter, seconds(waits.resendAfterMs)],
    ["wait.lookup_gap", labels.lookupGap, seconds(waits.lookupGapMs)],
    ["approvals", labels.approvals, approvals === 0 ? undefined : String(approvals)],
  ];
  const amounts: readonly (readonly [string, string, number | undefined])[] = [
    ["limit.withdrawal", labels.limitWithdrawal, limits.withdrawalCentsMax],
    ["limit.run", labels.limitRun, limits.runCentsMax],
    ["limit.day", labels.limitDay, limits.dayCentsMax],
  ];
  return [
    ...texts.flatMap(([field, label, value]) =>
      value === undefined ? [] : [{ key: field, label, cell: cell.text(value) }],
    ),
    ...amounts.flatMap(([field, label, cents]) =>
      cents === undefined ? [] : [{ key: field, label, cell: cell.money(cents) }],
    ),
    ...Object.entries(profile.fields).map(([field, wire]) => ({
      key: `field.${field}`,
      label: labels.field(field),
      cell: cell.text(wire),
    })),
  ];
}

function seconds(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : `${milliseconds / 1000}s`;
}
