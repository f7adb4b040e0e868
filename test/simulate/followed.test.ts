/** Plans with exits, ends and times on prices: each sum can be done by hand. No fees. */
import { describe, expect, it } from 'vitest';
import {
  loadPlan,
  orThrow,
  paperInstruments,
  readCandles,
  simulatePlan,
  simulationText,
  type PlanSimulation,
  type SimulateOptions,
} from '../../src/index.ts';

const FREE = { fees: '0%/0%' } as const;

function simulated(orders: string, options: SimulateOptions): PlanSimulation {
  const text = `version: 1\nname: lived\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders}`;
  const checked = orThrow(loadPlan(text, { file: 'lived.yaml', instruments: paperInstruments }));
  return orThrow(simulatePlan(checked, { ...FREE, ...options }));
}

const onCandles = (orders: string, rows: readonly string[], more: SimulateOptions = {}): PlanSimulation => {
  const text = `time,open,high,low,close\n${rows.map((row) => `2026-11-20T${row}`).join('\n')}\n`;
  return simulated(orders, {
    candles: orThrow(readCandles(text, { symbol: 'cmt_btcusdt', file: 'a.csv' })),
    ...more,
  });
};

const fillsOf = ({ fills }: PlanSimulation): string[] =>
  fills.map(({ course, id, size, price }) => `${course === 'both' ? '' : `${course}: `}${id} ${size} at ${price}`);
const fatesOf = ({ orders }: PlanSimulation): Record<string, string> =>
  Object.fromEntries(
    orders.map(({ id, fate: [worst] }) => [
      id,
      worst.kind === 'cancelled' ? worst.why : worst.kind === 'withheld' ? worst.reason : worst.kind,
    ]),
  );

const BRACKET = `  - { id: entry, side: open-long, size: 0.3, price: 64000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 62000, price: market }
  - { id: target, side: close-long, size: { filled: entry }, price: { from: 65000, to: 68000, steps: 3 }, trigger: =price }
  - { id: even, side: close-long, size: { filled: entry }, trigger: =tick(average(entry)), price: market, after: { filled: target-1 } }
`;
const EITHER = `  - { id: up, side: open-long, size: 0.1, trigger: 64100, price: market, until: { filled: down } }
  - { id: down, side: open-short, size: 0.1, trigger: 63900, price: market, until: { filled: up } }
`;

describe('a path', () => {
  it('break-even after the first target', () => {
    const run = simulated(BRACKET, { path: '64100,63900,65100,63900' });
    expect(fillsOf(run)).toEqual(['entry 0.3 at 64000', 'target-1 0.1 at 65000', 'even 0.2 at 63999.9']);
    expect(run.result[0]).toBe('99.98');
    expect(fatesOf(run)).toEqual({
      entry: 'filled',
      stop: 'replaced',
      'target-1': 'filled',
      'target-2': 'nothing-held',
      'target-3': 'nothing-held',
      even: 'filled',
    });
  });

  it('the stop alone closes all, and the targets go', () => {
    const run = simulated(BRACKET, { path: '64100,63900,61000' });
    expect(fillsOf(run)).toEqual(['entry 0.3 at 64000', 'stop 0.3 at 61999.9']);
    expect(fatesOf(run)).toMatchObject({ even: 'waiting', 'target-1': 'nothing-held' });
  });

  it('over a gap an exit that is due is passed already: it goes at market where the price is by then', () => {
    const run = simulated(BRACKET, { path: '64100,gap:61000,60000' });
    expect(fillsOf(run)).toEqual(['entry 0.3 at 64000', 'stop 0.3 at 60999.9']);
  });

  it('of two that cancel each other one fills, and over a gap that reaches both triggers none is doubled', () => {
    expect(fillsOf(simulated(EITHER, { path: '64000,64200,63000' }))).toEqual(['up 0.1 at 64100.1']);
    expect(fillsOf(simulated(EITHER, { path: '64000,gap:63000,65000' }))).toEqual(['down 0.1 at 62999.9']);
  });

  it('has no time: what waits for one does not happen, and that is said', async () => {
    const timed = `  - { id: entry, side: open-long, size: 0.1, price: market, reference: 64000, maxDistance: 5% }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 60000, price: market }
  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: 2026-11-20T01:00:00Z }
`;
    const run = simulated(timed, { path: '64000,65000,61000' });
    expect(fillsOf(run)).toEqual(['entry 0.1 at 64000.1']);
    expect(fatesOf(run)).toMatchObject({ stop: 'waiting', flat: 'waiting' });
    const lines = (await simulationText(run, 'lines', { width: 80 })).replaceAll(/\s+/g, ' ');
    expect(lines).toContain('a path has no time: what flat waits for by time does not happen');
    expect(lines).toContain('without a look in between');
    expect(lines).toContain('withheld: what it waits for did not happen');
  });
});

