import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SOURCE = new URL("../../src/", import.meta.url);

/** Everything that importing a file of src/ loads at once: other files, packages and parts of Node. */
function loadedBy(path: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type)[^;]*? from "([^"]+)";/gms,
    );
    for (const [, name = ""] of imports) {
      if (name.startsWith(".")) visit(new URL(name, file));
      else seen.add(name);
    }
  };
  visit(new URL(path, SOURCE));
  return new Set([...seen].filter((name) => !name.startsWith("file:")));
}

describe("importing", () => {
  it("the sender of one request loads only what sends it, and TLS not even", () => {
    expect(loadedBy("api/send/once.ts")).toEqual(new Set(["node:http", "node:net", "node:events"]));
  });

  it("the pool loads no undici before its first request", () => {
    expect([...loadedBy("api/send/pool.ts")]).not.toContain("undici/lib/dispatcher/agent.js");
  });

  it.each(["transport", "path", "mask", "redact", "retry", "pages", "names", "answer", "thrown"])(
    "%s loads no library",
    (name) => {
      expect(
        [...loadedBy(`api/${name}.ts`)].filter((loaded) => !loaded.startsWith("node:")),
      ).toEqual([]);
    },
  );

  it("the client loads the wire shapes, which shows that this test sees anything", () => {
    expect(loadedBy("api/client.ts")).toContain("valibot");
  });
});
