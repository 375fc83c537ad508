import type { Client } from "../../api/client.ts";
import type { PaymentStatus } from "../../api/names.ts";
import { formatDocument, parseDocument } from "../../domain/document.ts";
import { fromReais } from "../../domain/money.ts";
import { cell } from "../../terminal/cell.ts";
import type { Cell } from "../../terminal/cell.ts";
import { toneOf } from "../../terminal/style.ts";
import type { Tone } from "../../terminal/style.ts";
import type { Column, Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";

/** A charge as the service's answer was understood; only its id and its status are certain. */
export type Payment = Awaited<ReturnType<Client["payments"]["get"]>>["value"];

const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  waiting_payment: "waiting",
  paid: "good",
  expired: "bad",
  cancelled: "bad",
  failed: "bad",
};

/** The fields of one charge, for a person's eye and for a pipe alike. */
export function paymentFields(payment: Payment, text: Text): readonly Field[] {
  const label = text.charge.labels;
  const { customer, store } = payment;
  const optional: readonly (Field | false)[] = [
    customer?.name !== undefined && {
      key: "customer_name",
      label: label.payer,
      cell: cell.text(customer.name),
    },
    customer?.document !== undefined && {
      key: "customer_document",
      label: label.document,
      cell: cell.text(documentOf(customer.document)),
    },
    store !== undefined && { key: "store", label: label.store, cell: cell.text(store.name) },
    payment.created_at !== undefined && time("created_at", label.created, payment.created_at),
    payment.expires_at !== undefined && time("expires_at", label.expires, payment.expires_at),
    typeof payment.paid_at === "string" && time("paid_at", label.paid, payment.paid_at),
    payment.copy_paste !== undefined && {
      key: "copy_paste",
      label: label.copyPaste,
      cell: cell.text(payment.copy_paste),
    },
  ];
  return [
    { key: "id", label: label.id, cell: cell.text(payment.id) },
    { key: "status", label: label.status, cell: statusCell(payment.status) },
    { key: "amount", label: label.amount, cell: amountCell(payment) },
    ...optional.filter((field) => field !== false),
  ];
}

/** The columns of a list of charges. */
export function paymentColumns(text: Text): readonly Column<Payment>[] {
  const label = text.charge.labels;
  return [
    { key: "id", label: label.id, cell: ({ id }) => cell.text(id) },
    { key: "status", label: label.status, cell: ({ status }) => statusCell(status) },
    { key: "amount", label: label.amount, cell: amountCell },
    {
      key: "customer_name",
      label: label.payer,
      cell: ({ customer }) => cell.text(customer?.name),
      secondary: true,
    },
    {
      key: "created_at",
      label: label.created,
      cell: (payment) => cell.time(payment.created_at),
      secondary: true,
    },
  ];
}

function statusCell(status: string): Cell {
  return cell.status(status, toneOf(status, TONES));
}

function amountCell({ amount }: Payment): Cell {
  return cell.money(fromReais(amount), amount);
}

function time(key: string, label: string, value: string | null): Field {
  return { key, label, cell: cell.time(value) };
}

function documentOf(given: string): string {
  const parsed = parseDocument(given);
  return parsed.ok ? formatDocument(parsed.value) : given;
}
