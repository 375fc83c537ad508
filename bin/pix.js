#!/usr/bin/env node
"use strict";

try {
  // oxlint-disable-next-line import/no-unassigned-import -- loading it runs it.
  require("../dist/main.cjs");
} catch (error) {
  if (require("node:fs").existsSync(`${__dirname}/../dist/main.cjs`)) throw error;
  // Without the build there is no catalogue of sentences either.
  process.stderr.write(
    "error: This checkout of pix is not built: it has no dist/.\n  Build it with: npm run build\n",
  );
  process.exitCode = 1;
}
