import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmail } from "../../src/domain/email.ts";

const runs = { numRuns: 10_000 };

describe("isEmail", () => {
  it.each([
    "a@b.co",
    "fulano.de-tal+pix@loja.exemplo.com.br",
    "o'hara@exemplo.com",
    "josé@exemplo.com",
    "fulano@exêmplo.com.br",
    "fulano@xn--exmplo-hva.com",
    `${"a".repeat(64)}@exemplo.com`,
  ])("accepts %s", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    "",
    "fulano",
    "@exemplo.com",
    "fulano@",
    "fulano@exemplo",
    "fulano@@exemplo.com",
    "a@b@exemplo.com",
    "fulano @exemplo.com",
    " fulano@exemplo.com",
    "fulano@exemplo.com\n",
    "ful\u0000ano@exemplo.com",
    "ful\u200Bano@exemplo.com",
    "fulano\u202E@exemplo.com",
    "fulano@exemplo\u00A0.com",
    ".fulano@exemplo.com",
    "fulano.@exemplo.com",
    "fulano..tal@exemplo.com",
    "fulano@.exemplo.com",
    "fulano@exemplo..com",
    "fulano@exemplo.com.",
    "fulano@-exemplo.com",
    "fulano@exemplo-.com",
    "fulano@exemplo,com.br",
    "Fulano <fulano@exemplo.com>",
    "fulano@[127.0.0.1]",
    `${"a".repeat(65)}@exemplo.com`,
  ])("refuses %j", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it("accepts 254 characters and not 255", () => {
    const domain = `${"b.".repeat(93)}com`;
    const email = `${"a".repeat(64)}@${domain}`;
    expect(email).toHaveLength(254);
    expect(isEmail(email)).toBe(true);
    expect(isEmail(`${email}b`)).toBe(false);
  });

  it("accepts what fast-check makes by RFC 5322, within its limits", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        fc.pre(email.length <= 254);
        expect(isEmail(email)).toBe(true);
      }),
      runs,
    );
  });

  it("accepts only one @ between non-empty parts, a dot behind it and no space", () => {
    const unit = fc.constantFrom(...Array.from("aB1.-@@ \n\t<é\u200B"));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12, size: "max" }), (text) => {
        if (isEmail(text)) expect(text).toMatch(/^[^@\s<\u200B]+@[^@\s<\u200B]+\.[^@\s<\u200B]+$/);
      }),
      runs,
    );
  });
});
