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
  'test/release/*.test.ts',
  'test/editor/**/*.test.ts',
  'test/shell/*.test.ts',
  'test/document/hostile.test.ts',
  'test/follow/{eight,asked-to-end,closed-elsewhere,equal-targets,position-gone,unknown-settled}.test.ts',
  'test/library/end-followers.test.ts',
  'test/cli/{action,ci,package,kept-code,beside,version-3-many}.test.ts',
  'test/pages-version-2.test.ts',
  'test/postgres/{cuts,stalls}.test.ts',
  'test/session/{fault-positions,cancel-faults,cancel-journal-faults}.test.ts',
  'test/exchange/third-in-the-list.test.ts',
];

/**
 * Promises in all their cases, which take more than half of the time of all tests: `npm run long` as well. What `npm test` has of the
 * same rooms tries each promise once.
 */
const CASES = [
  'test/server-examples.test.ts',
  'test/cli/{account-check-told,account-check,account-file,cancel-ends,cancel-ours,candles,check-weight}.test.ts',
  'test/cli/{ci-files,close-refused,closed-version,doctor,exchange,finding-the-config,first-look}.test.ts',
  'test/cli/{close-held-back,close-limited,flatten-faults,flatten-held-back,flatten-lifted,flatten-limited}.test.ts',
  'test/cli/{flatten-answers,flatten-unknown,flatten-watch,halt-beside,held-positions,identity,journal-info,key-tie}.test.ts',
  'test/cli/{look-beside,lost-output,new-journal,not-back,off-first,older-node,one-story,open-cancels}.test.ts',
  'test/cli/{postgres-doctor,postgres-halt,postgres-watch,postgres,refresh,removed-stops,replaced-ladders,replay-screen}.test.ts',
  'test/cli/{report-protection,required-status,required-ways-on,same-line,settle-closed,settle-doubles}.test.ts',
  'test/cli/{side-by-side,simulate-opens,simulate-watch,standing-figures,still-off,stops-beside,storage}.test.ts',
  'test/cli/{surroundings,taken-in-worth,trades-unanswered,version-3-counts,version-3-fields}.test.ts',
  'test/cli/{version-3-trades,watch-protection,watch-screen}.test.ts',
  'test/commands/{diff-at-commit,diff-simulated,diff}.test.ts',
  'test/document/plain-yaml.test.ts',
  'test/exchange/{cancel-property,classify-property,collected}.test.ts',
  'test/follow/{blind,by-hand,fired-unseen,gave-up,lines,lost-answers,openings-checked,position-silent,rate-limited}.test.ts',
  'test/follow/{edited,held-back,journal-lost,journal-server,line-clock,silent-start,status-closed}.test.ts',
  'test/follow/{held-up,killed-told,rules,short-position,start-held,targets-wait,working}.test.ts',
  'test/follow/{absent-entry,beside,cancel-unanswered,close-unanswered,edit-told,late-answers,plain-close,preset-gone,replace-stop}.test.ts',
  'test/follow/{cancel-once,found-anew,let-go-lines,line-doubts,naked-times,replace-killed}.test.ts',
  'test/journal/{kept-heads,reserve}.test.ts',
  'test/journeys/protection.test.ts',
  'test/library/examples.test.ts',
  'test/model/safe-text.test.ts',
  'test/plan/{format-corpus,format-plan,property}.test.ts',
  'test/postgres/{as-made,copy-cut-off,copy,roles,schema,verify,witness}.test.ts',
  'test/property/language.test.ts',
  'test/protection/properties.test.ts',
  'test/report/{difference,edge,text-difference}.test.ts',
  'test/session/{account-look,cancel-http,dependencies.property,whole-account}.test.ts',
  'test/simulate/follow-range.test.ts',
  'test/system/{files,git,start-thread}.test.ts',
  'test/watch/account-before-approval.test.ts',
];

/** Tried by both, each in its share: test/support/cases.ts. */
const IN_CASES = [
  'test/cli/{account-unread,close,flatten,flatten-answers,flatten-unknown,journal-fails,loss-today}.test.ts',
  'test/follow/bracket.test.ts',
  'test/library/close.test.ts',
];

/** What mostly waits: begun last, one of these would be all that still runs. */
const SLOW = [
  /\/test\/cli\/(watch-screen|lost-output|execute|stops-beside|halt-beside|required-status|identity|side-by-side|surroundings|terminal|run-screen|settle|storage|postgres|account-unread|flatten|flatten-answers|journal-fails|flatten-faults|flatten-unknown|close|account-check|cancel-ends|new-journal|older-node)\./,
  /\/test\/follow\/(closed-elsewhere|unknown-settled|blind|openings-checked|plain-close|asked-to-end|replace-stop|edited|absent-entry|status-closed|journal-lost|journal-server|beside|late-answers|preset-gone|eight|rules|killed-told|replace-killed|found-anew)\./,
  /\/test\/(library\/(close|end-followers)|proofs\/(simulation|processes))\./,
];

const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((one) => one.test(moduleId));

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own, of files
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((one) => !isSlow(one))];
  }
}

/**
 * Most time of one of the long tests, some of which install, build or kill programs for a minute: here only what hangs is ended, and what
 * a promise says of time is expected by its test itself.
 */
const LONG_MS = 600_000;

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
      { extends: true, test: { name: 'long', include: LONG, testTimeout: LONG_MS, hookTimeout: LONG_MS } },
      {
        extends: true,
        test: { name: 'cases', include: [...CASES, ...IN_CASES], isolate: false, env: { CASES: 'all' } },
      },
      {
        extends: true,
        // All others, and those in all their cases, clean up behind themselves: they share a process, and each file's start costs next to nothing.
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG, ...CASES, ...MOCKED],
          isolate: false,
        },
      },
    ],
  },
});
