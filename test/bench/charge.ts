const CODE = `00020126580014br.gov.bcb.pix${"0123456789abcdef".repeat(12)}6304ABCD`;

/** A page of so many charges, made when it is asked for: the server holds none. */
export function pageOfCharges(query: URLSearchParams, count: number): string {
  const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 20)];
  const to = Math.min(from + limit, count);
  const data = Array.from({ length: to - from }, (_, index) => chargeAt(from + index));
  const more = to < count;
  const pagination = { limit, has_more: more, next_cursor: more ? String(to) : null };
  return JSON.stringify({ data, pagination });
}

function chargeAt(index: number): object {
  return {
    id: `0b5e7c1e-6f0a-4f8e-9a57-${String(index).padStart(12, "0")}`,
    status: "paid",
    amount: index / 100,
    currency: "BRL",
    copy_paste: CODE,
    customer: { name: `Pagador ${index}`, email: "x@example.com", document: "52998224725" },
    created_at: "2026-11-21T12:00:00.000Z",
  };
}
