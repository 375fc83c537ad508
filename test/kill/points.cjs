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

const Database = createRequire(process.argv[1])("libsql");
const { exec, prepare } = Database.prototype;

Database.prototype.exec = function wrapped(sql) {
  const call = () => exec.call(this, sql);
  return sql === "COMMIT" ? around("a write", call) : call();
};

Database.prototype.prepare = function wrapped(sql) {
  const statement = prepare.call(this, sql);
  const changes = /^\s*(INSERT|UPDATE|DELETE)\b/.test(sql);
  for (const name of ["run", "all"]) {
    const original = statement[name];
    statement[name] = (...values) => {
      const call = () => original.apply(statement, values);
      // Within a transaction the commit is what counts.
      return changes && !this.inTransaction ? around("a write", call) : call();
    };
  }
  return statement;
};

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
