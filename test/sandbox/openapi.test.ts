import { describe, expect, it } from "vitest";
import * as contract from "../../src/api/contract.ts";
import { operations } from "../../src/api/operations.ts";
import type { Operation } from "../../src/api/operations.ts";
import { ERRORS } from "../../src/sandbox/assumed.ts";
import { operationNames } from "../../src/sandbox/faults.ts";
import { openapiDocument } from "../../src/sandbox/openapi.ts";

/** JSON to look into: whatever is not there is undefined. */
interface Tree {
  readonly [name: string]: Tree | undefined;
}

const text = JSON.stringify(openapiDocument({ version: "1.2.3" }));
const document: Tree = JSON.parse(text);
const at = (...path: readonly string[]): Tree | undefined =>
  path.reduce<Tree | undefined>((tree, name) => tree?.[name], document);
const isAssumed = (tree: Tree | undefined): boolean => Object(tree)["x-assumed"] === true;

describe("the OpenAPI document", () => {
  it("has every operation under its path, and no other", () => {
    expect(document["openapi"]).toBe("3.1.0");
    const found = Object.entries(at("paths") ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const all = operationNames.map((name) => `${operations[name].method} ${operations[name].path}`);
    expect(found.toSorted()).toEqual(all.toSorted());
  });

  it.each(operationNames)("says of %s what the specification leaves open", (name) => {
    const { method, path, permission, permissionSource, idempotent }: Operation = operations[name];
    const operation = at("paths", path, method.toLowerCase());
    expect(operation?.["x-permission"]?.["name"]).toBe(permission);
    expect(isAssumed(operation?.["x-permission"])).toBe(permissionSource === "assumed");
    const responses = Object.entries(operation?.["responses"] ?? {});
    const success = responses.filter(([status]) => status.startsWith("2"));
    expect(success.map(([, response]) => isAssumed(response))).toEqual([true]);
    for (const [status, response] of responses.filter(([one]) => !one.startsWith("2"))) {
      for (const error of Object.values(response?.["x-error-codes"] ?? {})) {
        const kind = Object.entries(ERRORS).find(
          ([code]) => JSON.stringify(code) === JSON.stringify(error?.["code"]),
        )?.[1];
        expect(String(kind?.status)).toBe(status);
        expect(isAssumed(error)).toBe(kind?.source === "assumed");
      }
    }
    const parameters = JSON.stringify(operation?.["parameters"] ?? []);
    expect(parameters.includes("IdempotencyKey")).toBe(idempotent);
  });

  it("names the three errors of the specification as its own, and no more", () => {
    const specified = [...text.matchAll(/\{"code":"(\w+)","description":"[^"]*"\}/g)].map(
      ([, code]) => code,
    );
    expect([...new Set(specified)].toSorted()).toEqual([
      ...["amount_above_maximum", "amount_below_minimum", "idempotency_mismatch"],
    ]);
  });

  it("marks a field x-assumed exactly where the contract says so", () => {
    const schema = at("components", "schemas", "Payment", "properties");
    const fields = Object.keys(contract.payment.entries);
    expect(Object.keys(schema ?? {}).toSorted()).toEqual(fields.toSorted());
    const specified = fields.filter((field) => !isAssumed(schema?.[field]));
    // The table of the specification, row by row.
    expect(specified.toSorted()).toEqual(
      [
        ...["id", "store", "status", "amount", "currency"],
        ...["qrcode", "copy_paste", "notification_url", "paid_at"],
      ].toSorted(),
    );
    expect(schema?.["amount"]).toEqual({ type: "number" });
    expect(schema?.["status"]?.["enum"]).toEqual([...contract.PAYMENT_STATUSES]);
    const request = at("components", "schemas", "PaymentRequest");
    expect(Object.values(request?.["properties"] ?? {}).some(isAssumed)).toBe(false);
    expect(request?.["required"]).toEqual(["customer", "amount", "notification_url"]);
  });

  it("refers to nothing that is not there, and leaves no mark of the contract's own", () => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(at("components", "schemas", name)).toBeDefined();
    }
    expect(text).not.toContain('"source"');
  });

  it("has the security scheme, the idempotency header and every event", () => {
    expect(at("components", "securitySchemes", "apiKey")).toEqual({
      type: "http",
      scheme: "bearer",
    });
    expect(at("components", "parameters", "IdempotencyKey", "schema")).toMatchObject({
      maxLength: 128,
    });
    expect(Object.keys(at("webhooks") ?? {})).toEqual([...contract.EVENT_KINDS]);
    expect(isAssumed(at("webhooks", "payment.paid", "post"))).toBe(false);
    expect(isAssumed(at("webhooks", "payment.created", "post"))).toBe(true);
  });
});
