/** A price range to the prices of its rungs. */
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { Formula, RungRange } from '../../model/formula.ts';
import type { Price } from '../../model/order.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import { Rational } from '../../model/rational.ts';
import { MAX_TICKS, rungPrices } from './ladder-math.ts';
import type { Finding } from '../../document/findings.ts';
import type { Path } from '../../document/locate.ts';
import type { Amount } from './amount.ts';

type PriceTable = Exclude<OrderDocument['price'], string>;

/** One order's price; of a rung with its number, and where its number stands if somebody wrote it. */
export interface PricedRung {
  readonly price: Price | undefined;
  readonly number?: number;
  readonly place?: Path;
  readonly formula?: Formula;
}

export interface PriceRequest {
  readonly table: PriceTable;
  readonly id: string | undefined;
  readonly symbol: string | undefined;
  readonly tick: Decimal | undefined;
  readonly isFaulty: (key: string) => boolean;
  readonly amount: (key: 'from' | 'to') => Amount | undefined;
  readonly refuse: (said: Pick<Finding, 'code' | 'message' | 'hint' | 'part'>, ...tail: Path) => undefined;
}

/** Longest id of an order. */
const MAX_ID = 64;

/** The rungs; undefined where a mistake was told. */
export function readPrices(request: PriceRequest): PricedRung[] | undefined {
  const { table, id, symbol, tick, isFaulty, amount, refuse } = request;
  const from = amount('from');
  const to = amount('to');
  if (from === undefined || to === undefined || isFaulty('steps') || isFaulty('spacing')) return undefined;
  if ((table.steps as string | undefined) === undefined) return undefined;
  const steps = Number(table.steps);
  if (from.value.compare(to.value) === 0) {
    return refuse(
      {
        code: 'ladder/one-price',
        message: `the range begins and ends at ${to.value.toString()}`,
        hint: 'write two prices, or one order at that price',
      },
      'to',
    );
  }
  // An order without a symbol is told by its own rule.
  if (symbol === undefined) return undefined;
  if (tick === undefined) return refuse({ ...needsInstrument('a ladder', 'tick', symbol), part: 'key' });
  if (id !== undefined && `${id}-${steps}`.length > MAX_ID) {
    return refuse({
      code: 'ladder/id-too-long',
      message: `with \`-${steps}\` behind it the id has ${`${id}-${steps}`.length} characters, and an id has at most ${MAX_ID}`,
      hint: `shorten the id of the ladder to ${MAX_ID - `-${steps}`.length} characters`,
      part: 'key',
    });
  }
  const spacing = table.spacing ?? 'linear';
  const highest = Rational.of(from.value.compare(to.value) > 0 ? from.value : to.value).wholeUnits(tick);
  if (spacing === 'geometric' && highest > MAX_TICKS) {
    return refuse(
      {
        code: 'ladder/too-fine',
        message: `the range ends at ${highest} ticks of ${tick.toString()}, and a geometric ladder reckons with at most ${MAX_TICKS}`,
        hint: 'check the prices, or write `spacing: linear`',
        part: 'key',
      },
      'spacing',
    );
  }
  const prices = rungPrices({ from: from.value, to: to.value, steps, spacing }, tick);
  const twice = prices.findIndex((price, at) => at > 0 && price.compare(prices[at - 1] as Decimal) === 0);
  if (twice !== -1) {
    const price = (prices[twice] as Decimal).toString();
    return refuse(
      {
        code: 'ladder/too-dense',
        message: `rungs ${twice} and ${twice + 1} would both stand at ${price}: the ticks of ${tick.toString()} between the ends are too few for ${steps} steps`,
        hint: `write ${spacing === 'linear' ? mostSteps(from.value, to.value, tick) : 'fewer'} steps, or a wider range`,
      },
      'steps',
    );
  }
  const range = { from: from.value, to: to.value, spacing, steps, tick };
  return prices.map((at, way) => {
    if (way === 0) return endOf(at, way, 'from', from);
    return way === steps - 1 ? endOf(at, way, 'to', to) : innerOf(at, way, range);
  });
}

/** `at most 6`: as many as there are ticks from one end to the other, both counted. */
function mostSteps(from: Decimal, to: Decimal, tick: Decimal): string {
  const most = Rational.of(to.minus(from)).absolute().wholeUnits(tick) + 1n;
  return most < 2n ? 'fewer' : `at most ${most}`;
}

const innerOf = (at: Decimal, way: number, range: RungRange): PricedRung => ({
  price: { kind: 'limit', at },
  number: way + 1,
  formula: { kind: 'rung', range, way },
});

const endOf = (at: Decimal, way: number, end: 'from' | 'to', { formula }: Amount): PricedRung => ({
  price: { kind: 'limit', at },
  number: way + 1,
  place: ['price', end],
  ...(formula !== undefined && { formula }),
});
