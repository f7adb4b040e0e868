/** The five plans of the page on following, as values. */
import { Rational } from '../../../src/model/rational.ts';
import type { Instant, LatePrice } from '../../../src/model/follow.ts';
import type { PlannedOrder } from '../../../src/model/order.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import { MINUTE, planned } from '../../support/followed.ts';

export const HOUR = 60 * MINUTE;
const instant = (text: string): Instant => ({ ms: Date.parse(text), text });
const third = Rational.ratio(1n, 3n);
const onTick = (of: readonly string[]): LatePrice => ({
  kind: 'round',
  way: 'nearest',
  unit: Decimal.of('0.1'),
  of: { kind: 'average', of },
});

const ENTRY = ['entry'];
const rung = (number: number, price: string): PlannedOrder =>
  planned({
    id: `target-${number}`,
    ladder: 'target',
    size: '0.1',
    price,
    trigger: price,
    exit: { filled: ENTRY, share: third },
  });
export const EVEN = planned({
  id: 'even',
  size: '0.3',
  trigger: '64000',
  exit: { filled: ENTRY },
  afterFilled: ['target-1'],
  late: { trigger: onTick(ENTRY) },
});
export const BRACKET: readonly PlannedOrder[] = [
  planned({ id: 'entry', size: '0.3', price: '64000', until: { forMs: 4 * HOUR } }),
  planned({ id: 'stop', size: '0.3', trigger: '62000', exit: { filled: ENTRY } }),
  rung(1, '65000'),
  rung(2, '66500'),
  rung(3, '68000'),
  EVEN,
];

const RUNGS = ['dca-1', 'dca-2', 'dca-3', 'dca-4'];
const UNTIL = { at: instant('2026-12-03T00:00:00Z'), filled: ['out'] };
export const DCA: readonly PlannedOrder[] = [
  ...['63000', '62000', '61000', '60000'].map((price, at) =>
    planned({ id: `dca-${at + 1}`, ladder: 'dca', size: `0.00${at + 1}`, price, until: UNTIL }),
  ),
  planned({ id: 'stop', size: '0.01', trigger: '58000', exit: { filled: RUNGS } }),
  planned({ id: 'out', size: '0.01', trigger: '66000', exit: { filled: RUNGS } }),
  planned({ id: 'flat', size: '0.01', exit: { filled: RUNGS }, afterAt: instant('2026-12-05T20:00:00Z') }),
];

export const BREAKOUT: readonly PlannedOrder[] = [
  planned({ id: 'up', size: '0.05', trigger: '65200', until: { filled: ['down'], forMs: 8 * HOUR } }),
  planned({
    id: 'down',
    side: 'open-short',
    size: '0.05',
    trigger: '62800',
    until: { filled: ['up'], forMs: 8 * HOUR },
  }),
  planned({ id: 'up-stop', size: '0.05', trigger: '64400', exit: { filled: ['up'] } }),
  planned({ id: 'down-stop', side: 'close-short', size: '0.05', trigger: '63600', exit: { filled: ['down'] } }),
];

export const FROM = instant('2026-12-01T08:00:00Z');
export const SELL_SLOWLY: readonly PlannedOrder[] = Array.from({ length: 12 }, (_, at) =>
  planned({
    id: `sell-${at + 1}`,
    ladder: 'sell',
    side: 'close-long',
    size: '0.1',
    slice: { number: at + 1, steps: 12, offsetMs: at * 10 * MINUTE, everyMs: 10 * MINUTE, from: FROM },
  }),
);

export const START = instant('2026-12-01T13:30:00Z');
export const OPEN_DRIVE: readonly PlannedOrder[] = [
  planned({
    id: 'entry',
    size: '0.1',
    price: '63500',
    stopLoss: '62800',
    afterAt: START,
    until: { forMs: 45 * MINUTE },
  }),
  planned({ id: 'target', size: '0.1', trigger: '65500', exit: { filled: ENTRY } }),
];
