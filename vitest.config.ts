import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that put something of their own in place of a module of Node's: each has a process to itself. */
const ALONE = ['test/windows-paths.test.ts', 'test/proofs/{simulation,storage}.test.ts'];

export default defineConfig({
  test: {
    // A slow machine is no failure of a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: a third worker takes the turns of tests that wait for a clock; the tests of time bear that.
    maxWorkers: 3,
    environment: 'node',
    // Children that run our TypeScript as it stands, and the language server, start three times as fast.
    env: { NODE_COMPILE_CACHE: new URL('node_modules/.cache/node', import.meta.url).pathname },
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // All others clean up behind themselves: they share a process, and each file's start costs next to nothing.
        test: {
          name: 'together',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
