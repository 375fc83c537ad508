"use strict";
// Loaded by Node before a program: writes the program's peak of memory, in KiB, to the file PEAK_FILE as it ends.
// VmHWM is that of the program alone: `getrusage` tells at least what the process was before it, a copy of its parent.
const { readFileSync, writeFileSync } = require("node:fs");

process.on("exit", () => {
  const status = readFileSync("/proc/self/status", "utf8");
  writeFileSync(process.env.PEAK_FILE, /VmHWM:\s+(\d+)/.exec(status)[1]);
});
