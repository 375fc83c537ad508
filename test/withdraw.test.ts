import { spawn } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { InterruptedError } from "../src/errors.ts";
import { bank, environment } from "./support/bank.ts";
import type { Bank, Mood } from "./support/bank.ts";
import { machine } from "./support/pix.ts";
import type { Machine, PixOptions, PixResult } from "./support/pix.ts";

const binary = inject("pixBinary");

const PAY = ["withdraw", "create", "--amount", "150", "--pix-key", "maria@example.com"];

async function run(
  host: Machine,
  at: Bank,
  args: string[],
  more: PixOptions = {},
): Promise<PixResult> {
  return host.pix(args, { ...more, env: { ...environment(at), ...more.env } });
}

describe("pix withdraw create", () => {
  it("records, pays and shows; the same id again pays nothing and says so", async () => {
    const [host, at] = [machine(), await bank()];
    const first = await run(host, at, [...PAY, "--id", "a"]);
    expect(first.code, first.stderr).toBe(0);
    const again = await run(host, at, [...PAY, "--id", "a"]);
    expect(again.code).toBe(0);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toContain("nothing new was sent");
    expect(at.made.length).toBe(1);
    expect(at.asked.filter((call) => call.startsWith("POST")).length).toBe(1);
    expect(at.made[0]?.key).toMatch(/^pix1\.[A-Za-z0-9_-]{43}$/);
  });

  const lost: readonly (readonly [Mood, string])[] = [
    ["lose_answer", "the work was done and the answer was lost"],
    ["lose_request", "the request was lost"],
    ["fail_after", "500 after the money moved, which keeps no key"],
    ["busy_after", "503 asks to come back although the money moved"],
    ["other_amount", "the answer names another amount"],
  ];
  for (const [mood, name] of lost) {
    it(`pays once where ${name}`, async () => {
      const [host, at] = [machine(), await bank()];
      at.moods = [mood];
      const { code, stderr, stdout } = await run(host, at, [...PAY, "--id", "a"]);
      expect(code, stderr).toBe(0);
      expect(at.made.length).toBe(1);
      expect(stdout).toContain(`id\t${at.made[0]?.id}\n`);
    });
  }

  for (const mood of ["fail_after", "busy_after"] as const) {
    it(`does not resend after a 5xx (${mood}) where the list cannot be trusted`, async () => {
      const [host, at] = [machine(), await bank()];
      at.moods = [mood];
      at.searchable = false;
      for (let count = 0; count < 3; count += 1) {
        const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
        expect(code, stderr).toBe(8);
        expect(stderr).toContain("outcome is unknown");
        expect(stderr).toContain("--id a");
      }
      expect(at.made.length).toBe(1);
      at.searchable = true;
      const { code } = await run(host, at, [...PAY, "--id", "a"]);
      expect(code).toBe(0);
      expect(at.made.length).toBe(1);
    });
  }

  it("stays unknown where a resend is refused: the attempt before it may have paid", async () => {
    const [host, at] = [machine(), await bank()];
    at.moods = ["lose_answer", "refuse"];
    at.searchable = false;
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code, stderr).toBe(8);
    expect(stderr).toContain("outcome is unknown");
    at.searchable = true;
    expect((await run(host, at, [...PAY, "--id", "a"])).code).toBe(0);
    expect(at.made.length).toBe(1);
  });

  const blindLists: readonly (readonly [string, Bank["told"]])[] = [
    ["without references", ({ external_id: _reference, ...body }) => body],
    ["with amounts less a fee", (body) => ({ ...body, amount: Number(body["amount"]) - 0.8 })],
  ];
  for (const [name, told] of blindLists) {
    it(`does not trust a list ${name}: what it cannot show is not absent`, async () => {
      const [host, at] = [machine(), await bank()];
      await run(host, at, [...PAY, "--id", "known"]);
      at.moods = ["fail_after"];
      // The list alone is blind; the answer to the payment itself is right.
      at.told = (body) => (at.asked.at(-1)?.startsWith("GET") === true ? told(body) : body);
      for (const _try of [1, 2]) {
        const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
        expect(code, stderr).toBe(8);
      }
      expect(at.made.filter(({ body }) => body["external_id"] === "a").length).toBe(1);
    });
  }

  it("says what differs where the service shows another payment than was asked for", async () => {
    for (const other of [{ amount: 999 }, { pix_key: "z@z.com" }, { external_id: "zz" }]) {
      const [host, at] = [machine(), await bank()];
      at.told = (body) =>
        at.asked.at(-1)?.startsWith("GET") === true ? { ...body, ...other } : body;
      const { code, stdout, stderr } = await run(host, at, [...PAY, "--id", "a"]);
      expect({ code, stdout }, stderr).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(/999|z@z\.com|zz/);
    }
  });

  it("tells the id and the amount of a withdrawal that was accepted for another amount", async () => {
    const [host, at] = [machine(), await bank()];
    at.searchable = false;
    at.moods = ["other_amount"];
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code).toBe(8);
    expect(stderr).toContain(`withdrawal ${at.made[0]?.id} of R$ 1,00`);
  });

  it("gives the first result again after a field was renamed, and after a refusal", async () => {
    const [host, at] = [machine(), await bank()];
    const staging = ["--profile", "staging"];
    const login = [
      "login",
      ...staging,
      "--env",
      "staging",
      "--base-url",
      at.baseUrl,
      "--api-key-stdin",
    ];
    await host.pix(login, { stdin: "sk_1\n" });
    const first = await host.pix([...PAY, "--id", "a", ...staging]);
    at.told = ({ external_id: reference, ...body }) => ({ ...body, ref: reference });
    await host.pix(["profiles", "set", "field.withdrawal.external_id", "ref", ...staging]);
    const again = await host.pix([...PAY, "--id", "a", ...staging]);
    expect([first.code, again.code], again.stderr).toEqual([0, 0]);
    at.moods = ["refuse"];
    for (const _try of [1, 2])
      expect((await host.pix([...PAY, "--id", "b", ...staging])).code).toBe(3);
    expect(at.made.length).toBe(1);
  });

  it("ends with 10 where the withdrawal has failed, now and whenever it is asked again", async () => {
    const [host, at] = [machine(), await bank()];
    at.told = (body) => ({ ...body, status: "failed" });
    for (const _try of [1, 2]) expect((await run(host, at, [...PAY, "--id", "a"])).code).toBe(10);
  });

  it("neither adopts nor overlooks another payment with the same reference", async () => {
    const others = [
      { amount: 151 },
      { pix_key: "joao@example.com" },
      { pix_key: { key: "joao@example.com" } },
      { created_at: "2026-01-01T00:00:00Z" },
    ];
    for (const other of others) {
      const [host, at] = [machine(), await bank()];
      await run(host, at, [...PAY, "--id", "known"]);
      at.moods = ["lose_request"];
      at.seed({ external_id: "a", amount: 150, pix_key: "maria@example.com", ...other });
      const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
      expect(code, stderr).toBe(8);
      expect(at.asked.filter((call) => call.startsWith("POST")).length).toBe(2);
    }
  });

  it("resends after a 500 without effect once the list has shown a payment that exists", async () => {
    const [host, at] = [machine(), await bank()];
    await run(host, at, [...PAY, "--id", "known"]);
    at.moods = ["fail_before"];
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code, stderr).toBe(0);
    expect(at.made.map(({ body }) => body["external_id"])).toEqual(["known", "a"]);
  });

  it("looks up only, once its key is more than 23 hours old", async () => {
    const [host, at] = [machine(), await bank()];
    at.moods = ["lose_request", "lose_request", "lose_request", "lose_request"];
    expect((await run(host, at, [...PAY, "--id", "a"])).code).toBe(8);
    const sent = at.asked.filter((call) => call.startsWith("POST")).length;
    host.later(23 * 3_600_000 + 60_000);
    const { code } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code).toBe(8);
    expect(at.asked.filter((call) => call.startsWith("POST")).length).toBe(sent);
  });

  it("waits and uses the same key where the service asks for time", async () => {
    const [host, at] = [machine(), await bank()];
    at.moods = ["later", "later"];
    const { code } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code).toBe(0);
    expect(at.made.length).toBe(1);
  });

  it("is the same payment under another key, and once the service begins to name its store", async () => {
    const [host, at] = [machine(), await bank()];
    at.named = false;
    expect((await run(host, at, [...PAY, "--id", "a"])).code).toBe(0);
    at.named = true;
    const env = { PIX_API_KEY: "sk_2" };
    const again = await run(host, at, [...PAY, "--id", "a"], { env });
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain("nothing new was sent");
    expect(at.made.length).toBe(1);
  });

  it("was accepted, and says so, where it cannot be read again", async () => {
    const [host, at] = [machine(), await bank()];
    at.readable = false;
    const { code, stdout, stderr } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`id\t${at.made[0]?.id}\n`);
    expect(stderr).toContain(`accepted it as withdrawal ${at.made[0]?.id}`);
  });

  it("refuses the same id for another payment, sends nothing, and says what differs", async () => {
    const [host, at] = [machine(), await bank()];
    await run(host, at, [...PAY, "--id", "a"]);
    const posts = at.asked.length;
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a", "--description", "bonus"]);
    expect(code).toBe(6);
    expect(stderr).toContain("Nothing was sent.");
    expect(at.asked.length).toBe(posts);
  });
});

