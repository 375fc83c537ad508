import { besideTheFirst, ran } from "./command.ts";
import type { Command } from "./command.ts";
import { balanceOver, curlOf, localCommands, sandboxCreate } from "./commands.ts";
import type { Part } from "./part.ts";
import { tab } from "./tab.ts";
import type { Missing } from "./table.ts";

/** How long a command takes from its start to its end, beside a Node that does nothing. */
export const start: Part = {
  name: "start",
  about: "how long a command takes, beside `node -e 0`",
  rounds: 21,
  async measure(place, rounds) {
    const http = await balanceOver(place, "http");
    const https = await balanceOver(place, "https");
    const curl = curlOf(http.env["PIX_BASE_URL"] ?? "");
    const atTab = tab(place);
    const ours = [...localCommands(place), http, https, sandboxCreate(place)];
    const all = [place.emptyNode(), ...ours, atTab, curl].filter(
      (command) => command !== undefined,
    );
    const measure = (command: Command): number => ran(command).ms;
    const rows = await besideTheFirst(all, { rounds, unit: "ms", measure });
    return [...rows, ...missing(curl, "`curl`"), ...missing(atTab, "a TAB: bash or awk")];
  },
};

function missing(command: Command | undefined, name: string): readonly Missing[] {
  return command === undefined ? [{ name, missing: "not on this machine" }] : [];
}
