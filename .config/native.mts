import type { Plugin } from "rolldown";

const LIBRARY = /[\\/]node_modules[\\/]libsql[\\/]index\.js$/;
const IMPORTS = /^const \{[^}]*\} = require\("(?:@neon-rs\/load|detect-libc)"\);$/gm;
const LOADER = /^function requireNative\(\) \{[\s\S]*?^\}$/m;

/**
 * libsql is bundled but for its native part, which is a package for each platform. To find out which one fits, libsql
 * has Node write a report of the whole process; here those that may fit are tried, and a wrong one does not load.
 */
const TRY_EACH = `function requireNative() {
  const { platform, arch } = process;
  const kinds = { linux: ["gnu", "musl", "gnueabihf", "musleabihf"], win32: ["msvc"] };
  const names = (kinds[platform] ?? [""]).map((kind) => [platform, arch, kind].filter(Boolean).join("-"));
  const failures = [];
  for (const name of names) {
    try {
      return require("@libsql/" + name);
    } catch (error) {
      failures.push(error);
    }
  }
  const broken = failures.find((error) => error.code !== "MODULE_NOT_FOUND");
  throw broken ?? failures[0];
}`;

export function native(): Plugin {
  let isDone = false;
  return {
    name: "native",
    buildStart() {
      isDone = false;
    },
    buildEnd(error) {
      if (error === undefined && !isDone) throw new Error(`${LIBRARY} is not in the build`);
    },
    transform: {
      filter: { id: LIBRARY },
      handler(code) {
        const rest = code.replace(IMPORTS, "").replace(LOADER, TRY_EACH);
        if (/@neon-rs|detect-libc/.test(rest) || !rest.includes(TRY_EACH)) {
          throw new Error("libsql loads its native part in a new way: see .config/native.mts");
        }
        isDone = true;
        return rest;
      },
    },
  };
}