describe("what is guarded", () => {
  it("a script without --id: 2, and nothing reached the service", async () => {
    const [host, at] = [machine(), await bank()];
    expect((await run(host, at, PAY)).code).toBe(2);
    expect(at.asked).toEqual([]);
  });

  it("production without a terminal or --yes: 12, and no withdrawal was sent", async () => {
    const [host, at] = [machine(), await bank()];
    at.environment = "production";
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"]);
    expect(code).toBe(12);
    expect(stderr).toContain("Nothing was sent.");
    expect(at.asked.filter((call) => call.startsWith("POST"))).toEqual([]);
    expect((await run(host, at, [...PAY, "--id", "a", "--yes"])).code).toBe(0);
  });

  it("production in a terminal: the amount has to be typed", async () => {
    const [host, at] = [machine(), await bank()];
    at.environment = "production";
    const tty = { columns: 80, rows: 40 };
    const prompt = "Type R$ 150,00";
    const no = await run(host, at, [...PAY, "--id", "a"], {
      tty,
      answers: [{ prompt, typed: "no" }],
    });
    expect(no.code).toBe(130);
    expect(at.made).toEqual([]);
    const yes = await run(host, at, [...PAY, "--id", "a"], {
      tty,
      answers: [{ prompt, typed: "150" }],
    });
    expect(yes.code, yes.stderr).toBe(0);
    expect(at.made.length).toBe(1);
  });

  it("over the profile's limits, for one and for a day: 12, and nothing was sent", async () => {
    const [host, at] = [machine(), await bank()];
    const staging = ["--profile", "staging"];
    const login = [
      "login",
      ...staging,
      "--env",
      "staging",
      "--base-url",
      at.baseUrl,
      "--api-key-stdin",
    ];
    expect((await host.pix(login, { stdin: "sk_1\n" })).code).toBe(0);
    await host.pix(["profiles", "set", "limit.withdrawal", "150", ...staging]);
    await host.pix(["profiles", "set", "limit.day", "200", ...staging]);
    const pay = async (amount: string, id: string): Promise<number> => {
      const payment = ["withdraw", "create", "--amount", amount, "--pix-key", "maria@example.com"];
      return (await host.pix([...payment, "--id", id, ...staging, "--yes"])).code;
    };
    expect(await pay("150.01", "a")).toBe(12);
    expect(await pay("150", "b")).toBe(0);
    expect(await pay("50.01", "c")).toBe(12);
    expect(await pay("50", "d")).toBe(0);
    expect(await pay("0.01", "e")).toBe(12);
    // The same payment again is no new one.
    expect(await pay("150", "b")).toBe(0);
    expect(at.made.length).toBe(2);
    host.later(24 * 3_600_000);
    expect(await pay("0.01", "e")).toBe(0);
  });
});

