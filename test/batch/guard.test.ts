import { chmodSync, linkSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withStoreLock } from "../../src/ledger/lock.ts";
import { en } from "../../src/text/en.ts";
import { itWhere } from "../support/where.ts";
import { CONFIRMED, HEADER, place, THREE } from "./place.ts";
import type { Place } from "./place.ts";

const RUN = ["run", "nov.csv", ...CONFIRMED];
const TTY = { columns: 80, rows: 24 };

/** The same place with a stored profile, whose settings can be changed. */
async function staged(settings: Readonly<Record<string, string>>): Promise<Place> {
  const there = await place();
  const { host, at } = there;
  const profile = ["--profile", "staging"];
  const login = [
    "login",
    ...profile,
    "--env",
    "staging",
    "--base-url",
    at.baseUrl,
    "--api-key-stdin",
  ];
  expect((await host.pix(login, { stdin: "sk_1\n" })).code).toBe(0);
  for (const [field, value] of Object.entries(settings)) {
    const set = await host.pix(["profiles", "set", field, value, ...profile]);
    expect(set.code, set.stderr).toBe(0);
  }
  return {
    ...there,
    batch: async (args, more) => host.pix(["withdraw", "batch", ...args, ...profile], more),
  };
}

describe("nothing leaves that nobody has confirmed", () => {
  it("a script says --yes, the count and the total, or nothing is sent (12)", async () => {
    const { batch, posts } = await place();
    const half = ["run", "nov.csv", "--yes"];
    for (const args of [["run", "nov.csv"], half, ["run", "nov.csv", ...CONFIRMED.slice(1)]]) {
      const { code, stderr } = await batch(args);
      expect(code, stderr).toBe(12);
      expect(stderr).toContain(
        "pix withdraw batch run nov --yes --expect-count 3 --expect-total 35.50",
      );
    }
    expect((await batch([...half, "--expect-count", "3"])).code).toBe(2);
    expect(posts()).toBe(0);
  });

  it("another count or another total is another file (12)", async () => {
    const { batch, posts } = await place();
    for (const [count, total] of [
      ["4", "35.50"],
      ["3", "35.51"],
    ]) {
      const expected = ["--expect-count", count ?? "", "--expect-total", total ?? ""];
      const { code, stderr } = await batch(["run", "nov.csv", "--yes", ...expected]);
      expect(code, stderr).toBe(12);
      expect(stderr).toContain("the plan has 3 of R$ 35,50");
    }
    expect(posts()).toBe(0);
  });

  it("a person types the total, and a no pays nothing", async () => {
    const { batch, posts } = await place();
    const prompt = "Type R$ 35,50";
    const no = await batch(["run", "nov.csv"], { tty: TTY, answers: [{ prompt, typed: "no" }] });
    expect(no.code).toBe(130);
    expect(no.stderr).toContain("Nothing was sent.");
    expect(posts()).toBe(0);
    const yes = await batch(["run", "nov.csv"], {
      tty: TTY,
      answers: [{ prompt, typed: "35,50" }],
    });
    expect(yes.code, yes.stderr).toBe(0);
    expect(yes.stdout).toContain("Accepted  3 (R$ 35,50)");
    expect(posts()).toBe(3);
    // What is paid is not asked about again.
    expect((await batch(["run", "nov.csv"], { tty: TTY })).code).toBe(0);
  });

  it("what is left of it is what a person types the next time", async () => {
    const { batch, at } = await place();
    at.moods = ["well", "unauthorized"];
    expect((await batch(RUN)).code).toBe(4);
    const answers = [{ prompt: "Type R$ 25,50", typed: "25.50" }];
    const { code, stderr } = await batch(["run", "nov"], { tty: TTY, answers });
    expect(code, stderr).toBe(0);
  });
});

