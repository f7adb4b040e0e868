import { readFileSync, statfsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Only vitest's own loader puts something else in the place of a module, and reads the JSX of the screen. */
const MOCKED = ['test/windows-paths.test.ts', 'test/ui/*.test.ts', 'test/recording.test.ts'];
/**
 * Short forms of the proofs, and what asks the programs of others: `npm run long`. Each has a process to itself, for some put
 * something of their own in place of what all share.
 */
const LONG = [
  'test/proofs/**/*.test.ts',
  'test/editor/**/*.test.ts',
  'test/shell/*.test.ts',
  'test/document/hostile.test.ts',
  'test/cli/{ci,package,kept-code,postgres-beside,version-3-many}.test.ts',
  'test/pages-version-2.test.ts',
  'test/postgres/{cuts,stalls}.test.ts',
  'test/session/{fault-positions,cancel-faults,cancel-journal-faults}.test.ts',
];

/** What mostly waits: begun last, one of these would be all that still runs. */
const SLOW =
  /\/test\/cli\/(watch-screen|lost-output|execute|side-by-side|surroundings|terminal|run-screen|settle|storage|postgres|flatten|flatten-faults|close|account-check)\./;

const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.test(moduleId);

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own, of files
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((one) => !isSlow(one))];
  }
}

const MEMORY = '/dev/shm';
const MOST_BYTES = 2 ** 30;

/** A folder in memory with room, from which programs may run: nothing that a test writes needs to outlive a power loss. */
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${MEMORY} `));
    return bavail * bsize > MOST_BYTES && mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    // A slow machine is no failure of a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: two workers more take the turns of tests that wait for a clock; the tests of time bear that.
    maxWorkers: 4,
    environment: 'node',
    // As the programs themselves are loaded, and a tenth faster than what vitest makes of each module.
    experimental: { viteModuleRunner: false },
    env: {
      // Children that run our TypeScript as it stands, and the language server, start three times as fast.
      NODE_COMPILE_CACHE: new URL('node_modules/.cache/node', import.meta.url).pathname,
      ...(process.env['TMPDIR'] === undefined && hasMemory() && { TMPDIR: MEMORY }),
    },
    reporters: ['default'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        // React as it is shipped: its other build takes three times as long for a frame.
        test: {
          name: 'mocked',
          include: MOCKED,
          experimental: { viteModuleRunner: true },
          env: { NODE_ENV: 'production' },
        },
      },
      { extends: true, test: { name: 'long', include: LONG } },
      {
        extends: true,
        // All others clean up behind themselves: they share a process, and each file's start costs next to nothing.
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG, ...MOCKED],
          isolate: false,
        },
      },
    ],
  },
});