describe('a time inside a candle', () => {
  const entry = `  - { id: entry, side: open-long, size: 0.1, price: 63500, until: { at: 2026-11-20T00:30:00Z } }
`;

  it('ends an order before or after the price comes to it: both are in the range', () => {
    const run = onCandles(entry, ['00:00:00Z,64000,64100,63400,64000', '01:00:00Z,64000,64200,63900,64200']);
    expect(fillsOf(run)).toEqual(['optimistic: entry 0.1 at 63500']);
    expect(run.result).toEqual(['0', '70']);
    expect(run.deciding).toMatchObject([{ apart: '70' }]);
    expect(fatesOf(run)).toEqual({ entry: 'until-at' });
  });

  it('has come by the end of its candle', () => {
    const run = onCandles(entry, ['00:00:00Z,64000,64100,63900,64000', '01:00:00Z,64000,64200,63000,64200']);
    expect([run.result, fillsOf(run)]).toEqual([['0', '0'], []]);
  });

  it('comes before the jump where it lies in a gap of the candles', () => {
    const rows = ['00:00:00Z,64000,64100,63900,64000', '00:15:00Z,64000,64000,64000,64000'];
    const run = onCandles(entry, [...rows, '01:00:00Z,63000,64200,63000,64200']);
    expect(fillsOf(run)).toEqual([]);
  });

  const flat = `  - { id: entry, side: open-long, size: 0.1, price: market, reference: 64000, maxDistance: 5% }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 60000, price: market }
`;

  it('sends at any price of the candle: the ends are its low and its high', () => {
    const out =
      '  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: 2026-11-20T01:20:00Z }\n';
    const run = onCandles(flat + out, ['00:00:00Z,64000,64100,63900,64000', '01:00:00Z,64000,64500,63200,64000']);
    // Bought at 64000.1; sold a tick below 63200 or 64500.
    expect(run.result).toEqual(['-80.02', '49.98']);
    expect(fatesOf(run)).toMatchObject({ stop: 'nothing-held', flat: 'filled' });
  });

  it('at the open of a candle is at its open', () => {
    const out =
      '  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: 2026-11-20T01:00:00Z }\n';
    const run = onCandles(flat + out, ['00:00:00Z,64000,64100,63900,64000', '01:00:00Z,64050,64500,63200,64000']);
    expect([run.result, fillsOf(run)]).toEqual([
      ['4.98', '4.98'],
      ['entry 0.1 at 64000.1', 'flat 0.1 at 64049.9'],
    ]);
  });

  it('ends what was sent inside a candle some time after any moment of that', () => {
    const again = `  - { id: entry, side: open-long, size: 0.1, price: 63500 }
  - { id: again, side: open-long, size: 0.1, price: 63000, after: { filled: entry }, until: 1h }
`;
    const rows = [
      '00:00:00Z,64000,64100,63400,64000',
      '01:00:00Z,64000,64000,63000,63400',
      '02:00:00Z,63400,63400,62900,63000',
    ];
    // Filled in 00:00, so it ends in 01:00 to 02:00: by the close of 01:59:59 it has.
    expect(fillsOf(onCandles(again, rows))).toEqual(['entry 0.1 at 63500']);
    const [first] = rows as [string];
    expect(fillsOf(onCandles(again, [first, '01:00:00Z,63400,63400,62900,63100']))).toEqual([
      'entry 0.1 at 63500',
      'optimistic: again 0.1 at 63000',
    ]);
  });

  it('finds what is known on one course alone: the same orders may wait where something else is due', () => {
    const orders = `  - { id: entry, side: open-long, size: 0.1, price: 63500, until: { at: 2026-11-20T00:30:00Z } }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 63400, price: market }
  - { id: late, side: open-long, size: 0.1, price: market, reference: 64000, maxDistance: 5%, after: { filled: [entry], at: 2026-11-20T01:30:00Z } }
`;
    const run = onCandles(orders, ['00:00:00Z,64000,64100,63300,64000', '01:00:00Z,64000,65000,64000,65000']);
    // Bought at 63500 and stopped at 63399.9, which is -10.01; then bought from 64000.1 to 65000.1, with 65000 at the end.
    expect(run.result).toEqual(['-10.02', '89.98']);
  });
});

describe('what is followed', () => {
  it('a stop of the exchange that fires leaves nothing for the target', () => {
    const orders = `  - { id: entry, side: open-long, size: 0.1, price: 63500, stopLoss: 62800 }
  - { id: target, side: close-long, size: { filled: entry }, trigger: 65500, price: market }
`;
    const run = simulated(orders, { path: '64000,63400,62000,66000' });
    expect(fillsOf(run)).toEqual(['entry 0.1 at 63500', 'entry 0.1 at 62799.9']);
    expect(fatesOf(run)).toMatchObject({ target: 'nothing-held' });
  });

  it('takes the exits of an entry along with --only, and nothing else', () => {
    const run = simulated(BRACKET.replace(', until: 4h', '') + EITHER, {
      path: '64100,63950,65100,64050',
      only: ['entry'],
    });
    expect(fillsOf(run)).toEqual(['entry 0.3 at 64000', 'target-1 0.1 at 65000']);
    expect(fatesOf(run)).toMatchObject({ up: 'not-selected', even: 'waiting' });
  });

  it('is of one symbol: what waits for another is refused', () => {
    const text = `version: 1\nname: two\norders:
  - { id: a, symbol: cmt_btcusdt, side: open-long, size: 0.1, price: 63500 }
  - { id: b, symbol: cmt_ethusdt, side: open-long, size: 0.1, price: 3000, after: { filled: a } }
`;
    const checked = orThrow(loadPlan(text, { file: 'two.yaml', instruments: paperInstruments }));
    const run = simulatePlan(checked, { path: { cmt_btcusdt: '64000,63000', cmt_ethusdt: '3200,2900' } });
    expect(run).toMatchObject({
      ok: false,
      error: { exitCode: 2, message: expect.stringContaining('another symbol') as string },
    });
  });
});
