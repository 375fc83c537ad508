import { defineConfig } from "rolldown";

/** The bench: it calls some of the program's own sources, so it is built as they are. */
export default defineConfig({
  input: { main: "test/bench/main.ts" },
  platform: "node",
  external: ["libsql", /^@libsql\//, "@napi-rs/keyring"],
  output: {
    dir: "node_modules/.cache/bench",
    format: "cjs",
    cleanDir: true,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
  },
});