describe("what is in doubt", () => {
  it("is looked up, but not sent again over a limit or without --yes on production", async () => {
    const [host, at] = [machine(), await bank()];
    at.environment = "production";
    at.moods = ["lose_request", "lose_request", "lose_request", "lose_request"];
    expect((await run(host, at, [...PAY, "--id", "a", "--yes"])).code).toBe(8);
    const posts = (): number => at.asked.filter((call) => call.startsWith("POST")).length;
    const before = posts();
    const again = await run(host, at, [...PAY, "--id", "a"]);
    expect(again.code, again.stderr).toBe(8);
    expect(again.stderr).toContain("not sent again");
    expect(posts()).toBe(before);
    expect(at.made).toEqual([]);
    expect((await run(host, at, [...PAY, "--id", "a", "--yes"])).code).toBe(0);
    expect(at.made.length).toBe(1);
  });
});

describe("a person who stops it", () => {
  /** Stops the command once its first request has arrived, and gives what it says. */
  async function stopped(mood: Mood): Promise<string> {
    const [host, at] = [machine(), await bank()];
    const stop = new AbortController();
    at.moods = [mood, mood, mood, mood];
    const watch = setInterval(() => {
      const posted = at.asked.some((call) => call.startsWith("POST"));
      if (posted) stop.abort(new InterruptedError("SIGINT"));
    }, 1);
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"], { signal: stop.signal });
    clearInterval(watch);
    expect(code, stderr).toBeOneOf([7, 8, 130]);
    return stderr;
  }

  it("is told that the outcome of a lost request is unknown, and what to run", async () => {
    const stderr = await stopped("lose_request");
    expect(stderr).toContain("outcome is unknown");
    expect(stderr).toContain("--id a");
  });

  it("is told that nothing was created where the service had only asked to wait", async () => {
    // The stop may also come before that answer has arrived, and then nobody knows.
    for (let count = 0; count < 50; count += 1) {
      const stderr = await stopped("later");
      expect(stderr).toMatch(/refused it|outcome is unknown/);
      if (stderr.includes("Interrupted") && stderr.includes("refused it")) return;
    }
    expect.fail("no stop has met the wait");
  });
});

