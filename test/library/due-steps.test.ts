/** A loop of one's own: what is due is asked again after each answer, and every step is told with its very bytes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  compilePlan,
  dueSteps,
  loadPlan,
  orThrow,
  paperInstruments,
  type CompiledPlan,
  type DueStep,
  type FollowKnowledge,
  type KnownPart,
} from '../../src/index.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';

const text = readFileSync(`${EXAMPLES}16-bracket.yaml`, 'utf8');
const bracket = orThrow(loadPlan(text, { file: '16-bracket.yaml', instruments: paperInstruments }));
const compiled = orThrow(compilePlan(bracket));
const SYMBOL = 'cmt_btcusdt';

/** Places at once whatever is due, and fills what it is told to. */
class Loop {
  readonly #compiled: CompiledPlan;
  readonly placed: Record<string, KnownPart[]> = {};
  readonly sent: Extract<DueStep, { does: 'place' }>[] = [];
  #ms = 1_000_000;
  #held = 0;
  #price = '64000';
  #trades = 0;

  constructor(plan: CompiledPlan) {
    this.#compiled = plan;
    for (const { orders } of plan.calls)
      for (const { id } of orders) this.placed[id] = [{ number: 1, size: '0.3', state: 'works', sentMs: this.#ms }];
  }

  get known(): FollowKnowledge {
    const now = { price: this.#price, ms: this.#ms };
    return {
      startedMs: 1_000_000,
      lookedMs: this.#ms,
      placed: this.placed,
      positions: { [`${SYMBOL} long`]: this.#held.toFixed(4) },
      prices: { [SYMBOL]: now },
    };
  }

  /** One trade of an order, and then all that follows from it. */
  fill(id: string, size: string, price: string): string[] {
    this.#ms += 2000;
    this.#price = price;
    const parts = this.placed[id] as KnownPart[];
    const at = parts.findIndex(({ state }) => state === 'works');
    const part = parts[at] as KnownPart;
    const trades = [...(part.trades ?? []), { id: String(++this.#trades), size, price, ms: this.#ms }];
    const isOver = trades.reduce((sum, one) => sum + Number(one.size), 0) >= Number(part.size) - 1e-9;
    parts[at] = { ...part, trades, ...(isOver && { state: 'over', end: 'filled', firedMs: this.#ms }) };
    this.#held += Number(size) * (id === 'entry' ? 1 : -1);
    const did: string[] = [];
    for (let round = 0; round < 20; round++) {
      const steps = dueSteps(this.#compiled, this.known, this.#ms);
      if (steps.length === 0) return did;
      for (const step of steps) did.push(this.#take(step));
    }
    throw new Error('it never ends');
  }

  #take(step: DueStep): string {
    const parts = (this.placed[step.id] ??= []);
    if (step.does === 'place') {
      const { part: number, size, trigger, because } = step;
      this.sent.push(step);
      parts.push({
        number,
        size,
        because,
        state: 'works',
        sentMs: this.#ms,
        answeredMs: this.#ms,
        ...(trigger !== undefined && { trigger }),
      });
      return `${step.id}/${number} ${size}${trigger === undefined ? '' : ` at ${trigger}`}: ${because}`;
    }
    if (step.does !== 'cancel') return `${step.does} ${step.id}`;
    const at = parts.findIndex(({ number }) => number === step.part);
    parts[at] = { ...(parts[at] as KnownPart), state: 'over', end: 'follower' };
    return `cancel ${step.id}/${step.part}: ${step.because}`;
  }
}

test('the bracket, as it fills', () => {
  const loop = new Loop(compiled);
  expect(loop.fill('entry', '0.06', '64000')).toEqual([
    'stop/1 0.06 at 62000: first-fill',
    'target-1/1 0.02 at 65000: first-fill',
    'target-2/1 0.02 at 66500: first-fill',
    'target-3/1 0.02 at 68000: first-fill',
  ]);
  expect(loop.fill('entry', '0.015', '64000')).toEqual(['stop/2 0.015 at 62000: growth']);
  expect(loop.fill('entry', '0.225', '64000')).toEqual([
    'stop/3 0.225 at 62000: entries-over',
    ...[1, 2, 3].map((one) => `target-${one}/2 0.08 at ${[65_000, 66_500, 68_000][one - 1]}: entries-over`),
  ]);
  loop.fill('target-1', '0.02', '65000');
  const after = loop.fill('target-1', '0.08', '65000');
  expect(after[0]).toBe('even/1 0.2 at 64000: conditions');
  expect(after.slice(1).toSorted()).toEqual([1, 2, 3].map((part) => `cancel stop/${part}: replaced`));
});

test('each has bytes of its own: the first part is the order of the plan, and no id comes twice', () => {
  const loop = new Loop(compiled);
  loop.fill('entry', '0.06', '64000');
  loop.fill('entry', '0.24', '64000');
  const ids = loop.sent.map(({ clientOid }) => clientOid);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { call, clientOid, size } of loop.sent) {
    expect(call.path).toBe('/capi/v2/order/plan_order');
    expect(JSON.parse(call.body)).toMatchObject({ client_oid: clientOid, size, symbol: SYMBOL });
  }
});

test('nothing is kept: a loop that begins again with what it knows has the same steps', () => {
  const loop = new Loop(compiled);
  loop.fill('entry', '0.06', '64000');
  const known = JSON.parse(JSON.stringify(loop.known)) as FollowKnowledge;
  const dropped = { ...known, placed: { ...known.placed, stop: [] } };
  const [first, again] = [dueSteps(compiled, dropped, 1_002_000), dueSteps(compiled, dropped, 1_002_000)];
  expect(again).toEqual(first);
  expect(first).toMatchObject([{ does: 'place', id: 'stop', part: 1, clientOid: loop.sent[0]?.clientOid }]);
});

test('a stop that is gone together with its position is not placed again, in either spelling of the symbol', () => {
  const loop = new Loop(compiled);
  loop.fill('entry', '0.3', '64000');
  const gone: KnownPart = { ...(loop.placed['stop']?.[0] as KnownPart), state: 'over', end: 'other' };
  const dueAt = (positions: FollowKnowledge['positions']): string[] =>
    dueSteps(compiled, { ...loop.known, placed: { ...loop.placed, stop: [gone] }, positions }, 1_002_000).map(
      (step) => step.id,
    );
  expect([dueAt({ 'cmt_btcusdt long': '0' }), dueAt({ 'BTCUSDT long': '0.00' })]).toEqual([[], []]);
  expect([dueAt({ 'cmt_btcusdt long': '0.3' }), dueAt({})]).toEqual([['stop'], ['stop']]);
});

test('what cannot be is an error', () => {
  const { known } = new Loop(compiled);
  const part: KnownPart = { number: 1, size: 'much', state: 'works', sentMs: 0 };
  expect(() => dueSteps(compiled, { ...known, placed: { entry: [part] } }, 0)).toThrow(RangeError);
  expect(() => dueSteps(compiled, { ...known, placed: { other: [{ ...part, size: '1' }] } }, 0)).toThrow(RangeError);
});

test('what is no moment, no state and no part of its own is refused, as a wrong decimal is', () => {
  const known: FollowKnowledge = { startedMs: 0, lookedMs: 0, placed: {}, positions: {} };
  const part: KnownPart = { number: 1, size: '0.1', state: 'works', sentMs: 0 };
  const withParts = (...parts: unknown[]): FollowKnowledge => ({ ...known, placed: { entry: parts as KnownPart[] } });
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number])
    expect(() => dueSteps(compiled, known, at)).toThrow(RangeError);
  expect(() => dueSteps(compiled, { ...known, lookedMs: Number.NaN }, 0)).toThrow(RangeError);
  expect(() => dueSteps(compiled, withParts({ ...part, state: 'open' }), 0)).toThrow('not a state of an order: open');
  expect(() => dueSteps(compiled, withParts({ ...part, number: 0 }), 0)).toThrow(RangeError);
  expect(() => dueSteps(compiled, withParts(part, part), 0)).toThrow('entry has a part twice');
  expect(() => dueSteps(compiled, withParts(part), 0)).not.toThrow();
});
