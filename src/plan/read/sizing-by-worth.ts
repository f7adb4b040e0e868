/** Sizes by what they are worth, and by what is lost at the stop. */
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { OfEquity } from '../../model/formula.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Price } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { OrderEntry } from './entry.ts';
import { FAULTY, given, isFaulty, type Faulty, type Field, type Given } from './field.ts';
import { splitAmount } from './ladder-math.ts';
import { sharesOf } from './shares.ts';

type SizeTable = Exclude<OrderDocument['size'], string>;

export type SizeKind = 'total' | 'notional' | 'risk';

export const PLACES = {
  total: ['size', 'total'],
  notional: ['size', 'notional'],
  risk: ['size', 'risk'],
  filled: ['size', 'filled'],
} as const;

export const STOP = ['size', 'stop'];

export interface SizedOrder {
  readonly price: Field<Price>;
  readonly stopLoss: Field<Decimal>;
  readonly trigger: Field<Decimal>;
  readonly reference: Field<Decimal>;
  readonly stop: Field<Decimal>;
}

export interface SizeRequest {
  readonly entry: OrderEntry;
  readonly table: SizeTable;
  /** One order, or all rungs of a ladder. */
  readonly orders: readonly SizedOrder[];
  readonly isLadder: boolean;
}

export interface SizeAmount {
  readonly amount: Decimal;
  /** What it is a part of, where it was not written. */
  readonly ofEquity?: OfEquity;
}

/** The amount to share, and the weight of each order. */
export interface Shared extends SizeAmount {
  readonly weights: readonly bigint[];
  readonly instrument: Instrument;
}

/** What a worth is divided by: the entry, or how far it is from the stop. */
interface Divisor {
  readonly value: Rational;
  readonly entry: Decimal;
  readonly stop?: Decimal;
}

export function byWorth(
  { entry, orders }: SizeRequest,
  { amount, ofEquity, weights, instrument: { step } }: Shared,
  kind: 'notional' | 'risk',
): readonly Given<Decimal>[] | Faulty {
  const divisors: Divisor[] = [];
  for (const order of orders) {
    const divisor = kind === 'notional' ? perCoin(entry, order) : lossPerCoin(entry, order);
    if (isFaulty(divisor)) return divisor;
    divisors.push(divisor);
  }
  const shares = weights.length === 1 ? [] : sharesOf(weights);
  const values = divisors.map(({ value }) => value);
  return splitAmount(amount, weights, values, step).map((size, at) => {
    const { entry: from, stop } = divisors[at] as Divisor;
    const share = shares[at];
    const formula = {
      kind: 'worth',
      amount,
      ...(ofEquity !== undefined && { ofEquity }),
      ...(share !== undefined && { share }),
      entry: from,
      ...(stop !== undefined && { stop }),
      step,
    } as const;
    return given(size, 'order', formula, PLACES[kind]);
  });
}

type Basis = Decimal | 'missing' | 'faulty';

/** The limit price; at market what is known first of the two. */
function basis({ price }: SizedOrder, first: Field<Decimal>, second: Field<Decimal>): Basis {
  if (price.kind !== 'given') return 'faulty';
  if (price.value.kind === 'limit') return price.value.at;
  const base = first.kind === 'missing' ? second : first;
  return base.kind === 'given' ? base.value : base.kind;
}

function perCoin(entry: OrderEntry, order: SizedOrder): Divisor | Faulty {
  const at = basis(order, order.reference, order.trigger);
  if (at === 'faulty') return FAULTY;
  return at === 'missing' ? needsPrice(entry, 'notional') : { value: Rational.of(at), entry: at };
}

/** A trigger order at market is filled at its trigger, wherever the market is now. */
function lossPerCoin(entry: OrderEntry, order: SizedOrder): Divisor | Faulty {
  const at = basis(order, order.trigger, order.reference);
  const stop = order.stopLoss.kind === 'missing' ? order.stop : order.stopLoss;
  if (stop.kind === 'missing') return needsStop(entry, order);
  if (at === 'missing') return needsPrice(entry, 'risk');
  if (at === 'faulty' || stop.kind === 'faulty') return FAULTY;
  const distance = Rational.of(at.minus(stop.value)).absolute();
  // A rule of its own reports a stop at the entry.
  return distance.isZero ? FAULTY : { value: distance, entry: at, stop: stop.value };
}

function needsStop(entry: OrderEntry, { trigger }: SizedOrder): Faulty {
  const isTrigger = trigger.kind !== 'missing' && !entry.triggerPresets;
  const problem: Problem = {
    code: 'size/no-stop',
    message: isTrigger
      ? '`risk` is what is lost at the stop, and the size has no `stop`'
      : '`risk` is what is lost at the stop, and the order has no `stopLoss`',
    hint: isTrigger
      ? 'add `stop:` to the size, as a trigger order cannot carry `stopLoss`'
      : 'add `stopLoss:` to the order, or `stop:` to the size where the stop is an order of its own; or size it by `notional`',
  };
  return entry.refuse(PLACES.risk, problem, 'key');
}

function needsPrice(entry: OrderEntry, kind: 'notional' | 'risk'): Faulty {
  const problem: Problem = {
    code: 'size/no-price',
    message: `\`${kind}\` needs a price, and the order is at market`,
    hint: 'add `reference:` with where you think the market is',
  };
  return entry.refuse(PLACES[kind], problem, 'key');
}
