"use strict";
// Loaded by Node before the built program: kills the process at the n-th of the points at which a payment
// can be cut in two. Those are the moments before and after each write of the ledger reaches the disk,
// before and after each request reaches the system, and before an answer reaches the program. PIX_POINT is
// n; 0 kills nowhere. The program itself knows nothing of it.
const { writeSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Socket } = require("node:net");

const target = Number(process.env.PIX_POINT ?? 0);
let count = 0;

function point(name) {
  count += 1;
  if (count !== target) return;
  writeSync(2, `killed at ${count}: ${name}\n`);
  process.kill(process.pid, "SIGKILL");
}

/** Calls the original between two points. */
function around(name, call) {
  point(`before ${name}`);
  const result = call();
  point(`after ${name}`);
  return result;
}

/** What the build takes of libsql's native part, before it does: its own JavaScript is in the build. */
function nativePart() {
  const load = createRequire(process.argv[1]);
  const { platform, arch } = process;
  const failures = [];
  for (const kind of ["gnu", "musl", undefined]) {
    try {
      return load(`@libsql/${[platform, arch, kind].filter(Boolean).join("-")}`);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

const native = nativePart();
const { databaseExecSync, databaseInTransaction, databasePrepareSync } = native;
const changing = new WeakMap();

native.databaseExecSync = function wrapped(sql) {
  const call = () => databaseExecSync.call(this, sql);
  return sql === "COMMIT" ? around("a write", call) : call();
};

native.databasePrepareSync = function wrapped(sql) {
  const statement = databasePrepareSync.call(this, sql);
  if (/^\s*(INSERT|UPDATE|DELETE)\b/.test(sql)) changing.set(statement, this);
  return statement;
};

for (const name of ["statementRun", "statementRowsSync"]) {
  const original = native[name];
  native[name] = function wrapped(...values) {
    const call = () => original.apply(this, values);
    const database = changing.get(this);
    // Within a transaction the commit is what counts.
    const isWrite = database !== undefined && !databaseInTransaction(database);
    return isWrite ? around("a write", call) : call();
  };
}

for (const name of ["_write", "_writev"]) {
  const original = Socket.prototype[name];
  Socket.prototype[name] = function wrapped(...values) {
    const call = () => original.apply(this, values);
    // Standard output may be a socket too; it has no port.
    return this.remotePort === undefined ? call() : around("a send", call);
  };
}

const { push } = Socket.prototype;
Socket.prototype.push = function wrapped(chunk, ...values) {
  if (this.remotePort !== undefined && chunk !== null) point("before an answer");
  return push.call(this, chunk, ...values);
};
