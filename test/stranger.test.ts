import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { Machine, PixResult } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import type { Received, Reply, Stub } from "./support/stub.ts";

/** A service that keeps to the specification and calls everything that it leaves open something else. */

const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";

const NAMES: Readonly<Record<string, string>> = {
  "link.title": "titulo",
  "link.amount": "valor",
  "link.status": "situacao",
  "link.url": "endereco",
  "link.max_payments": "limite",
  "link.payments_count": "pagos",
  "link.expires_at": "vence_em",
  "link.created_at": "criado_em",
  "withdrawal.amount": "valor",
  "withdrawal.pix_key": "chave",
  "withdrawal.pix_key_type": "tipo_chave",
  "withdrawal.status": "situacao",
  "withdrawal.external_id": "referencia",
  "withdrawal.description": "descricao",
  "withdrawal.net_amount": "liquido",
  "withdrawal.fee": "tarifa",
  "withdrawal.created_at": "criado_em",
  "balance.available": "disponivel",
  "balance.pending": "a_receber",
  "balance.blocked": "bloqueado",
  "balance.total": "total_geral",
  "payment.created_at": "criado_em",
};

const LINK = {
  id: ID,
  titulo: "Curso",
  valor: "19.90",
  situacao: "aberto",
  endereco: "https://pay.example/l/1",
  limite: 5,
  pagos: 2,
  criado_em: "2026-11-21T12:00:00Z",
  cor: "azul",
};

const WITHDRAWAL = {
  id: ID,
  situacao: "na_fila",
  valor: "150.00",
  tarifa: "0.80",
  liquido: "149.20",
  chave: "ana@example.com",
  tipo_chave: "email",
  referencia: "folha-1",
  criado_em: "2026-11-21T12:00:00Z",
};

/** Every answer in an envelope with a word on top, as frameworks do. */
const wrapped = (data: unknown): Reply => ({ body: { status: "success", data } });

function answer({ method, path }: Received): Reply {
  const [place = ""] = path.split("?");
  if (place === "/account") return { body: { data: { environment: "staging", nome: "Loja" } } };
  if (place === "/balance") {
    return wrapped({ disponivel: "10.50", a_receber: 0, bloqueado: 1, total_geral: "11.50" });
  }
  if (place === "/payments") {
    return { body: [{ id: ID, status: "em_analise", amount: "5.00", criado_em: "ontem" }] };
  }
  const one = place.startsWith("/payment-links") ? LINK : WITHDRAWAL;
  const isList = method === "GET" && !place.endsWith(ID);
  return isList ? { body: { data: [one], meta: { next_cursor: null } } } : wrapped(one);
}

async function strange(reply: (request: Received) => Reply = answer): Promise<{
  readonly service: Stub;
  readonly host: Machine;
  readonly pix: (...args: string[]) => Promise<PixResult>;
}> {
  const service = await stub(reply);
  const host = machine();
  const login = ["login", "--profile", "loja", "--env", "staging", "--base-url", service.baseUrl];
  const stored = await host.pix([...login, "--api-key-stdin"], { stdin: "sk_test_3b1f2c\n" });
  expect(stored.code, stored.stderr).toBe(0);
  for (const [field, name] of Object.entries(NAMES)) {
    const set = await host.pix(["profiles", "set", `field.${field}`, name]);
    expect(set.code, set.stderr).toBe(0);
  }
  return { service, host, pix: async (...args) => host.pix(args) };
}

