import type { Context } from "../context.ts";

/** What a command does; its input is what cli.ts declares for it. */
export type Body = (context: Context, input: never) => Promise<void>;

/** What every command runs, by the command's words: loaded when it runs and not before. */
export const BODIES: Readonly<Record<string, () => Promise<Body>>> = {
  "pix create": async () => (await import("../commands/pix/create.ts")).create,
  "pix get": async () => (await import("../commands/pix/get.ts")).get,
  "pix list": async () => (await import("../commands/pix/list.ts")).list,
  "pix cancel": async () => (await import("../commands/pix/cancel.ts")).cancel,
  "pix wait": async () => (await import("../commands/pix/wait.ts")).wait,
  "pix qr": async () => (await import("../commands/pix/qr.ts")).qr,
  decode: async () => (await import("../commands/decode.ts")).decode,
  "links create": async () => (await import("../commands/links.ts")).create,
  "links get": async () => (await import("../commands/links.ts")).get,
  "links list": async () => (await import("../commands/links.ts")).list,
  "withdraw create": async () => (await import("../commands/withdraw/create.ts")).create,
  "withdraw get": async () => (await import("../commands/withdraw/get.ts")).get,
  "withdraw list": async () => (await import("../commands/withdraw/list.ts")).list,
  "withdraw batch plan": async () => (await import("../commands/withdraw/batch/plan.ts")).plan,
  "withdraw batch run": async () => (await import("../commands/withdraw/batch/run.ts")).run,
  "withdraw batch resume": async () => (await import("../commands/withdraw/batch/run.ts")).resume,
  "withdraw batch status": async () =>
    (await import("../commands/withdraw/batch/status.ts")).status,
  "withdraw batch approve": async () =>
    (await import("../commands/withdraw/batch/approve.ts")).approve,
  "withdraw batch retry-failed": async () =>
    (await import("../commands/withdraw/batch/retry-failed.ts")).retryFailed,
  "withdraw batch report": async () =>
    (await import("../commands/withdraw/batch/report.ts")).report,
  balance: async () => (await import("../commands/balance.ts")).balance,
  login: async () => (await import("../commands/login.ts")).login,
  logout: async () => (await import("../commands/login.ts")).logout,
  account: async () => (await import("../commands/account.ts")).account,
  "profiles list": async () => (await import("../commands/profiles.ts")).list,
  "profiles show": async () => (await import("../commands/profiles.ts")).show,
  "profiles use": async () => (await import("../commands/profiles.ts")).use,
  "profiles set": async () => (await import("../commands/profiles.ts")).set,
  "profiles remove": async () => (await import("../commands/profiles.ts")).remove,
  api: async () => (await import("../commands/api.ts")).api,
  completion: async () => (await import("../commands/completion.ts")).completion,
  commands: async () => (await import("../commands/commands.ts")).commands,
  doctor: async () => (await import("../commands/doctor.ts")).doctor,
  "sandbox pay": async () => (await import("../commands/sandbox/move.ts")).pay,
  "sandbox expire": async () => (await import("../commands/sandbox/move.ts")).expire,
  "sandbox fail": async () => (await import("../commands/sandbox/move.ts")).fail,
  "sandbox serve": async () => (await import("../commands/sandbox/serve.ts")).serve,
  "sandbox reset": async () => (await import("../commands/sandbox/reset.ts")).reset,
  "sandbox openapi": async () => (await import("../commands/sandbox/openapi.ts")).openapi,
  "sandbox keys create": async () => (await import("../commands/sandbox/keys.ts")).create,
  "sandbox keys list": async () => (await import("../commands/sandbox/keys.ts")).list,
  "sandbox keys revoke": async () => (await import("../commands/sandbox/keys.ts")).revoke,
  "sandbox fault add": async () => (await import("../commands/sandbox/fault.ts")).add,
  "sandbox fault list": async () => (await import("../commands/sandbox/fault.ts")).list,
  "sandbox fault clear": async () => (await import("../commands/sandbox/fault.ts")).clear,
};