describe("what looks like one payment made twice", () => {
  const TWICE = [...THREE, "ana-again,10,ana@example.com"];
  const confirmed = ["--yes", "--expect-count", "4", "--expect-total", "45.50"];

  it("in the file: listed, and not paid unless that is said (12)", async () => {
    const { batch, posts, file } = await place();
    file("nov.csv", TWICE);
    const { code, stderr } = await batch(["run", "nov.csv", ...confirmed]);
    expect(code).toBe(12);
    expect(stderr).toContain("line 5: ana-again, R$ 10,00 to ana@example.com; also line 2 (ana)");
    expect(posts()).toBe(0);
    const meant = await batch(["run", "nov.csv", "--allow-duplicates", ...confirmed]);
    expect(meant.code, meant.stderr).toBe(0);
    expect(posts()).toBe(4);
  });

  it("in the last seven days, by a batch or by hand", async () => {
    const { batch, host, at, file, posts } = await place();
    expect((await batch(RUN)).code).toBe(0);
    const key = ["--amount", "7", "--pix-key", "dora@example.com", "--id", "d"];
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    expect((await host.pix(["withdraw", "create", ...key], { env })).code).toBe(0);
    file("dec.csv", [
      HEADER,
      "x,20.50,bia@example.com",
      "y,7,dora@example.com",
      "z,7,ana@example.com",
    ]);
    const { code, stderr } = await batch(["plan", "dec.csv"]);
    expect(code).toBe(12);
    expect(stderr).toMatch(/line 2: x, R\$ 20,50 to bia@example\.com; sent on .* as nov\/bia/);
    expect(stderr).toMatch(/line 3: y, .* as d$/m);
    expect(stderr).not.toContain("line 4");
    host.later(8 * 24 * 3_600_000);
    expect((await batch(["plan", "dec.csv"])).code).toBe(0);
    expect(posts()).toBe(4);
  });
});

describe("what has left since the plan was made", () => {
  it("is no reason to pay the same people again by another plan (12)", async () => {
    const { batch, file, posts } = await place();
    file("dec.csv", THREE);
    for (const name of ["nov.csv", "dec.csv"]) expect((await batch(["plan", name])).code).toBe(0);
    expect((await batch(RUN)).code).toBe(0);
    for (const target of ["dec", "dec.csv"]) {
      const { code, stderr } = await batch(["run", target, ...CONFIRMED]);
      expect(code, stderr).toBe(12);
      expect(stderr).toMatch(/line 2: ana, R\$ 10,00 to ana@example\.com; sent on .* as nov\/ana/);
    }
    expect(posts()).toBe(3);
    expect((await batch(["run", "dec", "--allow-duplicates", ...CONFIRMED])).code).toBe(0);
    expect(posts()).toBe(6);
  });
});

describe("what is in doubt", () => {
  it("is looked up, but not sent again without a confirmation, or over a limit", async () => {
    const { batch, at, posts } = await staged({});
    at.searchable = false;
    at.moods = ["well", "well", "fail_before"];
    expect((await batch(RUN)).code).toBe(8);
    at.searchable = true;
    const before = posts();
    const unconfirmed = await batch(["resume", "nov"]);
    expect(unconfirmed.code, unconfirmed.stderr).toBe(8);
    const limited = await batch(["resume", "nov", ...CONFIRMED, "--limit-withdrawal", "1"]);
    expect(limited.code, limited.stderr).toBe(8);
    expect(posts()).toBe(before);
    expect((await batch(["resume", "nov", ...CONFIRMED])).code).toBe(0);
    expect(at.made.length).toBe(3);
  });
});

describe("what the service would know by the same reference", () => {
  it("is refused by hand where a batch has it, and in a batch where it was paid by hand (6)", async () => {
    const { batch, host, at, file, posts } = await place();
    expect((await batch(RUN)).code).toBe(0);
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    const pay = ["withdraw", "create", "--amount", "10", "--pix-key", "ana@example.com", "--id"];
    const taken = await host.pix([...pay, "nov/ana"], { env });
    expect(taken.code, taken.stderr).toBe(6);
    expect(taken.stderr).toContain("batch nov");
    expect((await host.pix([...pay, "dec/x"], { env })).code).toBe(0);
    file("dec.csv", [HEADER, "x,1,x@example.com"]);
    const { code, stderr } = await batch(["plan", "dec.csv"]);
    expect(code, stderr).toBe(6);
    expect(stderr).toContain("line 2: x, as dec/x");
    expect(posts()).toBe(4);
  });
});

describe("limits", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["limit.withdrawal", "--limit-withdrawal", "20.49"],
    ["limit.run", "--limit-run", "35.49"],
    ["limit.day", "--limit-day", "35.49"],
  ];
  for (const [setting, flag, amount] of cases) {
    it(`${setting}, and ${flag} that can only lower it: nothing is sent (12)`, async () => {
      const { batch, posts } = await staged({ [setting]: amount });
      for (const more of [[], [flag, "1000"]]) {
        const { code, stderr } = await batch([...RUN, ...more]);
        expect(code, stderr).toBe(12);
        expect(stderr).toContain("Nothing was sent.");
      }
      expect((await batch(["plan", "nov.csv"])).stderr).toContain("A run would be refused: ");
      const other = await staged({ [setting]: "35.50" });
      expect((await other.batch([...RUN, flag, amount])).code).toBe(12);
      expect((await other.batch(RUN)).code).toBe(0);
      expect([posts(), other.posts()]).toEqual([0, 3]);
    });
  }

  it("the day is São Paulo's, and counts what else has left", async () => {
    const { batch, file, host, posts } = await staged({ "limit.day": "40" });
    expect((await batch(RUN)).code).toBe(0);
    file("dec.csv", [HEADER, "x,4.51,x@example.com"]);
    const dec = ["run", "dec.csv", "--yes", "--expect-count", "1", "--expect-total", "4.51"];
    expect((await batch(dec)).code).toBe(12);
    // 12:00 UTC is 9:00 in São Paulo.
    host.later(15 * 3_600_000 - 1);
    expect((await batch(dec)).code).toBe(12);
    host.later(1);
    expect((await batch(dec)).code).toBe(0);
    expect(posts()).toBe(4);
  });
});

