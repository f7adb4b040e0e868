/** Cancels whose end nobody saw: how an order comes back from one, and what is said of it until then. */
import { expect, test } from 'vitest';
import { bids, eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { CancelFaultName } from '../../src/paper/cancel-faults.ts';
import { REQUEST_DEAD_AFTER_MS } from '../../src/model/call.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { realClock } from '../../src/system/clock.ts';
import { cancel, ends, misshapen, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { journalOf, paperAndPlace, run, said, type At } from '../support/live.ts';
import { passTime } from '../support/pass-time.ts';

const EXECUTED = ['run', 'plan.yaml', '--execute', '--live', '--yes'];

interface Open {
  readonly paper: PaperExchange;
  readonly at: At;
  /** `bid-1` and whatever else the plan has, by the journal. */
  readonly refreshed: () => Promise<{
    readonly code: number | null;
    readonly states: readonly string[];
  }>;
  readonly later: (ms: number) => void;
  readonly faults: Partial<Record<CancelFaultName, number>>;
}

/** One order whose cancel was lost on its way, twice: it rests. */
async function opened(cancelFault: CancelFaultName = 'drop-before'): Promise<Open> {
  const faults: Partial<Record<CancelFaultName, number>> = { [cancelFault]: 1 };
  const { paper, at } = await paperAndPlace({ cancelFaults: faults });
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  at.write('plan.yaml', bids('off', 1));
  await run(at);
  const lost = await cancel(at);
  expect([lost.code, ends(lost), statuses(paper)]).toEqual([7, ['bid-1 unknown'], ['open']]);
  const refreshed: Open['refreshed'] = async () => {
    const ended = await here(['status', 'plan.yaml', '--refresh', '--output', 'ndjson'], at);
    expect(misshapen(ended)).toEqual([]);
    return {
      code: ended.code,
      states: ofKind(eventsOf(ended), 'order-state').map(({ id, state }) => `${id} ${state}`),
    };
  };
  return {
    paper,
    at,
    refreshed,
    later: (ms) => passTime(journalOf(at), ms),
    faults,
  };
}

test.each<CancelFaultName>(['drop-before', 'cancel-ignored'])(
  'an order that rests when its cancel (%s) can act no more is accepted again, and may be cancelled',
  async (fault) => {
    const { paper, at, refreshed, later, faults } = await opened(fault);
    expect(await refreshed()).toEqual({
      code: 7,
      states: ['bid-1 cancel-unknown'],
    });
    later(REQUEST_DEAD_AFTER_MS + 15_000);
    expect(await refreshed()).toEqual({ code: 0, states: ['bid-1 accepted'] });
    expect((await here(['status', 'plan.yaml'], at)).stdout).not.toContain('CANCEL?');
    expect((await here(['journal', 'verify'], at)).code).toBe(0);
    for (const name of Object.keys(faults) as CancelFaultName[]) delete faults[name];
    const off = await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect([off.code, statuses(paper)]).toEqual([0, ['canceled']]);
  },
);

test('one that went off after all is cancelled, however late it is looked at', async () => {
  const { paper, refreshed, later } = await opened();
  paper.cancelByExchange(paper.orders[0]?.orderId ?? '');
  later(REQUEST_DEAD_AFTER_MS + 15_000);
  expect(await refreshed()).toEqual({ code: 0, states: ['bid-1 cancelled'] });
});

test('until its end is known, status shows how it was last seen, and when', async () => {
  const { paper, at, refreshed } = await opened();
  paper.fill(paper.orders[0]?.orderId ?? '', '0.004', '60000');
  expect(await refreshed()).toEqual({ code: 7, states: ['bid-1 cancel-unknown'] });
  const clock = { ...realClock, wallMs: () => Date.now() + 20_000 };
  const words = (await here(['status', 'plan.yaml'], at, { clock })).stdout.replaceAll(/\s+/g, ' ');
  expect(words).toMatch(/its cancel: .*; by the last look: 0\.004 of 0\.01 filled at 60000, 2\d s ago/);
});

test('a run looks first how an earlier cancel ended, and sends nothing while that is not known', async () => {
  const { paper, at, later } = await opened();
  at.write('plan.yaml', bids('off', 2));
  const dry = await here(['run', 'plan.yaml', '--live'], at);
  const executed = (...more: string[]): Promise<Ended> => here([...EXECUTED, ...more], at);
  const held = await executed();
  expect([dry.code, held.code, statuses(paper)]).toEqual([7, 7, ['open']]);
  for (const { stdout } of [dry, held]) {
    expect(stdout).not.toContain('ordo settle');
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('How its cancel ended is not known: bid-1. Nothing else of this plan is sent until');
    expect(stdout).toContain('ordo cancel plan.yaml --only bid-1 --execute --live\n');
  }
  // It rests, and its cancel can act no more: what is new goes.
  later(REQUEST_DEAD_AFTER_MS + 15_000);
  const placed = await executed('--output', 'ndjson');
  expect([placed.code, said(placed), misshapen(placed), statuses(paper)]).toEqual([
    0,
    ['bid-1 already-accepted', 'bid-2 accepted'],
    [],
    ['open', 'open'],
  ]);
});

test('a run looks at a cancel of what the plan no longer has, and of an order that went off after all', async () => {
  const { paper, at, later } = await opened();
  const executed = (): Promise<Ended> => here([...EXECUTED, '--output', 'ndjson'], at);
  at.write('plan.yaml', bids('off', 2).replace(/^ +- .*bid-1.*\n/m, ''));
  expect([(await executed()).code, statuses(paper)]).toEqual([7, ['open']]);
  at.write('plan.yaml', bids('off', 2));
  paper.cancelByExchange(paper.orders[0]?.orderId ?? '');
  later(REQUEST_DEAD_AFTER_MS + 15_000);
  const placed = await executed();
  expect([placed.code, said(placed)]).toEqual([6, ['bid-1 already-cancelled', 'bid-2 accepted']]);
});

test('what a run takes off again is not looked up first, and with onUnknown: continue nothing is', async () => {
  const { paper, at, faults } = await opened();
  for (const name of Object.keys(faults) as CancelFaultName[]) delete faults[name];
  at.write('plan.yaml', bids('off', 2));
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s, onUnknown: continue }\n');
  const placed = await here([...EXECUTED, '--output', 'ndjson'], at);
  expect([placed.code, said(placed)]).toEqual([7, ['bid-1 unresolved', 'bid-2 accepted']]);
  at.write('ordo.config.yaml', 'version: 1\nexecution: { cancelWait: 1s }\n');
  at.write('plan.yaml', bids('off', 2).replace(/^ +- .*bid-1.*\n/m, ''));
  const off = await here([...EXECUTED, '--removed', '--output', 'ndjson'], at);
  expect([off.code, ends(off), statuses(paper)]).toEqual([0, ['bid-1 cancelled'], ['canceled', 'open']]);
});

const dropped = (name: string): string => bids('off', 3).replace(new RegExp(`^ +- .*${name}.*\\n`, 'm'), '');

test.each([
  ['that the plan no longer has', dropped('bid-1'), []],
  ['that the run was not asked for', bids('off', 3), ['--only', 'bid-3']],
])(
  'a cancel without an end of an order %s: both runs end with 7, and name the cancel that ends it',
  async (_, plan, only) => {
    const { paper, at, faults } = await opened();
    at.write('plan.yaml', plan);
    const dry = await here(['run', 'plan.yaml', '--live', ...only], at);
    const held = await here([...EXECUTED, ...only], at);
    expect([dry.code, held.code, statuses(paper)]).toEqual([7, 7, ['open']]);
    for (const { stdout } of [dry, held]) {
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'How its cancel ended is not known: bid-1. Nothing else of this plan',
      );
      expect(stdout).toContain('ordo cancel plan.yaml --only bid-1 --execute --live\n');
      expect(stdout).not.toContain('ordo run');
    }
    for (const name of Object.keys(faults) as CancelFaultName[]) delete faults[name];
    const off = await here(['cancel', 'plan.yaml', '--only', 'bid-1', '--execute', '--live', '--yes'], at);
    const placed = await run(at, ...only);
    expect([off.code, statuses(paper)[0], placed.code, said(placed)]).toEqual([
      0,
      'canceled',
      0,
      only.length > 0
        ? ['bid-1 not-selected', 'bid-2 not-selected', 'bid-3 accepted']
        : ['bid-2 accepted', 'bid-3 accepted'],
    ]);
  },
);

test.each([
  ['that the plan no longer has', dropped('bid-1'), []],
  ['that the run was not asked for', bids('off', 3), ['--only', 'bid-3']],
])('an unknown placing %s: both runs end with 7, name it, and name settle', async (_, plan, only) => {
  const { at } = await paperAndPlace({ faults: { 'drop-before': 1 } });
  at.write('plan.yaml', bids('off', 1));
  expect((await run(at)).code).toBe(7);
  at.write('plan.yaml', plan);
  const dry = await here(['run', 'plan.yaml', '--live', ...only], at);
  const held = await here([...EXECUTED, ...only], at);
  expect([dry.code, held.code]).toEqual([7, 7]);
  for (const { stdout } of [dry, held]) {
    expect(stdout).toContain('1 UNKNOWN (not in this run: bid-1)');
    expect(stdout).toContain('    ordo settle plan.yaml\n');
    expect(stdout).not.toContain('ordo run');
  }
});
