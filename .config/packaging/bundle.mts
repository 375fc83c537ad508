import { build } from "rolldown";
import type { RolldownOutput } from "rolldown";
import config from "../rolldown.mts";

/** What a build would write; nothing is written. */
export async function bundleOf(project: string): Promise<RolldownOutput["output"][number][]> {
  const builds = [config].flat().map(({ output, ...options }) => {
    if (Array.isArray(output)) throw new TypeError("a build is expected to have one output");
    return build({ ...options, output: output ?? {}, cwd: project, write: false });
  });
  return (await Promise.all(builds)).flatMap(({ output }) => output);
}
