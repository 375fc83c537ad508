import type { Client } from "../../api/client.ts";
import type { LinkStatus } from "../../api/names.ts";
import type { Context } from "../../context.ts";
import { fromReais } from "../../domain/money.ts";
import { parseHttpsUrl } from "../../domain/web-address.ts";
import { cell } from "../../terminal/cell.ts";
import type { Cell } from "../../terminal/cell.ts";
import { foreignCell, restOf } from "../../terminal/foreign.ts";
import type { Document } from "../../terminal/output.ts";
import { drawQr } from "../../terminal/picture.ts";
import type { QrSize } from "../../terminal/qrcode.ts";
import { safe } from "../../terminal/safe.ts";
import { toneOf } from "../../terminal/style.ts";
import type { Tone } from "../../terminal/style.ts";
import type { Column, Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";

/** A link as the service's answer was understood; only its id is certain. */
export type Link = Awaited<ReturnType<Client["links"]["get"]>>["value"];

const TONES: Readonly<Record<LinkStatus, Tone>> = {
  active: "good",
  inactive: "bad",
  expired: "bad",
  exhausted: "bad",
};

/** What the other fields say already, or what only a program wants. */
const NOT_SHOWN = ["currency", "metadata", "updated_at"];

/** Shows a link; in a terminal with the QR code of its address, while it can be paid. */
export async function showLink(
  context: Context,
  answer: Document & { readonly value: Link },
  { size }: { size: QrSize },
): Promise<void> {
  const { host, output, text } = context;
  const fields = linkFields(answer.value, text);
  const { url, status } = answer.value;
  const person = output.form === "human" && output.isTerminal;
  if (!person || url === undefined) return output.record(answer, fields);
  const payable =
    parseHttpsUrl(url).ok && (status === undefined || toneOf(status, TONES) !== "bad");
  const { qrDoesNotFit: doesNotFit } = text.links;
  const picture = payable
    ? await drawQr(url, { size, output, env: host.env, doesNotFit, tooHigh: text.charge.qrTaller })
    : undefined;
  const after = [...(picture === undefined ? [] : ["", picture]), "", safe(url)].join("\n");
  await output.record(
    answer,
    fields.filter(({ key }) => key !== "url"),
    { after: `${after}\n` },
  );
}

/** The columns of a list of links. */
export function linkColumns(text: Text): readonly Column<Link>[] {
  const label = text.links.labels;
  return [
    { key: "id", label: label.id, cell: ({ id }) => cell.text(id) },
    { key: "status", label: label.status, cell: ({ status }) => statusCell(status) },
    { key: "amount", label: label.amount, cell: ({ amount }) => money(amount) },
    {
      key: "payments_count",
      label: label.payments,
      cell: ({ payments_count: count }) => cell.number(count),
    },
    { key: "title", label: label.title, cell: ({ title }) => cell.text(title) },
    { key: "url", label: label.url, cell: ({ url }) => cell.text(url), secondary: true },
    {
      key: "created_at",
      label: label.created,
      cell: ({ created_at: at }) => cell.time(at),
      secondary: true,
    },
  ];
}

/** What is known of a link, and then whatever else the service says of it. */
function linkFields(link: Link, text: Text): readonly Field[] {
  const label = text.links.labels;
  const known: readonly Field[] = [
    { key: "id", label: label.id, cell: cell.text(link.id) },
    { key: "title", label: label.title, cell: cell.text(link.title) },
    { key: "description", label: label.description, cell: cell.text(link.description) },
    { key: "status", label: label.status, cell: statusCell(link.status) },
    { key: "amount", label: label.amount, cell: money(link.amount) },
    { key: "max_payments", label: label.paymentsMax, cell: cell.number(link.max_payments) },
    { key: "payments_count", label: label.payments, cell: cell.number(link.payments_count) },
    { key: "amount_received", label: label.received, cell: money(link.amount_received) },
    { key: "store", label: label.store, cell: foreignCell("store", link.store) },
    { key: "created_at", label: label.created, cell: cell.time(link.created_at) },
    { key: "expires_at", label: label.expires, cell: cell.time(link.expires_at) },
    { key: "redirect_url", label: label.redirectUrl, cell: cell.text(link.redirect_url) },
    {
      key: "notification_url",
      label: label.notificationUrl,
      cell: cell.text(link.notification_url),
    },
    { key: "url", label: label.url, cell: cell.text(link.url) },
  ];
  const came = new Map(Object.entries(link));
  const shown = new Set([...known.map(({ key }) => key), ...NOT_SHOWN]);
  const there = ({ key }: Field): boolean => (came.get(key) ?? undefined) !== undefined;
  return [...known.filter(there), ...restOf(link, shown)];
}

function statusCell(status: string | undefined): Cell {
  return status === undefined ? cell.text(status) : cell.status(status, toneOf(status, TONES));
}

function money(amount: string | number | null | undefined): Cell {
  return cell.money(fromReais(amount), amount);
}
