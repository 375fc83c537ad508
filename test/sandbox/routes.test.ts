import { describe, expect, it } from "vitest";
import { findRoute } from "../../src/sandbox/routes.ts";

describe("a route", () => {
  it.each([
    ["GET", "/v1/balance", { name: "getBalance", id: "" }],
    ["GET", "/v1/balance/", { name: "getBalance", id: "" }],
    ["GET", "/v1/%62alance", { name: "getBalance", id: "" }],
    ["HEAD", "/v1/balance", { name: "getBalance", id: "" }],
    ["GET", "/v1/payments/", { name: "listPayments", id: "" }],
    ["GET", "/v1/payments/AB-1", { name: "getPayment", id: "ab-1" }],
    ["GET", "/v1/payments/%41b%20c", { name: "getPayment", id: "ab c" }],
    ["GET", "/v1/payments/%zz", { name: "getPayment", id: "%zz" }],
    ["POST", "/v1/pix/x/cancel", { name: "cancelPayment", id: "x" }],
    ["POST", "/v1/payments/pix", { name: "createPayment", id: "" }],
  ])("of %s %s is found", (method, path, route) => {
    expect(findRoute(method, path)).toEqual(route);
  });

  it.each(["/v1", "/v1/", "/", "/balance", "/v1//balance", "/v1/balance//", "/v1/pix//cancel"])(
    "of %s does not exist",
    (path) => {
      expect(() => findRoute("GET", path)).toThrow(expect.objectContaining({ code: "not_found" }));
    },
  );

  it("says which methods there are", () => {
    const refused = { code: "method_not_allowed", headers: { Allow: "GET" } };
    expect(() => findRoute("DELETE", "/v1/balance")).toThrow(expect.objectContaining(refused));
  });
});
