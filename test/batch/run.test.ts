import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Mood } from "../support/bank.ts";
import { CONFIRMED, HEADER, many, place, THREE } from "./place.ts";

const RUN = ["run", "nov.csv", ...CONFIRMED];
const ALL = ["nov/ana", "nov/bia", "nov/caio"];

describe("a batch", () => {
  it("pays each row once, and nothing when the same file is run again", async () => {
    const { batch, posts, paid, at } = await place();
    const first = await batch([...RUN, "--json"]);
    expect(first.code, first.stderr).toBe(0);
    expect(paid()).toEqual(ALL);
    expect(new Set(at.made.map(({ key }) => key)).size).toBe(3);
    const lines = first.stdout
      .trim()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines.map((row) => [row["id"], row["state"], row["amount"]])).toEqual([
      ["ana", "accepted", 10],
      ["bia", "accepted", 20.5],
      ["caio", "accepted", 5],
    ]);
    for (const again of [RUN, ["run", "nov", ...CONFIRMED], ["resume", "nov"]]) {
      const { code, stderr } = await batch(again);
      expect(code, stderr).toBe(0);
    }
    expect(posts()).toBe(3);
  });

  it("plans, and sends nothing", async () => {
    const { batch, posts, file } = await place();
    const planned = await batch(["plan", "nov.csv", "--json"]);
    expect(planned.code, planned.stderr).toBe(0);
    const plan: { hash: string; largest: { id: string }[]; balance: object } = JSON.parse(
      planned.stdout,
    );
    expect(plan).toMatchObject({ batch: "nov", rows: 3, total: 35.5, new_receivers: 3 });
    expect(plan.largest.map(({ id }) => id)).toEqual(["bia", "ana", "caio"]);
    expect(plan.balance).toEqual({ available: 1000, fees: null, after: 964.5 });
    expect(planned.stderr).toContain("run nov --yes --expect-count 3 --expect-total 35.50");
    // The same payments in another order and another form are the same plan.
    file("nov.csv", [
      "amount;pix_key;id",
      "5,00;caio@example.com;caio",
      "10;ana@example.com;ana",
      "20,50;bia@example.com;bia",
    ]);
    const again = await batch(["plan", "nov.csv", "--json"]);
    expect(JSON.parse(again.stdout).hash).toBe(plan.hash);
    expect(posts()).toBe(0);
  });

  it("--dry-run sends nothing, keeps nothing, and has the same exit codes", async () => {
    const { batch, at, posts } = await place();
    expect((await batch(["run", "nov.csv", "--dry-run"])).code).toBe(12);
    const dry = await batch([...RUN, "--dry-run"]);
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stderr).toContain("Would send 3 payments, R$ 35,50 in all");
    expect(at.asked).toEqual([]);
    expect((await batch(["report", "nov"])).code).toBe(5);
    expect(posts()).toBe(0);
  });

  it("names every fault of a file by its line and column, and plans none of it", async () => {
    const bad = [
      HEADER,
      "ana,10.999,ana@example.com",
      "ana,1,ana",
      "bia,2,bia@example.com",
      "bia,3,bia@example.com",
    ];
    const { batch, at } = await place(bad);
    const { code, stderr } = await batch(["plan", "nov.csv"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nov.csv:2:5: ");
    expect(stderr).toContain("nov.csv:3:7: ");
    expect(stderr).toContain("nov.csv:5:1: the id bia stands in line 4 already");
    expect(stderr).toContain("Nothing was sent.");
    expect(at.asked.filter((call) => call.startsWith("POST"))).toEqual([]);
    expect((await batch(["report", "nov"])).code).toBe(5);
  });

  it("shows a hundred faults and counts them all; a file that is too long is not read on", async () => {
    const { batch, file } = await place();
    file("bad.csv", [HEADER, ...Array.from({ length: 250 }, (_, index) => `b${index},x,a@b.co`)]);
    const bad = await batch(["plan", "bad.csv"]);
    expect(bad.stderr.match(/bad\.csv:\d+:\d+: /g)?.length).toBe(100);
    expect(bad.stderr).toContain("250 faults");
    expect(bad.stderr).toContain("and 150 more");
    file("long.csv", many(6).lines);
    const long = await batch(["plan", "long.csv", "--max-rows", "5"]);
    expect(long.code).toBe(2);
    expect(long.stderr).toContain("--max-rows");
    expect((await batch(["plan", "long.csv", "--max-rows", "6"])).code).toBe(0);
  });
});

