/** Orders that wait for others: the built command against `ordo exchange` in a process of its own, and on paper. */
import { expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { eventsOf, ofKind, place, start, type Ended } from '../../proofs/support/ordo.ts';
import { afterTest, run, said, servedOrigin, type At } from '../support/live.ts';

/** `entry` before `exit` before `last`, a ladder before `hedge`, and one that waits for nothing. */
const PLAN = `version: 1
name: stages
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: last, side: close-long, size: 0.01, price: 66000, after: [exit] }
  - { id: exit, side: close-long, size: 0.01, price: 65000, after: [entry] }
  - { id: entry, side: open-long, size: 0.01, price: market }
  - { id: dip, side: open-long, size: { total: 0.03 }, price: { from: 63000, to: 61000, steps: 3 } }
  - { id: hedge, side: open-short, size: 0.01, trigger: 60000, price: market, after: [dip, entry] }
  - { id: free, side: open-short, size: 0.02, price: 67000 }
`;
/** The exchange refuses this entry: its target lies below the market, which only the exchange knows. */
const REFUSED = PLAN.replace('price: market }', 'price: market, takeProfit: 1000 }');
const INSTRUMENTS = JSON.stringify({
  asOf: '2026-11-21T08:00:00Z',
  source: 'a test',
  instruments: { cmt_btcusdt: { tick: '0.5', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
});
const CONFIG = 'version: 1\ninstruments: instruments.json\n';
const BARE = ['run', 'plan.yaml', '--execute', '--output', 'ndjson'];

/** A folder whose live exchange is `ordo exchange` with these options. */
async function served(...options: string[]): Promise<At> {
  const at = place(await servedOrigin(...options));
  afterTest(() => at.remove());
  at.write('instruments.json', INSTRUMENTS);
  at.write('ordo.config.yaml', CONFIG);
  at.write('plan.yaml', PLAN);
  return at;
}

function onPaper(plan: string): At {
  const at = place();
  afterTest(() => at.remove());
  at.write('plan.yaml', plan);
  return at;
}

/** The ids of the calls in the order in which they began. */
function begun(ended: Ended): string[] {
  const events = eventsOf(ended);
  const planned = new Map(ofKind(events, 'call-planned').map(({ call, orders }) => [call, orders.join(' ')]));
  return ofKind(events, 'call-sent').map(({ call }) => planned.get(call) ?? '');
}

/** Nothing was sent before the outcome of what it waits for was told. */
function expectOrder(ended: Ended): void {
  const at = (pattern: string): number => ended.stdout.indexOf(pattern);
  const sentOf = (id: string): number => {
    const call = ofKind(eventsOf(ended), 'call-planned').find(({ orders }) => orders.includes(id))?.call;
    return at(`"call-sent","call":${call}`);
  };
  for (const [id, before] of [
    ['exit', 'entry'],
    ['last', 'exit'],
    ['hedge', 'entry'],
    ['hedge', 'dip-3'],
  ] as const)
    expect(sentOf(id)).toBeGreaterThan(at(`"order-outcome","id":"${before}"`));
}

const ALL = ['dip-1', 'dip-2', 'dip-3', 'entry', 'exit', 'free', 'hedge', 'last'];

test.each([
  ['live', async () => run(await served('--latency', '30ms'))],
  ['on paper', () => here(BARE, onPaper(PLAN))],
])('%s: stage after stage, and all accepted', async (_, execute) => {
  const ended = await execute();
  expect(ended.code).toBe(0);
  expect(said(ended).toSorted()).toEqual(ALL.map((id) => `${id} accepted`));
  expect(begun(ended)).toHaveLength(4);
  expectOrder(ended);
});

test('the calls are those of the dry run, and a second run sends nothing', async () => {
  const at = await served();
  const dry = ofKind(eventsOf(await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at)), 'call-planned');
  const ended = await run(at);
  expect(ofKind(eventsOf(ended), 'call-planned')).toEqual(dry);
  expect(dry.map(({ orders }) => orders.join(' '))).toEqual(['entry dip-1 dip-2 dip-3 free', 'exit', 'hedge', 'last']);
  const again = await run(at);
  expect(again.code).toBe(0);
  expect(said(again).toSorted()).toEqual(ALL.map((id) => `${id} already-accepted`));
});

const AFTER_A_REFUSAL = [
  'dip-1 accepted',
  'dip-2 accepted',
  'dip-3 accepted',
  'entry rejected',
  'exit dependency',
  'free accepted',
  'hedge dependency',
  'last dependency',
];

test('on paper: what waits for a refused order is withheld, over two steps, and the rest goes', async () => {
  const ended = await here(BARE, onPaper(REFUSED));
  expect(ended.code).toBe(6);
  expect(said(ended).toSorted()).toEqual(AFTER_A_REFUSAL);
});

test('live: the same; placed again and accepted, what waited goes in the same run', async () => {
  const at = await served();
  at.write('plan.yaml', REFUSED);
  const refused = await run(at);
  expect(refused.code).toBe(6);
  expect(said(refused).toSorted()).toEqual(AFTER_A_REFUSAL);
  expect((await run(at)).code).toBe(6);
  at.write('plan.yaml', PLAN);
  const ended = await run(at, '--again', 'entry');
  expect(ended.code).toBe(0);
  expect(
    said(ended)
      .filter((line) => line.endsWith(' accepted'))
      .toSorted(),
  ).toEqual(['entry', 'exit', 'hedge', 'last'].map((id) => `${id} accepted`));
  expect(begun(ended).toSorted()).toEqual(['entry', 'exit', 'hedge', 'last']);
});

test('lost answers: the first stage is unknown at exit 7, and nothing of the next leaves', async () => {
  const at = await served('--faults', 'drop-after:1');
  at.write('ordo.config.yaml', `${CONFIG}execution: { onUnknown: continue }\n`);
  const ended = await run(at);
  expect(ended.code).toBe(7);
  const expected = ALL.map((id) => `${id} ${['exit', 'hedge', 'last'].includes(id) ? 'dependency' : 'unknown'}`);
  expect(said(ended).toSorted()).toEqual(expected);
  expect(begun(ended)).toHaveLength(1);
  // Found on the exchange, the first stage stands: the next run goes on behind it.
  expect((await here(['settle', 'plan.yaml'], at)).code).toBe(0);
  const next = await run(at);
  expect(said(next).toSorted()).toEqual(
    ALL.map((id) => {
      if (['exit', 'hedge'].includes(id)) return `${id} unknown`;
      return id === 'last' ? 'last dependency' : `${id} already-accepted`;
    }),
  );
});

test('one refused of each call: every stage behind it is withheld', async () => {
  const at = await served('--faults', 'reject-one:1', '--seed', '3');
  const ended = await run(at);
  expect(ended.code).toBe(6);
  const rejected = said(ended).filter((line) => line.endsWith(' rejected'));
  expect(rejected.length).toBeGreaterThan(0);
  expect(said(ended)).toHaveLength(8);
  expect(said(ended)).toContain('last dependency');
  expectNoneBehind(ended);
});

/** Of every order that left, all that it waits for had been accepted. */
function expectNoneBehind(ended: Ended): void {
  const outcome = new Map(said(ended).map((line) => line.split(' ') as [string, string]));
  const isAccepted = (...ids: string[]): boolean => ids.every((id) => outcome.get(id) === 'accepted');
  expect(outcome.get('exit') === 'dependency').toBe(!isAccepted('entry'));
  expect(outcome.get('hedge') === 'dependency').toBe(!isAccepted('entry', 'dip-1', 'dip-2', 'dip-3'));
  expect(outcome.get('last') === 'dependency').toBe(!isAccepted('exit'));
}

test('Ctrl-C while a stage waits: it is withheld, exit 130, and the next run sends it', async () => {
  const at = await served('--latency', '600ms');
  const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  await running.until(/"call-sent"/);
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  expect(said(ended)).toHaveLength(8);
  expect(said(ended)).toContain('entry accepted');
  expect(said(ended)).toContain('exit stopped');
  expect(said(ended)).toContain('last dependency');
  const next = await run(at);
  expect(next.code).toBe(0);
  expect(
    said(next)
      .filter((line) => line.endsWith(' accepted'))
      .toSorted(),
  ).toEqual(['exit accepted', 'hedge accepted', 'last accepted']);
});
