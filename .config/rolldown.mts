import { defineConfig } from "rolldown";
import { made } from "./made.mts";
import { native } from "./native.mts";
import { thirdParty } from "./packaging/third-party.mts";
import { regexes } from "./regexes.mts";
import { sections } from "./sections.mts";

/** Code-split CommonJS: of all the shapes a build can take, the one that Node starts fastest. */
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  plugins: [sections(), regexes(), native(), made(), thirdParty()],
  external: [/^@libsql\//, "@napi-rs/keyring"],
  output: {
    dir: "dist",
    format: "cjs",
    cleanDir: true,
    minify: true,
    // Node's own parts too: to load one by import() loads all that Node has for ES modules.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        { name: "secure", test: /src\/api\/send\/(authorities|secure)\.ts$/, priority: 1 },
        { name: "core", test: /rolldown\/runtime|src\/process\.ts$/, priority: 2 },
        {
          name: "call",
          test: /src\/(api\/(client|transport|send\/(once|proxy))|profiles\/credentials|terminal\/foreign)\.ts$/,
          priority: 1,
        },
      ],
    },
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name]-[hash].cjs",
  },
});
