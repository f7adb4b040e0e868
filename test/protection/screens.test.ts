/** The worked examples of protection, with the exact numbers that a person sees; and how money is rounded. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { GuardedOrder } from '../../src/protection/guarded.ts';
import { rowsOf } from '../../src/protection/reason-rows.ts';
import { moneyColumn, moneyText } from '../../src/protection/money.ts';
import { protectionEvent } from '../../src/protection/protection-event.ts';
import type { Protection } from '../../src/protection/protection.ts';
import { rowText, statedOf, statedText } from '../../src/protection/words.ts';
import { BTC, d, held, judged, order } from './scenes.ts';

const AT = Date.UTC(2026, 10, 23, 12, 4, 51, 204);

const lineIn = (protection: Protection, nowMs = AT): string => statedText(statedOf(protection, nowMs).line);
const rowsIn = (protection: Protection): string[] => rowsOf(protection).rows.map(rowText);

const ON_PAPER = { isNewAccount: true };

const trap = (reference: string): GuardedOrder[] => [
  order('open-long', { id: 'core', size: '0.02', at: '63990', stopLoss: '63500', reference }),
  order('open-short', { id: 'hedge', size: '0.02', trigger: '63800', reference }),
  order('close-short', { id: 'hedge-stop', size: '0.02', trigger: '63900', reference }),
];

describe('the trap', () => {
  test('the short opens on the way down, and its stop is passed before that', () => {
    const protection = judged(trap('64000'), ON_PAPER);
    const [long, short] = protection.positions;
    expect([long?.lossAtStops.canonical(), long?.state]).toEqual(['9.8', 'covered']);
    expect([short?.lossAtStops.canonical(), short?.naked.canonical(), short?.state]).toEqual(['0', '0.02', 'naked']);
    expect(lineIn(protection)).toBe('! hold 0 + 2,555.8 working · at stops 9.8 · NAKED 1,276 · unknown 0 · as planned');
    expect(rowsIn(protection)).toEqual([
      '0.02 short cmt_btcusdt (hedge) has no stop: hedge-stop fires before it opens',
    ]);
  });

  test('with the market below both it is covered', () => {
    const protection = judged(trap('63850'));
    const losses = protection.positions.map(({ lossAtStops }) => lossAtStops.canonical());
    expect(losses).toEqual(['9.8', '2']);
    expect(protection.state).toBe('covered');
  });
});

const breakout = (said: { stop?: object; entry?: object } = {}): GuardedOrder[] => [
  order('open-long', { plan: 'breakout', id: 'break', size: '0.05', trigger: '65000', at: '65010', ...said.entry }),
  order('close-long', { plan: 'breakout', id: 'break-stop', size: '0.05', trigger: '64010', ...said.stop }),
];

describe('the breakout', () => {
  test('loses 50 at its stop, if a dip does not come first', () => {
    const protection = judged(breakout(), { ...ON_PAPER, market: '64500' });
    expect(protection.positions[0]?.lossAtStops.canonical()).toBe('50');
    expect(rowsIn(protection)).toEqual(['0.05 long cmt_btcusdt (break) is covered only if 65000 comes before 64010']);
    expect(lineIn(protection)).toBe('✓ hold 0 + long 0.05 working · at stops 50 · naked 0 · unknown 0 · as planned');
  });

  test('is naked where the market has both above it', () => {
    const protection = judged(breakout(), { market: '63900' });
    expect(protection.positions[0]?.naked.canonical()).toBe('0.05');
  });

  test('is not known where nobody says where the market is', () => {
    const protection = judged(breakout());
    expect(lineIn(protection)).toBe('? hold ? + long 0.05 working · at stops 0 · naked 0 · UNKNOWN 1 · as planned');
    expect(rowsIn(protection)).toEqual([
      '0.05 long cmt_btcusdt (break) may have no stop: the market price is not known, so break-stop may fire first',
    ]);
  });

  const rejected = { standing: 'rejected', code: '40015' } as const;

  test('whose stop was rejected, while it is not known whether its entry was reached', () => {
    const protection = judged(breakout({ entry: { standing: 'open' }, stop: rejected }), {
      basis: 'look',
      lookedAtMs: AT - 45_000,
      held: [],
      market: '64500',
    });
    expect(lineIn(protection)).toBe('! hold 0 + long 0.05 working · at stops 0 · NAKED 0.05 · unknown 0 · 12:04:06Z');
    expect(rowsIn(protection)).toEqual(['0.05 long cmt_btcusdt (break) has no stop: break-stop was rejected (40015)']);
  });

  const filled = judged(breakout({ entry: { standing: 'filled' }, stop: rejected }), {
    basis: 'look',
    lookedAtMs: AT,
    held: [held('long', '0.05', '65010')],
    market: '64500',
  });

  test('and that was filled', () => {
    expect(lineIn(filled)).toBe('! hold long 0.05 · at stops 0 · NAKED 0.05 · unknown 0 · 12:04:51Z');
    expect(filled.isOursNaked).toBe(true);
  });

  test('as the public stream has it', () => {
    const event = protectionEvent(filled);
    expect(event).toEqual(
      JSON.parse(
        '{"event":"protection","state":"naked","basis":"look","at":"2026-11-23T12:04:51.204Z","unknown":0,"positions":[{"symbol":"cmt_btcusdt","side":"long","marginMode":"cross","state":"naked","held":"0.05","working":"0","covered":"0","naked":"0.05","unknown":"0","average":"65010","lossAtStops":"0","why":[{"plan":"breakout","id":"break","size":"0.05","reason":"stop-rejected","stop":"break-stop"}]}]}',
      ),
    );
    const schema = JSON.parse(
      readFileSync(new URL('../../schemas/event.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const isValid = new Ajv2020({ strict: false }).compile(schema);
    expect(isValid(event) || isValid.errors).toBe(true);
  });

  test('as the prompt of the run that mends it has it', () => {
    const mended = judged(breakout({ entry: { standing: 'filled' } }), {
      basis: 'after-run',
      lookedAtMs: AT,
      held: [held('long', '0.05', '65010')],
      market: '64512.3-64513.1',
    });
    expect(lineIn(mended)).toBe('✓ hold long 0.05 · at stops 50 · naked 0 · unknown 0 · after run');
  });
});

describe('an account of several positions', () => {
  const ETH = 'cmt_ethusdt';
  const stops = [
    order('close-long', { plan: 'first', id: 'near', size: '0.01', trigger: '62000', standing: 'open' }),
    order('close-long', { plan: 'first', id: 'bail-out', size: '0.03', trigger: '59000', standing: 'open' }),
  ];
  const positions = [
    held('long', '0.04', '62250', { mark: d('63540.2') }),
    held('short', '2', '3180.5', { symbol: ETH, mark: d('3201.4') }),
  ];
  const scene = { basis: 'look', lookedAtMs: AT, held: positions, market: '63522.7-63540.2' } as const;

  test('holds quote coin at the mark, and loses 2.5 and 97.5 at its stops', () => {
    const protection = judged(stops, scene);
    expect(lineIn(protection)).toBe('! hold ≈8,944.41 · at stops 100 · NAKED 6,402.8 · unknown 0 · 12:04:51Z');
    expect(rowsIn(protection)).toEqual(['2 short cmt_ethusdt (not ordo’s) has no stop']);
  });

  test('and what is working at its entry', () => {
    const broken = breakout({ entry: { standing: 'open' }, stop: { standing: 'rejected' } });
    expect(lineIn(judged([...stops, ...broken], scene))).toBe(
      '! hold ≈8,944.41 + 3,250.5 working · at stops 100 · NAKED 9,653.3 · unknown 0 · 12:04:51Z',
    );
  });

  test('and where one position is left, its units', () => {
    const left = judged([], { ...scene, held: positions.slice(1) });
    expect(lineIn(left)).toBe('! hold short 2 · at stops 0 · NAKED 2 · unknown 0 · 12:04:51Z');
  });
});

describe('the line', () => {
  test('holds nothing, or nobody looked', () => {
    expect(lineIn(judged([], ON_PAPER))).toBe('– hold 0 · at stops 0 · naked 0 · unknown 0 · as planned');
    expect(lineIn(judged([]))).toBe('– hold ? · at stops 0 · naked 0 · unknown 0 · as planned');
    expect(lineIn(judged([], { basis: 'journal' }))).toBe('– hold ? · at stops 0 · naked 0 · unknown 0 · by journal');
  });

  test('names a look that is at most a day old', () => {
    const looked = judged([], { basis: 'look', lookedAtMs: AT, held: [] });
    expect(lineIn(looked, AT + 86_400_000)).toMatch('12:04:51Z');
    expect(lineIn(looked, AT + 86_400_001)).toMatch('by journal');
  });

  test('is not all covered while an order is not known, whatever covers it', () => {
    const own = order('open-long', { at: '100', stopLoss: '90', standing: 'unsure' });
    const protection = judged([own], { basis: 'journal' });
    expect(lineIn(protection)).toBe('? hold ? + long 1 working · at stops 10 · naked 0 · UNKNOWN 1 · by journal');
  });
});

const naked = (id: string, size: string) => order('open-long', { id, size, at: '100' });

describe('the rows', () => {
  test('are five at most, the largest first, and the rest is counted', () => {
    const orders = ['3', '7', '1', '6', '2', '5', '4'].map((size) =>
      Object.assign(naked(`o${size}`, size), { plan: `p${size}` }),
    );
    const { rows, more } = rowsOf(judged(orders));
    expect(rows.map(({ order: one }) => one?.id)).toEqual(['o7', 'o6', 'o5', 'o4', 'o3']);
    expect(more).toBe(2);
  });

  test('are one of the orders of a plan that are so for the same reason', () => {
    const { rows } = rowsOf(
      judged([naked('rung-1', '0.1'), naked('rung-2', '0.2'), { ...naked('rung-3', '4'), plan: 'q' }]),
    );
    expect(rows.map(rowText)).toEqual([
      `4 long ${BTC} (rung-3) has no stop`,
      `0.3 long ${BTC} (rung-1 and 1 more) has no stop`,
    ]);
  });

  test('have what is naked before what is not known, and a cover that depends last', () => {
    const other = { plan: 'q', symbol: 'cmt_ethusdt' } as const;
    const orders = [
      order('open-long', { ...other, id: 'unsure', size: '90', at: '100' }),
      order('close-long', { ...other, id: 'maybe', size: '90', trigger: '90', standing: 'unsure' }),
      naked('small', '0.01'),
      ...breakout({ entry: { reference: '64500', size: '800' }, stop: { size: '800' } }),
    ];
    const protection = judged(orders, { notRead: [{ symbol: BTC, what: 'triggers' }] });
    expect(rowsOf(protection).rows.map(({ kind }) => kind)).toEqual(['naked', 'unknown', 'not-read', 'may-fire-first']);
  });
});

describe('money', () => {
  test.each([
    ['8944.408', 'loss', '≈8,944.41'],
    ['50.901', 'loss', '≈50.91'],
    ['50.908', 'gain', '≈50.90'],
    ['1276.0', 'loss', '1,276'],
    ['9.80', 'loss', '9.8'],
    ['0.001', 'loss', '≈0.01'],
    ['0.001', 'gain', '≈0.00'],
    ['1000000', 'loss', '1,000,000'],
  ] as const)('%s as a %s is %s', (value, kind, text) => {
    expect(moneyText(d(value), kind)).toBe(text);
  });

  test('below zero it is rounded to the worse too', () => {
    expect(moneyText(d('0').minus(d('41.801')), 'gain')).toBe('≈-41.81');
    expect(moneyText(d('0').minus(d('41.801')), 'loss')).toBe('≈-41.81');
  });

  test('of a column it has as many digits as the longest', () => {
    const column = [d('51.608'), d('0').minus(d('41.8')), d('100')];
    expect(moneyColumn(column, 'gain')).toEqual(['≈51.60', '-41.80', '100.00']);
    expect(moneyColumn([d('2.50'), d('97')], 'loss')).toEqual(['2.5', '97.0']);
  });
});

const boughtAt = (at?: string): string =>
  lineIn(judged([order('open-long', { id: 'in', stopLoss: '90', ...(at && { at }) })]));

test('a stop of what was bought at market has a loss that nobody knows, and the line says that there is more', () => {
  expect(boughtAt()).toContain('at stops 0 + ?');
  expect(boughtAt('100')).toContain('at stops 10 ');
});
