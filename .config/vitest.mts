import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    setupFiles: ["test/support/properties.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The variable slows every child Node down threefold and no test needs it.
    env: { NODE_EXTRA_CA_CERTS: "" },
  },
});
