/** What `ordo explain` says, from the text of a plan on: gathered and drawn as the command does it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainedLadder, explainedOrder, type Gathered } from '../../src/actions/explain/gather.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { orderContent, type Plan } from '../../src/model/order.ts';
import { firstUnsafe } from '../../src/model/safe-text.ts';
import { loadPlan, type VariableValues } from '../../src/plan/load-plan.ts';
import type { SentCall } from '../../src/journal/records/request.ts';
import type { Looked } from '../../src/actions/explain/explained.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { explainSheet } from '../../src/views/explain.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { limits } from '../support/plan-builder.ts';
import { instrument, listOf } from '../support/plans.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { HOSTILE } from '../support/fake-terminal.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const PLAN = `version: 1
name: btc-breakout
description: Breakout entry with a laddered pullback
vars:
  entry: 64000
  width: 500
  stop: "=entry - width * 4"
defaults:
  symbol: cmt_btcusdt
  reference: =entry
  maxDistance: 10%

orders:
  - id: entry # the first
    side: open-long
    size: { notional: 5000 }
    price: =entry
    stopLoss: =stop

  # below it
  - id: pullback
    side: open-long
    price: { from: =entry - 2 * width, to: 60000, steps: 9 }
    size: { total: 0.9, shape: linear }
    stopLoss: =tick(price * 0.97)
    timeInForce: post-only
  - { id: bail-out, side: close-long, size: 0.91, trigger: 61900, price: market, after: [entry, pullback] }
  - { id: ether, symbol: cmt_ethusdt, marginMode: isolated, side: open-short, size: 0.1, price: market, reference: 2000 }
`;
const instruments = listOf(...['cmt_btcusdt', 'cmt_ethusdt'].map((symbol) => instrument(symbol, '0.1', '0.0001')));
const LOOKED: Looked = {
  kind: 'looked',
  file: '/home/alice/.local/state/ordo/journal.db',
  account: 'main at https://api-contract.weex.com',
};

function planOf(text = PLAN, variables: VariableValues = new Map()): Plan {
  const { plan, diagnostics } = loadPlan(new SourceFile('plan.yaml', text), { instruments, variables });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

/** What the journal knows of the order as the plan has it. */
function knownOf(id: string, fields: Partial<KnownOrder>): KnownOrder {
  const order = planOf().orders.find((one) => one.id === id);
  if (order === undefined) throw new Error(id);
  return {
    id,
    clientOid: clientOrderId('btc-breakout', 1, id, fields.lineage ?? 0),
    lineage: 0,
    state: 'accepted',
    content: orderContent(order),
    sentAtMs: WALL_START_MS,
    changedAtMs: WALL_START_MS,
    changedUptimeMs: null,
    ...fields,
  };
}

interface Case {
  readonly known?: readonly KnownOrder[];
  readonly text?: string;
  readonly looked?: Looked;
  readonly variables?: VariableValues;
  readonly sent?: readonly SentCall[];
  readonly width?: number;
}

function told(id: string, { known = [], text = PLAN, looked = LOOKED, sent = [], width = 80, ...rest }: Case): string {
  const { variables = new Map() } = rest;
  const plan = planOf(text, variables);
  const journal: JournalState = new Map(known.map((one) => [one.id, one]));
  const rules = { batchPresets: true, maxOrdersPerCall: 20, limits: limits() };
  const gathered: Gathered = {
    source: new SourceFile('plan.yaml', text),
    plan,
    variables,
    schedule: compilePlan(v2.calls, plan, journal, rules),
    known: journal,
    looked,
  };
  const ladder = plan.ladders.find(({ name }) => name === id);
  const explained = ladder === undefined ? explainedOrder(gathered, id, sent) : explainedLadder(gathered, ladder);
  return terminalText(explainSheet(explained), { color: false, width });
}

/** The call of a first run that an order goes in, as it went. */
function sentCall(id: string, ended?: SentCall['ended']): SentCall {
  const rules = { batchPresets: true, maxOrdersPerCall: 20, limits: limits() };
  const call = compilePlan(v2.calls, planOf(), new Map(), rules).calls.find(({ orders }) =>
    orders.some((one) => one.id === id),
  );
  if (call === undefined) throw new Error(id);
  const { number, kind, path, body, orders, weight } = call;
  return {
    call: number,
    kind,
    path,
    body,
    orders,
    weight,
    sentAtMs: WALL_START_MS,
    ...(ended !== undefined && { ended }),
  };
}

