/** A price range to the prices of its rungs. */
import type { Path } from '../../document/locate.ts';
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { LatePrice } from '../../model/follow.ts';
import type { RungRange } from '../../model/formula.ts';
import type { Price } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import type { OrderEntry } from './entry.ts';
import { FAULTY, given, isFaulty, withLate, type Faulty, type Given } from './field.ts';
import { MAX_TICKS, rungPrices } from './ladder-math.ts';

type PriceTable = Exclude<OrderDocument['price'], string>;

/** Longest id of an order. */
const MAX_ID = 64;

const FROM = ['price', 'from'];
const TO = ['price', 'to'];

export function readPrices(entry: OrderEntry, table: PriceTable): readonly Given<Price>[] | Faulty {
  const site = { rounding: 'tick', scope: entry.scope } as const;
  const from = entry.number(FROM, table.from, site);
  const to = entry.number(TO, table.to, site);
  if (from.kind !== 'given' || to.kind !== 'given') return FAULTY;
  if (lateFits(entry, table, [from, to]) !== undefined) return FAULTY;
  const range = readRange(entry, table, [from.value, to.value]);
  if (isFaulty(range)) return range;
  const prices = rungPrices(range, range.tick);
  const twice = prices.findIndex((price, at) => at > 0 && price.compare(prices[at - 1] as Decimal) === 0);
  if (twice !== -1) return tooDense(entry, range, twice, prices[twice] as Decimal);
  return prices.map((at, way) => {
    const price: Price = { kind: 'limit', at };
    if (way === 0) return withLate(given(price, 'order', from.formula, FROM), from.late);
    if (way === range.steps - 1) return withLate(given(price, 'order', to.formula, TO), to.late);
    return withLate(given(price, 'order', { kind: 'rung', range, way }), lateRung([from, to], range, way));
  });
}

/** An inner rung of a range whose ends are known only once the entry is filled: by the same rule, on the nearest tick. */
function lateRung(
  [from, to]: readonly [Given<Decimal>, Given<Decimal>],
  { steps, tick }: RungRange,
  way: number,
): LatePrice | undefined {
  if (from.late === undefined && to.late === undefined) return undefined;
  const [first, last] = [from, to].map(lateOrNumber) as [LatePrice, LatePrice];
  const part: LatePrice = { kind: 'number', value: Rational.ratio(BigInt(way), BigInt(steps - 1)) };
  const width: LatePrice = { kind: 'binary', sign: '-', left: last, right: first };
  const behind: LatePrice = { kind: 'binary', sign: '*', left: width, right: part };
  const of: LatePrice = { kind: 'binary', sign: '+', left: first, right: behind };
  return { kind: 'round', way: 'nearest', unit: tick, of };
}

const lateOrNumber = ({ late, value }: Given<Decimal>): LatePrice =>
  late ?? { kind: 'number', value: Rational.of(value) };

/** A geometric rung is no sum of its ends. */
function lateFits(entry: OrderEntry, { spacing }: PriceTable, ends: readonly Given<Decimal>[]): Faulty | undefined {
  if (spacing !== 'geometric' || ends.every(({ late }) => late === undefined)) return undefined;
  return entry.refuse(['price', 'spacing'], {
    code: 'ladder/too-fine',
    message: 'a geometric ladder cannot begin or end at an average, which is known only once the entry is filled',
    hint: 'write `spacing: linear`',
  });
}

type Ends = readonly [from: Decimal, to: Decimal];

function readRange(entry: OrderEntry, table: PriceTable, [from, to]: Ends): RungRange | Faulty {
  const { symbol, instrument } = entry.scope;
  const faults = entry.faults.at('price');
  const written: string | undefined = table.steps;
  if (written === undefined || faults.at('steps').here || faults.at('spacing').here) return FAULTY;
  if (from.compare(to) === 0) {
    return entry.refuse(TO, {
      code: 'ladder/one-price',
      message: `the range begins and ends at ${to.toString()}`,
      hint: 'write two prices, or one order at that price',
    });
  }
  // A rule of its own reports an order without a symbol.
  if (symbol === undefined) return FAULTY;
  if (instrument === undefined) return entry.refuse(['price'], needsInstrument('a ladder', 'tick', symbol), 'key');
  const range = { from, to, spacing: table.spacing ?? 'linear', steps: Number(written), tick: instrument.tick };
  return idFits(entry, range.steps) ?? ticksFit(entry, range) ?? range;
}

/** The ids of the rungs have their number behind the ladder's. */
export function idFits(entry: OrderEntry, steps: number, place: Path = ['price']): Faulty | undefined {
  const end = `-${steps}`;
  const length = (entry.id ?? '').length + end.length;
  if (entry.id === undefined || length <= MAX_ID) return undefined;
  const problem: Problem = {
    code: 'ladder/id-too-long',
    message: `with \`${end}\` behind it the id has ${length} characters, and an id has at most ${MAX_ID}`,
    hint: `shorten the id of the ladder to ${MAX_ID - end.length} characters`,
  };
  return entry.refuse(place, problem, 'key');
}

function ticksFit(entry: OrderEntry, { from, to, spacing, tick }: RungRange): Faulty | undefined {
  if (spacing === 'linear') return undefined;
  const highest = Rational.of(from.compare(to) > 0 ? from : to).wholeUnits(tick);
  if (highest <= MAX_TICKS) return undefined;
  const problem: Problem = {
    code: 'ladder/too-fine',
    message: `the range ends at ${highest} ticks of ${tick.toString()}, and a geometric ladder handles at most ${MAX_TICKS}`,
    hint: 'check the prices, or write `spacing: linear`',
  };
  return entry.refuse(['price', 'spacing'], problem, 'key');
}

/** `upper` is the index, from 0, of the second of two neighbours at one price. */
function tooDense(entry: OrderEntry, range: RungRange, upper: number, price: Decimal): Faulty {
  const { steps, spacing, tick } = range;
  return entry.refuse(['price', 'steps'], {
    code: 'ladder/too-dense',
    message: `rungs ${upper} and ${upper + 1} would both be at ${price.toString()}: the ticks of ${tick.toString()} between the ends are too few for ${steps} steps`,
    hint: `write ${spacing === 'linear' ? mostSteps(range) : 'fewer'} steps, or a wider range`,
  });
}

/** `at most 6`: as many as there are ticks from one end to the other, both counted. */
function mostSteps({ from, to, tick }: RungRange): string {
  const most = Rational.of(to.minus(from)).absolute().wholeUnits(tick) + 1n;
  return most < 2n ? 'fewer' : `at most ${most}`;
}
