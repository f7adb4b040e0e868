import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of what is pure, or cleans up behind itself: they share a process, and each file's start costs next to nothing. */
const PARTS =
  'test/{budget,compile,config,document,exchange,ledger,mistakes,model,paper,plan,property,report,session,shell,source,ui,watch}/**/*.test.{ts,tsx}';

export default defineConfig({
  test: {
    // A slow machine is no failure of a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: a third worker takes the turns of tests that wait for a clock; the tests of time bear that.
    maxWorkers: 3,
    environment: 'node',
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'parts', include: [PARTS], isolate: false } },
      {
        extends: true,
        test: { name: 'whole', include: ['test/**/*.test.{ts,tsx}'], exclude: [...configDefaults.exclude, PARTS] },
      },
    ],
  },
});
