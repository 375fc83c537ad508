import { describe, expect, it } from "vitest";
import { createPath } from "../../src/api/path.ts";
import { UsageError } from "../../src/errors.ts";
import { en } from "../../src/text/en.ts";

const path = createPath(en);

describe("path", () => {
  it("leaves a path without values as it is", () => {
    expect(path`/payments/pix`).toBe("/payments/pix");
  });

  it.each([
    ["5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e", "/pix/5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e/cancel"],
    ["a?b#c", "/pix/a%3Fb%23c/cancel"],
    ["%2e%2e", "/pix/%252e%252e/cancel"],
    ["%2f", "/pix/%252f/cancel"],
    ["...", "/pix/.../cancel"],
    ["é", "/pix/%C3%A9/cancel"],
    ["a:b@c", "/pix/a%3Ab%40c/cancel"],
  ])("encodes %s so that it stays one segment", (id, expected) => {
    const encoded = path`/pix/${id}/cancel`;
    expect(encoded).toBe(expected);
    expect(new URL(`https://x.example/v1${encoded}`).pathname).toBe(`/v1${expected}`);
  });

  it.each([
    "",
    ".",
    "..",
    "a/b",
    "../x",
    "a\\b",
    "a\nb",
    "a b",
    "\u0000",
    "\u202e",
    "\ud800",
    "x".repeat(256),
  ])("refuses %j", (id) => {
    expect(() => path`/payments/${id}`).toThrow(UsageError);
  });
});
