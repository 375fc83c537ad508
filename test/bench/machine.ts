import { execFileSync } from "node:child_process";
import { arch, cpus, loadavg, release, totalmem, type } from "node:os";

/** The version of a Node binary, such as 22.11.0. Fails where it is none. */
export function nodeVersionOf(node: string): string {
  return execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
}

/** What the figures are of: they say nothing without it, and little where the machine was busy elsewhere. */
export function machineLine(nodeVersion: string): string {
  const [{ model } = { model: "an unknown processor" }] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`;
  const system = `${type()} ${release()} ${arch()}`;
  const [date] = new Date().toISOString().split("T");
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)} before`;
  return `${cpus().length} × ${model}, ${memory}, ${system}, ${load}, Node ${nodeVersion}, ${date}`;
}

/** Whether others took more than half of what the machine can do; the build has just taken some. */
export function isBusy(): boolean {
  return (loadavg()[0] ?? 0) > cpus().length / 2;
}