describe("a service with names of its own", () => {
  it("is sent a link under its names, and the answer is read under ours", async () => {
    const { service, pix } = await strange();
    const { code, stdout, stderr } = await pix(
      ...["links", "create", "--title", "Curso", "--amount", "19,90", "--max-payments", "5"],
      ...["--expires-at", "2026-12-24T12:00:00Z", "-F", "cor=azul"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [sent] = service.of("POST", "/payment-links");
    expect(sent?.body).toBe(
      '{"titulo":"Curso","valor":19.9,"limite":5,"vence_em":"2026-12-24T12:00:00.000Z","cor":"azul"}',
    );
    expect(stdout.split("\n")).toEqual([
      `id\t${ID}`,
      "title\tCurso",
      "status\taberto",
      "amount\t19.90",
      "max_payments\t5",
      "payments_count\t2",
      "created_at\t2026-11-21T12:00:00Z",
      "url\thttps://pay.example/l/1",
      "cor\tazul",
      "",
    ]);
  });

  it("lists and shows links, withdrawals, charges and the balance as any other", async () => {
    const { service, pix } = await strange();
    const links = await pix("links", "list", "--status", "aberto");
    expect(links.stdout).toBe(
      `${ID}\taberto\t19.90\t2\tCurso\thttps://pay.example/l/1\t2026-11-21T12:00:00Z\n`,
    );
    expect(service.received.at(-1)?.path).toBe("/payment-links?limit=20&situacao=aberto");
    const charges = await pix("pix", "list");
    expect(charges.stdout).toBe(`${ID}\tem_analise\t5.00\t\t\n`);
    const balance = await pix("balance");
    expect(balance.stdout).toBe("available\t10.50\npending\t0.00\nblocked\t1.00\ntotal\t11.50\n");
    const withdrawal = await pix("withdraw", "get", ID, "--output", "csv");
    expect(withdrawal.stdout).toContain("ana@example.com");
    expect(withdrawal.stdout).toContain("na_fila");
    expect(withdrawal.stdout).toContain("149.20");
    const withdrawals = await pix("withdraw", "list", "--id", "folha-1");
    expect(withdrawals.stdout).toContain("na_fila\t150.00");
    expect(service.received.at(-1)?.path).toContain("referencia=folha-1");
  });

  it("pays under its names", async () => {
    const { service, pix } = await strange();
    const create = ["withdraw", "create", "--amount", "150", "--pix-key", "ana@example.com"];
    const { code, stderr } = await pix(...create, "--id", "folha-1");
    expect(code, stderr).toBe(0);
    const bodies = service.of("POST", "/withdrawals").map(({ body }) => JSON.parse(body));
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ valor: 150, chave: "ana@example.com" });
    expect(bodies[0]).not.toHaveProperty("amount");
    expect(bodies[0]).not.toHaveProperty("pix_key");
  });

  it("prints with --json and --query what the service said, not what it means", async () => {
    const { pix } = await strange();
    const json = JSON.parse((await pix("links", "get", ID, "--json")).stdout);
    expect(json).toEqual({ status: "success", data: LINK });
    expect((await pix("links", "list", "--query", "data[0].valor")).stdout).toBe("19.90\n");
    expect((await pix("links", "list", "--output", "jsonl", "--query", "titulo")).stdout).toBe(
      "Curso\n",
    );
  });

  it("never takes a status that nobody knows for final or paid", async () => {
    const waiting = { id: ID, status: "em_analise", amount: "5.00" };
    const { service, pix } = await strange((request) =>
      request.path === `/payments/${ID}` ? { body: { data: waiting } } : answer(request),
    );
    const { code, stdout } = await pix("pix", "wait", ID, "--timeout", "5s");
    expect(code).toBe(9);
    expect(stdout).toContain("status\tem_analise");
    expect(service.of("GET", `/payments/${ID}`).length).toBeGreaterThan(1);
  });

  it("does not take a field under the old name for the renamed one", async () => {
    const { pix } = await strange((request) =>
      request.path === "/balance" ? { body: { disponivel: 7, available: 9_999 } } : answer(request),
    );
    expect((await pix("balance")).stdout).toBe("available\t7.00\n");
  });

  it("guesses nothing about cents: an amount that is no reais is shown as it came", async () => {
    const { pix } = await strange((request) =>
      request.path === "/balance"
        ? { body: { disponivel: "1.234,50", total_geral: 10.505 } }
        : answer(request),
    );
    expect((await pix("balance")).stdout).toBe("available\t1.234,50\ntotal\t10.505\n");
  });

  it("warns of a link whose amount is not the one asked for", async () => {
    const { pix } = await strange();
    const { code, stderr } = await pix("links", "create", "--title", "Curso", "--amount", "1990");
    expect(code).toBe(0);
    expect(stderr).toContain("says R$ 19,90; asked for was R$ 1.990,00");
  });

  it("refuses names that were written into the file by hand and cannot be", async () => {
    const { service, host } = await strange();
    const env = { PIX_API_KEY: "k", PIX_BASE_URL: service.baseUrl, PIX_ENVIRONMENT: "staging" };
    expect((await host.pix(["balance"], { env })).stdout).toContain("disponivel\t10.50");
    const name = readdirSync(host.home).find((each) =>
      readFileSync(join(host.home, each), "utf8").includes("field.link.title"),
    );
    const file = join(host.home, name ?? "");
    const before = readFileSync(file, "utf8");
    for (const [from, to, says] of [
      ["field.link.title", "field.link.id", "cannot be renamed"],
      ["field.link.title", "field.link.nothing", "is not a field of link"],
      ["field.link.title", "field.nothing.title", "is not a resource"],
      ['"titulo"', '"endereco"', "already is the name of another field"],
    ] as const) {
      writeFileSync(file, before.replace(from, to));
      const count = service.received.length;
      const { code, stderr } = await host.pix(["links", "create", "--title", "x"]);
      expect({ code, says: stderr.includes(says) }, stderr).toEqual({ code: 2, says: true });
      expect(service.received).toHaveLength(count);
    }
  });
});

