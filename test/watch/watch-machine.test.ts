/** The watch as a state machine: thousands of orders of saves, reads and approvals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  approvable,
  dueMs,
  SETTLE_MS,
  started,
  STEADY_MS,
  type WatchInput,
  type WatchState,
} from '../../src/watch/watch-machine.ts';

const at = (state: WatchState, ...inputs: readonly (readonly [number, WatchInput])[]): WatchState =>
  inputs.reduce((before, [nowMs, input]) => advance(before, input, nowMs), state);
const changed: WatchInput = { kind: 'changed' };
const time: WatchInput = { kind: 'time' };
const read = (code: string | undefined): WatchInput => ({ kind: 'read', code });
const approve = (code: string): WatchInput => ({ kind: 'approve', code });
const ended: WatchInput = { kind: 'ended' };
/** A is shown, and two reads half a second apart gave it. */
const steadyA = at(started, [0, read('A')], [STEADY_MS, time], [STEADY_MS, read('A')]);

describe('what may be approved', () => {
  test('is what two reads half a second apart gave', () => {
    expect(approvable(at(started, [0, read('A')]))).toBeUndefined();
    expect(approvable(steadyA)).toBe('A');
  });

  test('is not what two reads closer together gave', () => {
    const hurried = at(started, [0, read('A')], [10, changed], [40, time], [41, read('A')]);
    expect(approvable(hurried)).toBeUndefined();
    expect(dueMs(hurried)).toBe(STEADY_MS);
  });

  test('is not what two reads gave of which the second began too early, however long it took', () => {
    const slow = at(started, [0, read('A')], [10, changed], [40, time], [STEADY_MS + 100, read('A')]);
    expect(approvable(slow)).toBeUndefined();
    expect(approvable(at(slow, [STEADY_MS + 101, time], [STEADY_MS + 101, read('A')]))).toBe('A');
  });

  test('is no event’s to say: a save of the same content leaves it, once it was read', () => {
    const saved = at(steadyA, [900, changed]);
    expect(approvable(saved)).toBeUndefined();
    expect(approvable(at(saved, [930, time], [931, read('A')]))).toBe('A');
  });

  test('begins anew where a read between gave another code', () => {
    const between = at(steadyA, [900, changed], [930, time], [931, read('B')], [940, changed], [970, time]);
    expect(approvable(at(between, [971, read('A')]))).toBeUndefined();
  });

  test('is nothing while the save is broken', () => {
    expect(approvable(at(steadyA, [900, changed], [930, time], [931, read(undefined)]))).toBeUndefined();
  });
});

describe('files that are written', () => {
  test('are not read before they kept still for the settling time', () => {
    let state = at(steadyA, [1000, changed]);
    for (let nowMs = 1010; nowMs < 1300; nowMs += 10) {
      state = at(state, [nowMs, time], [nowMs, changed]);
      expect(state.at).toBe('settling');
    }
    expect(at(state, [1290 + SETTLE_MS, time]).at).toBe('reading');
  });

  test('while they are read are read again', () => {
    expect(at(started, [0, changed], [1, read('A')]).at).toBe('settling');
  });
});

describe('an approval', () => {
  test('is for the code that is shown, and no other', () => {
    expect(at(steadyA, [900, approve('B')])).toBe(steadyA);
    expect(at(steadyA, [900, approve('A')]).at).toBe('approving');
  });

  test.each([
    ['another code', [read('B')], 'following'],
    ['a broken save', [read(undefined)], 'following'],
    ['the same code, with a sign of a change since', [changed, read('A')], 'settling'],
  ])('sends nothing where the read before the sending gives %s', (_, inputs, then) => {
    const state = inputs.reduce(
      (before: WatchState, input) => at(before, [901, input]),
      at(steadyA, [900, approve('A')]),
    );
    expect(state.at).toBe(then);
    expect(approvable(state)).toBeUndefined();
  });

  test('of the very code leads to the sending', () => {
    expect(at(steadyA, [900, approve('A')], [901, read('A')]).at).toBe('placing');
  });
});