describe("an approval by another user", () => {
  /** Root's files are anybody's to trust; those of another user are not, and nobody else can make them. */
  const isRoot = process.getuid?.() === 0;
  const root = { there: isRoot, missing: "only root can stand for another user" };
  const OPERATOR = { userId: 4_242_001 };
  const approve = async ({ batch }: Place, more: readonly string[] = []): Promise<number> =>
    (await batch(["approve", "nov.csv", ...CONFIRMED, ...more])).code;

  it("is none of one's own", async () => {
    const there = await staged({ approvals: "1" });
    expect((await there.batch(RUN)).code).toBe(12);
    expect(await approve(there)).toBe(0);
    const { code, stderr } = await there.batch(RUN);
    expect(code, stderr).toBe(12);
    expect(stderr).toContain("is your own");
    expect(there.posts()).toBe(0);
  });

  itWhere(root, "is needed where the profile says so, and holds for a day", async () => {
    const there = await staged({ approvals: "1" });
    const { batch, host, posts } = there;
    const without = await batch(RUN, OPERATOR);
    expect(without.code).toBe(12);
    expect(without.stderr).toContain("pix withdraw batch approve");
    expect((await batch(["approve", "nov.csv"])).code).toBe(12);
    expect(await approve(there)).toBe(0);
    host.later(24 * 3_600_000 + 1);
    const late = await batch(RUN, OPERATOR);
    expect(late.code).toBe(12);
    expect(late.stderr).toContain("24 hours");
    expect(posts()).toBe(0);
    expect(await approve(there)).toBe(0);
    const { code, stderr } = await batch(RUN, OPERATOR);
    expect(code, stderr).toBe(0);
    expect(posts()).toBe(3);
  });

  itWhere(
    root,
    "is none of another plan, of a link, or of a file that others can write",
    async () => {
      const there = await staged({ approvals: "1" });
      const { batch, host, posts, file } = there;
      const path = join(host.home, "nov.csv.approval");
      const refused = async (said: string): Promise<void> => {
        const { code, stderr } = await batch(RUN, OPERATOR);
        expect(code, stderr).toBe(12);
        expect(stderr).toContain(said);
      };
      expect(await approve(there)).toBe(0);
      chmodSync(path, 0o666);
      await refused("can be written by others");
      chmodSync(path, 0o644);
      linkSync(path, `${path}2`);
      await refused("is no plain file");
      unlinkSync(`${path}2`);
      writeFileSync(path, readFileSync(path, "utf8").replace("nov\n", "dec\n"));
      await refused("approves something else");
      symlinkSync("/etc/hostname", join(host.home, "link"));
      expect((await batch([...RUN, "--approval", "link"], OPERATOR)).code).toBe(12);
      file("nov.csv", [...THREE.slice(0, 3), "caio,5.00,dora@example.com"]);
      expect(await approve(there)).toBe(0);
      file("nov.csv", THREE);
      await refused("approves something else");
      expect(posts()).toBe(0);
    },
  );
});

describe("two runs of one store", () => {
  it("the second ends at once (75), or waits as long as it was told", async () => {
    const { batch, host, posts } = await place();
    expect((await batch(["plan", "nov.csv"])).code).toBe(0);
    const scope = "staging 7f1d4a52-9a55-4a5e-8f3c-2f7b1f5b8a10";
    const { signal } = new AbortController();
    const clock = { now: () => host.now(), elapsed: () => 0, sleep: async () => undefined };
    const lock = { folder: host.home, scope, waitMs: 0, clock, signal, text: en };
    await withStoreLock(lock, async () => {
      for (const more of [[], ["--lock-wait", "1s"]]) {
        const { code, stderr } = await batch([...RUN, ...more]);
        expect(code, stderr).toBe(75);
      }
      expect((await batch(["status", "nov"])).code).toBe(0);
    });
    expect(posts()).toBe(0);
    expect((await batch(RUN)).code).toBe(0);
  });
});
