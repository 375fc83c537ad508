import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./program.ts";
import type { Service } from "./service.ts";

/** How short a doubt rests in a test; the service is on this machine and answers in less. */
const RESEND_AFTER = "60ms";
const LOOKUP_GAP = "20ms";

/** The program as it pays: a state folder of its own, and a service that it reaches over HTTP. */
export function clientOf(
  { url, key }: Pick<Service, "url" | "key">,
  { path, folder }: { readonly path: string; readonly folder: string },
): Program {
  const home = join(folder, "client");
  mkdirSync(home, { recursive: true });
  return {
    path,
    env: {
      ...{ PIX_HOME: home, HOME: home, NO_COLOR: "1", TZ: "UTC" },
      ...{ PIX_BASE_URL: url, PIX_API_KEY: key, PIX_ENVIRONMENT: "staging" },
      ...{ PIX_RESEND_AFTER: RESEND_AFTER, PIX_LOOKUP_GAP: LOOKUP_GAP },
    },
  };
}