describe("a process that is killed", () => {
  /** Runs the program and kills it as it connects to send the payment, or after the service has paid. */
  async function killed(host: Machine, at: Bank, moment: "before" | "after"): Promise<void> {
    const env = { PATH: process.env["PATH"], PIX_HOME: host.home, ...environment(at) };
    const child = spawn(process.execPath, [binary, ...PAY, "--id", "a"], { env });
    const ended = new Promise<void>((closed) => child.on("close", () => closed()));
    if (moment === "before") at.onConnection = () => child.kill("SIGKILL");
    else {
      const count = at.made.length;
      const watch = setInterval(() => {
        if (at.made.length > count) child.kill("SIGKILL");
      }, 1);
      await ended;
      clearInterval(watch);
    }
    await ended;
    at.onConnection = () => undefined;
    expect(child.signalCode).toBe("SIGKILL");
  }

  const quick = { PIX_RESEND_AFTER: "0", PIX_LOOKUP_GAP: "0" };

  it("between recording and sending: run again, one withdrawal exists", async () => {
    const [host, at] = [machine(new Date().toISOString()), await bank()];
    await run(host, at, [...PAY, "--id", "known"]);
    await killed(host, at, "before");
    host.later(120_000);
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"], { env: quick });
    expect(code, stderr).toBe(0);
    expect(at.made.filter(({ body }) => body["external_id"] === "a").length).toBe(1);
  });

  it("between sending and recording: run again, one withdrawal, and the second run says so", async () => {
    const [host, at] = [machine(new Date().toISOString()), await bank()];
    await run(host, at, [...PAY, "--id", "known"]);
    at.moods = ["lose_answer"];
    await killed(host, at, "after");
    host.later(120_000);
    const { code, stderr } = await run(host, at, [...PAY, "--id", "a"], { env: quick });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("Nothing new was sent");
    expect(at.made.filter(({ body }) => body["external_id"] === "a").length).toBe(1);
  });

  it("three at once with one id, from a service that is slow to know its keys: one", async () => {
    const [host, at] = [machine(new Date().toISOString()), await bank()];
    at.moods = ["slow", "slow", "slow"];
    const env = { PATH: process.env["PATH"], PIX_HOME: host.home, ...quick, ...environment(at) };
    const start = async (): Promise<number | null> =>
      new Promise((closed) => {
        const child = spawn(process.execPath, [binary, ...PAY, "--id", "a"], { env });
        child.on("close", closed);
      });
    expect(await Promise.all([start(), start(), start()])).toEqual([0, 0, 0]);
    expect(at.made.length).toBe(1);
  });
});