describe('a run', () => {
  const placing = at(steadyA, [900, approve('A')], [901, read('A')]);

  test('is not interrupted by a save; that is read when it has ended', () => {
    const saved = at(placing, [1000, changed], [2000, time], [2000, read('B')], [2000, approve('A')]);
    expect(saved.at).toBe('placing');
    expect(at(saved, [3000, ended]).at).toBe('settling');
  });

  test('leaves nothing to approve until what is known was read again, and read twice', () => {
    const after = at(placing, [3000, ended]);
    expect(after.at).toBe('reading');
    expect(approvable(at(after, [3001, read('A')]))).toBeUndefined();
  });
});

/** What a watch does with a file system that changes under it: the model of its promises. */
interface Story {
  state: WatchState;
  nowMs: number;
  /** What the files compile to. */
  files: string | undefined;
  /** Every read so far: when, and what it gave. */
  readonly reads: { readonly atMs: number; readonly code: string | undefined }[];
  /** The last of the reads whose code was shown. */
  approved: string | undefined;
  /** Whether a hint came since the read of an approving began. */
  hinted: boolean;
}

const CODES = [undefined, 'A', 'B', 'C'] as const;
const inputs = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('look' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('approve' as const), code: fc.constantFrom('A', 'B', 'shown', 'shown') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('save' as const), code: fc.constantFrom(...CODES), isTold: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end' as const) }) },
);

test('whatever comes in whatever order, what is sent was shown, steady, approved, and there at the last read', () => {
  let sendings = 0;
  fc.assert(
    fc.property(fc.array(inputs, { minLength: 5, maxLength: 80 }), (steps) => {
      const story: Story = {
        state: started,
        nowMs: 0,
        files: 'A',
        reads: [],
        approved: undefined,
        hinted: false,
      };
      const step = (input: WatchInput): void => {
        const before = story.state;
        story.state = advance(before, input, story.nowMs);
        if (before.at === 'placing' && story.state.at !== 'placing') expect(input.kind).toBe('ended');
        if (before.at !== 'placing' && story.state.at === 'placing') {
          sendings += 1;
          checkSending(story, before);
        }
        if (before.at === 'settling' && story.state.at === 'reading') expect(input.kind).toBe('time');
      };
      for (const one of steps) {
        if (one.what === 'wait') {
          story.nowMs += one.ms;
          step(time);
        } else if (one.what === 'save') {
          story.files = one.code;
          if (one.isTold) {
            story.hinted = true;
            step(changed);
          }
        } else if (one.what === 'approve') {
          const code = one.code === 'shown' ? (approvable(story.state) ?? 'A') : one.code;
          const [before, wasApprovable] = [story.state.at, approvable(story.state) === code];
          step(approve(code));
          if (before !== 'approving' && story.state.at === 'approving') {
            expect(wasApprovable).toBe(true);
            story.approved = code;
            story.hinted = false;
          }
        } else if (one.what === 'end') {
          if (story.state.at === 'placing') story.reads.push({ atMs: story.nowMs, code: 'a run ended' });
          step(ended);
        } else if (story.state.at === 'reading' || story.state.at === 'approving') {
          story.reads.push({ atMs: story.nowMs, code: story.files });
          step(read(story.files));
        }
      }
    }),
    { numRuns: 5000 },
  );
  expect(sendings).toBeGreaterThan(100);
});

function checkSending(story: Story, before: WatchState): void {
  const code = story.approved;
  expect(before.at).toBe('approving');
  expect(story.hinted).toBe(false);
  expect(code).toBeDefined();
  // The read before the sending gave it, and so did all before that for at least half a second of showing.
  const since = story.reads.findLastIndex((one) => one.code !== code) + 1;
  const run = story.reads.slice(since);
  expect(run.at(-1)).toEqual({ atMs: story.nowMs, code });
  expect((run.at(-2)?.atMs ?? 0) - (run[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(STEADY_MS);
}
