import { defineConfig } from "rolldown";

/** Code-split CommonJS: of all the shapes a build can take, the one that Node starts fastest. */
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  external: ["libsql", "@napi-rs/keyring"],
  output: {
    dir: "dist",
    format: "cjs",
    cleanDir: true,
    minify: true,
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name]-[hash].cjs",
  },
});
