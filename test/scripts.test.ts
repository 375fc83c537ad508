import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { playTranscript } from "./support/transcript.ts";

const folder = new URL("./scripts/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));

describe("a transcript", () => {
  it("is found at all", () => {
    expect(names.length).toBeGreaterThan(10);
  });

  for (const name of names) {
    it(name.replace(/\.txt$/, "").replaceAll("-", " "), async () => {
      await playTranscript(new URL(name, folder).pathname);
    });
  }
});