interface Failing {
  readonly name: string;
  readonly reply: Reply;
  readonly code: number;
  readonly says: readonly string[];
}

const FAILING: readonly Failing[] = [
  {
    name: "Laravel's validation",
    reply: {
      status: 422,
      body: { message: "The given data was invalid.", errors: { titulo: ["Faltou o título."] } },
    },
    code: 3,
    says: ["422", "The given data was invalid.", "titulo: Faltou o título."],
  },
  {
    name: "RFC 9457 problem details",
    reply: {
      status: 403,
      headers: { "content-type": "application/problem+json" },
      body: {
        type: "https://x.example/p",
        title: "Forbidden",
        detail: "No such right.",
        status: 403,
      },
    },
    code: 4,
    says: ["403", "No such right."],
  },
  {
    name: "a message alone",
    reply: { status: 404, body: { message: "Nada aqui." } },
    code: 5,
    says: ["404", "Nada aqui."],
  },
  {
    name: "an error that is a sentence",
    reply: { status: 409, body: { error: "Conflito." } },
    code: 6,
    says: ["409", "Conflito."],
  },
  {
    name: "a page of HTML",
    reply: { status: 401, body: "<html>login</html>" },
    code: 4,
    says: ["401", "HTML"],
  },
];

describe("errors in other shapes", () => {
  for (const { name, reply, code, says } of FAILING) {
    it(`are told in every command: ${name}`, async () => {
      const { pix } = await strange((request) =>
        request.path === "/account" ? answer(request) : reply,
      );
      for (const args of [
        ["balance"],
        ["links", "list"],
        ["links", "get", ID],
        ["links", "create", "--title", "x"],
        ["pix", "get", ID],
        ["withdraw", "list"],
        ["withdraw", "get", ID],
        ["api", "GET", "/anything"],
        ["api", "DELETE", "/anything"],
      ]) {
        const result = await pix(...args);
        expect(result.code, `${args.join(" ")}: ${result.stderr}`).toBe(code);
        for (const words of says) expect(result.stderr).toContain(words);
        expect(result.stderr).not.toMatch(/\n\s+at /);
      }
    });
  }
});
