// How the tests run: forked processes, generous time limits, dist/ built first, one plain closing line.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-before-tests.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    pool: 'forks',
    // Time limits are for hangs, not for speed: machines that run this may be small and busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    coverage: { enabled: false },
  },
});
