"use strict";

const { chmodSync, readdirSync, statSync } = require("node:fs");
const { join } = require("node:path");
const { bin, files } = require("../../package.json");

/*
 * The tarball carries the modes of the checkout, and those come of the umask of whoever made it. Where it is
 * packed they are made one and the same; a checkout that only installs keeps its own.
 */
if (["pack", "publish"].includes(process.env.npm_command)) {
  for (const path of ["package.json", "README.md", "LICENSE", ...files]) setModes(path);
}

function setModes(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) setModes(join(path, name));
  } else {
    chmodSync(path, Object.values(bin).includes(path) ? 0o755 : 0o644);
  }
}
