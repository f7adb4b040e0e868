/** How long a run took, by the clock of its world. */
import { expect, test } from 'vitest';
import { placeOnScreen } from '../../src/commands/run/place-run.ts';
import type { PreparedRun } from '../../src/actions/prepare/prepared-run.ts';
import type { RunOptions } from '../../src/commands/run/run-options.ts';
import type { World } from '../../src/commands/world.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import type { Session } from '../../src/session/session.ts';
import { Tally } from '../../src/session/place/tally.ts';
import { bids } from '../../proofs/support/ordo.ts';
import { loadText } from '../support/plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const { plan } = loadText(bids('timed', 1), { instruments: paperInstruments });
if (plan === undefined) throw new Error('the plan of this test is invalid');
const { exchange, execution } = defaultConfig;

const run: PreparedRun = {
  plan,
  config: defaultConfig,
  schedule: compilePlan(v2.calls, plan, emptyJournal, { ...exchange, ...execution }),
  planFile: 'plan.yaml',
  mode: 'execute',
  target: 'live',
  exchange: 'a test',
  precision: 'by a test',
  known: emptyJournal,
  canLive: true,
  obstacles: [],
  warnings: 0,
  bytes: false,
  options: [],
};

test('a run is timed from its approval, not from its command', async () => {
  let nowMs = 60_000;
  const world = {
    files: { folder: '/' },
    clock: { monotonicMs: () => nowMs, wallMs: () => nowMs },
    process: { onInterruption: () => () => {} },
    terminal: { flushOutput: () => Promise.resolve(undefined) },
  } as unknown as World;
  const session = {
    place: () => {
      nowMs += 700;
      return Promise.resolve(new Tally());
    },
    state: () => Promise.resolve(new Map()),
    account: () => Promise.resolve([]),
    finish: () => Promise.resolve({ record: 1, sum: 'ab' }),
  } as unknown as Session;
  const options = { live: true, startedMs: 0, output: 'lines' } as RunOptions;
  const events: RunEvent[] = [];
  const emit = (event: RunEvent): void => void events.push(event);
  const report = { emit, tellTo: () => {} } as unknown as Parameters<typeof placeOnScreen>[2];
  await placeOnScreen(world, { options, run, session }, report);
  expect(events.at(-1)).toMatchObject({ event: 'run-finished', elapsedMs: 700 });
});
