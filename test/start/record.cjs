"use strict";
// Loaded before the program: writes down every file and every part of Node that the program itself asks for.
const { writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename } = require("node:path");

const asked = new Set();
const load = Module._load;
Module._load = function record(request, parent, isMain) {
  if (Module.isBuiltin(request)) asked.add(`node:${request.replace(/^node:/, "")}`);
  return load.call(this, request, parent, isMain);
};
const compile = Module.prototype._compile;
Module.prototype._compile = function record(content, path, ...rest) {
  asked.add(`file ${basename(path)}`);
  return compile.call(this, content, path, ...rest);
};
const dlopen = process.dlopen;
process.dlopen = function record(module, path, ...rest) {
  asked.add(`file ${basename(path)}`);
  return dlopen.call(this, module, path, ...rest);
};
const { getBuiltinModule } = process;
process.getBuiltinModule = function record(name) {
  asked.add(`node:${name.replace(/^node:/, "")}`);
  return getBuiltinModule.call(this, name);
};
// What a run does only because it takes long must not depend on how busy the machine is.
const LONG_MS = 50;
const { setTimeout: start, setInterval: repeat } = globalThis;
const never = { ref: () => never, unref: () => never, hasRef: () => false, refresh: () => never };
globalThis.setTimeout = (work, ms, ...rest) => (ms >= LONG_MS ? never : start(work, ms, ...rest));
globalThis.setInterval = (work, ms, ...rest) => (ms >= LONG_MS ? never : repeat(work, ms, ...rest));

process.on("exit", () => writeFileSync(process.env.PIX_LOADS_FILE, JSON.stringify([...asked])));
