import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Two cores: more workers only take turns, and the tests of time would feel it.
    maxWorkers: 2,
    environment: 'node',
    reporters: ['default'],
  },
});