describe("an answer that does not come, or does not say", () => {
  const moods: readonly (readonly [Mood, string])[] = [
    ["lose_answer", "the work was done and the answer was lost"],
    ["lose_request", "the request was lost"],
    ["fail_after", "500 after the money moved, which keeps no key"],
    ["busy_after", "503 asks to come back although the money moved"],
    ["fail_before", "500 and nothing moved"],
    ["later", "429"],
    ["other_amount", "the answer names another amount"],
  ];
  for (const [mood, name] of moods) {
    for (const moment of [0, 1, 2]) {
      it(`pays once where ${name}, at payment ${moment + 1}`, async () => {
        const { batch, at, paid } = await place();
        at.moods = [...Array.from({ length: moment }, (): Mood => "well"), mood];
        const first = await batch(RUN);
        // Until the list has shown a payment that is known to exist, a 5xx is not sent again.
        const again = first.code === 8 ? await batch(["resume", "nov", ...CONFIRMED]) : first;
        expect(again.code, first.stderr + again.stderr).toBe(0);
        expect([...paid()].toSorted()).toEqual(ALL);
      });
    }
  }

  it("sends others while one in doubt rests", async () => {
    const { batch, at, paid } = await place();
    at.moods = ["lose_request"];
    const { code, stdout } = await batch(RUN);
    expect(code).toBe(0);
    expect(paid()).toEqual(["nov/bia", "nov/caio", "nov/ana"]);
    expect(stdout.split("\n")[2]).toMatch(/^ana\taccepted/);
  });

  it("names every payment that is still in doubt as the run ends", async () => {
    const { batch, at } = await place();
    at.searchable = false;
    at.moods = ["fail_after", "lose_request", "fail_after"];
    const { code, stdout } = await batch(RUN);
    expect(code).toBe(8);
    const states = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t").slice(0, 2).join(" "));
    expect(states.toSorted()).toEqual(["ana unknown", "bia unknown", "caio unknown"]);
  });

  it("a refusal without the service's own code, as a proxy's, leaves doubt", async () => {
    for (const mood of ["page_after", "odd_after"] as const) {
      const { batch, at, posts } = await place();
      at.moods = ["well", mood];
      expect((await batch(RUN)).code).toBe(0);
      expect(posts()).toBe(3);
      expect(at.made.length).toBe(3);
    }
  });

  it("stops where the answer shows another receiver, or another payment's withdrawal (3, 8)", async () => {
    const other = await place();
    other.at.told = (body) => ({
      ...body,
      ...(body["external_id"] === "nov/bia" ? { pix_key: "eva@example.com" } : {}),
    });
    const { code, stderr } = await other.batch(RUN);
    expect(code, stderr).toBe(3);
    expect(stderr).toContain("asked to pay bia@example.com, the service says eva@example.com");
    expect(other.posts()).toBe(2);
    const same = await place();
    same.at.moods = ["well", "same_id"];
    const doubt = await same.batch(RUN);
    expect(doubt.code, doubt.stderr).toBeOneOf([0, 8]);
    const report: { data: { withdrawal_id: string | null }[] } = JSON.parse(
      (await same.batch(["report", "nov", "--json"])).stdout,
    );
    const ids = report.data.map(({ withdrawal_id: id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it("stops after three in a row, says so (8), and resumes", async () => {
    const { lines, confirmed } = many(8);
    const { batch, at, posts, paid } = await place(lines);
    at.moods = ["well", "lose_request", "lose_request", "lose_request"];
    const stopped = await batch(["run", "nov.csv", ...confirmed]);
    expect(stopped.code, stopped.stderr).toBe(8);
    expect(stopped.stderr).toContain("3 payments were made is not known (R$ 3,00)");
    expect(stopped.stderr).toContain("pix withdraw batch resume nov --yes --expect-count 8");
    expect(posts()).toBe(4);
    expect((await batch(["status"])).code).toBe(8);
    const resumed = await batch(["resume", "nov", ...confirmed]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(paid().length).toBe(8);
    expect(new Set(paid()).size).toBe(8);
    expect((await batch(["status"])).code).toBe(0);
  });

  it("never sends again what is 23 hours old, and pays the rest", async () => {
    const { batch, at, host, posts } = await place();
    at.searchable = false;
    at.moods = ["fail_after"];
    expect((await batch(RUN)).code).toBe(8);
    expect(posts()).toBe(3);
    host.later(24 * 3_600_000);
    const { code, stderr } = await batch(RUN);
    expect(code).toBe(8);
    expect(stderr).toContain("1 payment was made is not known");
    expect(posts()).toBe(3);
    at.searchable = true;
    expect((await batch(RUN)).code).toBe(0);
    expect(posts()).toBe(3);
  });
});

describe("what is refused", () => {
  it("is told (11), and the others are paid", async () => {
    const { batch, at, paid } = await place();
    at.moods = ["well", "refuse"];
    const { code, stdout, stderr } = await batch(RUN);
    expect(code).toBe(11);
    expect(stdout).toMatch(/^bia\trefused\t20\.50\t.*limit_exceeded/m);
    expect(stderr).toContain("1 payment was refused or failed (R$ 20,50)");
    expect(stderr).toContain("retry-failed nov");
    expect(paid()).toEqual(["nov/ana", "nov/caio"]);
    const status = await batch(["status", "--json"]);
    expect(status.code).toBe(11);
    expect(JSON.parse(status.stdout).data[0]).toMatchObject({ batch: "nov", state: "partial" });
  });

  it("stops after five in a row", async () => {
    const { lines, confirmed } = many(9);
    const { batch, at, posts } = await place(lines);
    at.moods = ["refuse", "refuse", "refuse", "refuse", "refuse"];
    const { code, stderr } = await batch(["run", "nov.csv", ...confirmed]);
    expect(code).toBe(11);
    expect(stderr).toContain("5 in a row were refused");
    expect(posts()).toBe(5);
  });

  it("a key without permission stops all (4), and the row is paid when it is asked again", async () => {
    const { batch, at, posts, paid } = await place();
    at.moods = ["well", "unauthorized"];
    const { code, stderr } = await batch(RUN);
    expect(code, stderr).toBe(4);
    expect(stderr).toContain("Stopped at bia");
    expect(posts()).toBe(2);
    expect((await batch(RUN)).code).toBe(0);
    expect(paid()).toEqual(ALL);
  });

  it("a lack of balance stops all (3), and is asked anew under another key", async () => {
    const { batch, at, paid } = await place();
    at.moods = ["well", "poor"];
    const { code, stderr } = await batch(RUN);
    expect(code, stderr).toBe(3);
    const again = await batch(RUN);
    expect(again.code, again.stderr).toBe(0);
    expect(paid()).toEqual(ALL);
  });

  it("a key that the service knows from elsewhere stops all (6), and is never sent again", async () => {
    const { batch, at, posts } = await place();
    at.moods = ["well", "conflict"];
    const { code, stderr } = await batch(RUN);
    expect(code, stderr).toBe(6);
    expect(stderr).toContain("bia: the service knows the payment's key from another request");
    expect(posts()).toBe(2);
    // The others are paid by the next run; this one stays what it is: nobody knows what that was.
    expect((await batch(["resume", "nov", ...CONFIRMED])).code).toBe(8);
    expect(at.made.map(({ body }) => body["external_id"])).toEqual(["nov/ana", "nov/caio"]);
  });
});

describe("retry-failed", () => {
  it("pays what was refused under a new key, and what was paid not at all", async () => {
    const { batch, at, posts, paid } = await place();
    at.moods = ["well", "refuse"];
    await batch(RUN);
    const keys = at.made.map(({ key }) => key);
    expect((await batch(["retry-failed", "nov"])).code).toBe(12);
    expect(posts()).toBe(3);
    const { code, stderr } = await batch(["retry-failed", "nov", ...CONFIRMED]);
    expect(code, stderr).toBe(0);
    expect(paid()).toEqual(["nov/ana", "nov/caio", "nov/bia"]);
    expect(keys).not.toContain(at.made[2]?.key);
  });

  it("tries again in one go what has failed since, and tells a script how to confirm it", async () => {
    const { batch, at, posts } = await place();
    await batch(RUN);
    at.told = (body) => ({ ...body, status: body["nonce"] === 1 ? "failed" : "paid" });
    for (const { body } of at.made) body["nonce"] = body["external_id"] === "nov/bia" ? 1 : 0;
    const guarded = await batch(["retry-failed", "nov"]);
    expect(guarded.code).toBe(12);
    const command = /^ *pix (withdraw batch retry-failed .*)$/m.exec(guarded.stderr)?.[1] ?? "";
    expect(command).toBe(`withdraw batch retry-failed nov ${CONFIRMED.join(" ")}`);
    const { code, stderr } = await batch(command.split(" ").slice(2));
    expect(code, stderr).toBe(0);
    expect(posts()).toBe(4);
  });

  it("leaves alone what only once looked failed", async () => {
    const { batch, at, posts } = await place();
    at.told = (body) => ({
      ...body,
      ...(body["external_id"] === "nov/bia" ? { status: "failed" } : {}),
    });
    expect((await batch(RUN)).code).toBe(11);
    at.told = (body) => ({ ...body, status: "paid" });
    const { code, stderr } = await batch(["retry-failed", "nov", ...CONFIRMED]);
    expect(code, stderr).toBe(0);
    expect(posts()).toBe(3);
  });

  it("finds the new payment, not the failed one of the same reference, when its answer is lost", async () => {
    const { batch, at } = await place();
    const failed = new Set<unknown>();
    at.told = (body) => ({ ...body, status: failed.has(body["nonce"]) ? "failed" : "pending" });
    const made = (): readonly Record<string, unknown>[] => at.made.map(({ body }) => body);
    await batch(RUN);
    for (const body of made()) {
      body["nonce"] = body["external_id"];
      failed.add(body["nonce"]);
    }
    expect((await batch(["status", "nov", "--check"])).code).toBe(11);
    at.moods = ["lose_answer", "lose_request", "fail_after"];
    const { code, stderr } = await batch(["retry-failed", "nov", ...CONFIRMED]);
    expect(code, stderr).toBe(0);
    const living = made().filter(({ nonce }) => nonce === undefined);
    expect(living.map(({ external_id: reference }) => reference).toSorted()).toEqual(ALL);
  });
});

describe("a person who stops it", () => {
  it("has the payment under way finished, nothing new sent, and is told how to go on (130)", async () => {
    const { batch, at, posts, paid } = await place();
    const stop = new AbortController();
    at.moods = ["slow"];
    const watch = setInterval(() => {
      if (posts() > 0) stop.abort();
    }, 1);
    const { code, stderr } = await batch(RUN, { stop: stop.signal });
    clearInterval(watch);
    expect(code, stderr).toBe(130);
    expect(posts()).toBe(1);
    expect(paid()).toEqual(["nov/ana"]);
    expect(stderr).toContain("pix withdraw batch resume nov");
    expect((await batch(RUN)).code).toBe(0);
    expect(paid()).toEqual(ALL);
  });
});

describe("a file that has changed", () => {
  const changes: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      "another amount",
      [...THREE.slice(0, 2), "bia,20.51,bia@example.com", ...THREE.slice(3)],
      /nov\.csv:3: bia: amount was R\$ 20,50, now R\$ 20,51/,
    ],
    [
      "another key",
      [...THREE.slice(0, 3), "caio,5,dora@example.com"],
      /pix_key was caio@example\.com, now dora@example\.com/,
    ],
    ["one more", [...THREE, "dora,1,dora@example.com"], /nov\.csv:5: dora is not in the plan/],
    ["one fewer", THREE.slice(0, 3), /caio is planned and not in the file/],
  ];
  for (const [name, lines, said] of changes) {
    it(`${name}: refused with the difference (6), and nothing is sent`, async () => {
      const { batch, file, posts } = await place();
      expect((await batch(["plan", "nov.csv"])).code).toBe(0);
      file("nov.csv", lines);
      for (const verb of ["plan", "run"]) {
        const { code, stderr } = await batch([verb, "nov.csv"]);
        expect(code, stderr).toBe(6);
        expect(stderr).toMatch(said);
        expect(stderr).toContain("Nothing was sent.");
      }
      expect(posts()).toBe(0);
    });
  }
});

describe("a file that is none", () => {
  it("says why it cannot be read (2), and waits for no pipe", async () => {
    const { batch, host } = await place();
    mkdirSync(join(host.home, "folder.csv"));
    execFileSync("mkfifo", [join(host.home, "pipe.csv")]);
    const reasons = [
      ["missing.csv", "there is no such file"],
      ["folder.csv", "it is no plain file"],
      ["pipe.csv", "it is no plain file"],
    ];
    for (const [name, reason] of reasons) {
      const { code, stderr } = await batch(["plan", name ?? ""]);
      expect(code, stderr).toBe(2);
      expect(stderr).toContain(reason);
    }
  });
});