const ORDER_ID = '596471064624628269';
const CASES: Readonly<Record<string, string>> = {
  'explain-never-sent': told('pullback-3', {}),
  'explain-accepted': told('entry', {
    known: [
      knownOf('entry', {
        orderId: ORDER_ID,
        rule: 'order-id',
        content: { ...knownOf('entry', {}).content, stopLoss: '61000' },
      }),
    ],
    sent: [
      sentCall('entry', { how: 'rate-refused', latencyMs: 12.4, message: 'status 429' }),
      sentCall('entry', { how: 'answered', latencyMs: 41.2 }),
    ],
  }),
  'explain-waiting': told('bail-out', {
    known: [knownOf('pullback-9', { state: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' })],
  }),
  'explain-paper': told('ether', {
    looked: { kind: 'not-looked', why: 'neither the config nor ORDO_BASE_URL names a live exchange' },
  }),
  'explain-ladder': told('pullback', {
    known: [
      knownOf('pullback-1', { orderId: ORDER_ID, rule: 'order-id' }),
      knownOf('pullback-2', { state: 'unknown', message: 'no answer within 10 s', rule: 'timeout' }),
      knownOf('pullback-3', { state: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' }),
    ],
    variables: new Map([['width', Decimal.of('400')]]),
  }),
};

describe.each(Object.entries(CASES))('%s', (name, text) => {
  test('is told as the golden file has it (UPDATE_GOLDEN=1 writes it anew)', () => {
    const golden = new URL(`golden/${name}.txt`, import.meta.url);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden)).toBe(true);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});

const headline = (text: string): string => text.split('\n')[0] ?? '';

test.each<[KnownOrder['state'], Partial<KnownOrder>, string]>([
  ['never-sent', {}, 'never sent'],
  ['accepted', { orderId: ORDER_ID }, `accepted as ${ORDER_ID}`],
  ['rejected', { code: '40015', message: 'no' }, 'rejected 40015: no'],
  ['unknown', { message: 'cut' }, 'unknown: cut'],
  ['in-flight', {}, 'unknown: sent, and no answer was recorded'],
  ['absent', { message: 'decided by alice' }, 'settled as absent: decided by alice'],
])('the outcome comes first: %s', (state, fields, words) => {
  expect(headline(told('entry', { known: [knownOf('entry', { state, ...fields })] }))).toBe(
    `entry of btc-breakout: ${words}`,
  );
});

/** Value and origin of a field, whatever lines they take. */
const field = (id: string, name: string, text = PLAN): string =>
  new RegExp(`^  ${name} +(.*(?:\n {20,}.*)*)`, 'm').exec(told(id, { text }))?.[1]?.replaceAll(/\s+/g, ' ') ?? '';

describe('where a value comes from', () => {
  test.each([
    ['entry', 'size', '0.0781 line 16: { notional: 5000 } → 5000 / 64000, cut down to the step 0.0001'],
    ['entry', 'price', '64000 line 17: =entry (entry = 64000)'],
    ['entry', 'marginMode', 'cross the default'],
    ['entry', 'worth', '4998.4 size × price, in quote coin'],
    ['pullback-1', 'price', /^63000 line 23: .* → entry - 2 \* width \(entry = 64000, width = 500\)$/],
    ['pullback-9', 'price', /^60000 line 23: .* → its to$/],
    ['pullback-2', 'stopLoss', /^60746.3 line 25: =tick\(price \* 0.97\) \(price = 62625\)$/],
    ['bail-out', 'timeInForce', 'none a trigger order has no such field'],
    ['bail-out', 'worth', '56329 size × trigger, in quote coin; at market it may differ'],
    ['ether', 'marginMode', 'isolated line 28'],
    ['ether', 'reference', '2000 line 28; a guard, never sent'],
    ['ether', 'worth', 'not known at market: known once it is filled'],
  ])('%s %s', (id, name, words) => {
    if (typeof words === 'string') expect(field(id, name)).toBe(words);
    else expect(field(id, name)).toMatch(words);
  });

  test('an order of another symbol does not have the reference of the defaults', () => {
    const text = PLAN.replace(', reference: 2000', '');
    expect(field('ether', 'reference', text)).toBe('');
    expect(told('ether', { text })).not.toContain('entry: 64000');
  });

  test('lines of variables that the order does not use are not shown, those further back are', () => {
    expect(told('entry', {})).toMatch(/ 6 \| {3}width: 500\n +7 \| {3}stop:/);
    expect(told('bail-out', {})).not.toContain('width: 500');
  });

  test('a long line goes on below, an entry of very many lines is counted', () => {
    expect(told('bail-out', {})).toMatch(/ 27 \| {3}- \{ id: bail-out.*\n +\| .*after: \[entry, pullback\] \}\n/);
    const shape = Array.from({ length: 9 }, (_, at) => `\n${'#\n'.repeat(5)}        ${at + 1}`).join(',');
    const text = PLAN.replace('shape: linear', `shape: [${shape}]`);
    expect(told('pullback', { text })).toMatch(/ {2}and \d+ lines more\n/);
  });
});

test.each([80, 60, 120])('no line but a body is wider than %i columns', (width) => {
  const message = 'words and more words '.repeat(12);
  const known = [
    knownOf('entry', { state: 'rejected', code: '1', message }),
    knownOf('pullback-2', { state: 'unknown', message }),
  ];
  for (const id of ['entry', 'pullback', 'pullback-2', 'bail-out', 'ether']) {
    const lines = told(id, { known, width }).split('\n');
    expect(lines.filter((line) => widthOf(line) > width && !line.startsWith('{'))).toEqual([]);
  }
});

test.each(HOSTILE.map((text) => [JSON.stringify(text), text] as const))(
  'what the exchange says drives no terminal: %s',
  (_, message) => {
    const ended = { how: 'not-sent', latencyMs: 1, message } as const;
    for (const state of ['accepted', 'rejected', 'unknown', 'absent'] as const) {
      const one = knownOf('entry', { state, message, code: message, orderId: message, rule: message });
      const rung = knownOf('pullback-1', { state, message, code: message, orderId: message });
      const text =
        told('entry', { known: [one], sent: [sentCall('entry', ended)] }) + told('pullback', { known: [rung] });
      expect(firstUnsafe(text.replaceAll('\n', ''))).toBeUndefined();
    }
  },
);

test('a ladder with the longest id: the id above its numbers, and nothing lost', () => {
  const id = 'a-ladder-with-an-id-so-long-that-its-rungs-fill-the-line-alone';
  const text = PLAN.replaceAll('pullback', id);
  const lines = told(id, { text }).split('\n');
  expect(lines.filter((line) => widthOf(line) > 80)).toEqual([]);
  expect(lines[lines.indexOf(`  · never sent  ${id}-9`) + 1]).toMatch(/^ +0\.18 +60000 +58200 +1$/);
});
