import type { Send, SendRequest } from "./send/send.ts";

/** Thrown in place of sending: no failure, but the request that a run without `--dry-run` would have sent. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  readonly request: SendRequest;

  constructor(request: SendRequest) {
    super("nothing was sent");
    this.request = request;
  }
}

/** What stands in for every sender with `--dry-run`; it reaches nobody. */
export const sendNothing: Send = (request) => Promise.reject(new DryRun(request));

/** Stands for the key of the embedded sandbox, which is not opened for a request that nobody sends. */
export const UNSENT_KEY = "key-of-the-sandbox";
