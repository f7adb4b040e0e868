/** Sizes that are not written as one number: a ladder's total and its shares, and sizing by notional or by risk. */
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { Share } from '../../model/formula.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Price } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { quoted } from '../../source/quoted.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import type { OrderEntry } from './entry.ts';
import { FAULTY, given, isFaulty, type Faulty, type Field, type Given } from './field.ts';
import { shareWeights, splitAmount, splitTotal } from './ladder-math.ts';
import { instead, nearest } from './nearest-valid.ts';
import { readShape, sharesOf } from './shares.ts';

type SizeTable = Exclude<OrderDocument['size'], string>;
type Kind = 'total' | 'notional' | 'risk';
const KINDS: readonly Kind[] = ['total', 'notional', 'risk'];

const PLACES = { total: ['size', 'total'], notional: ['size', 'notional'], risk: ['size', 'risk'] } as const;

/** The part of an order that decides its size. */
export interface SizedOrder {
  readonly price: Field<Price>;
  readonly stopLoss: Field<Decimal>;
  readonly trigger: Field<Decimal>;
  readonly reference: Field<Decimal>;
}

export interface SizeRequest {
  readonly entry: OrderEntry;
  readonly table: SizeTable;
  /** One order, or all rungs of a ladder. */
  readonly orders: readonly SizedOrder[];
  readonly isLadder: boolean;
}

/** The amount to share, and the weight of each order. */
interface Shared {
  readonly amount: Decimal;
  readonly weights: readonly bigint[];
  readonly instrument: Instrument;
}

/** The size of each order. */
export function readSizes(request: SizeRequest): readonly Given<Decimal>[] | Faulty {
  const { entry, table, orders, isLadder } = request;
  const kind = readKind(request);
  if (isFaulty(kind)) return kind;
  const shape = readShape(entry, table, orders.length);
  const site = { rounding: kind === 'total' ? 'lot' : undefined, scope: entry.scope } as const;
  const amount = entry.number(PLACES[kind], table[kind], site);
  const { symbol, instrument } = entry.scope;
  // A rule of its own reports an order without a symbol.
  if (isFaulty(shape) || amount.kind !== 'given' || symbol === undefined) return FAULTY;
  if (kind !== 'total' && lacksDivisor(orders)) return FAULTY;
  if (instrument === undefined) {
    const what = isLadder ? 'a ladder' : `\`${kind}\``;
    return entry.refuse(PLACES[kind], needsInstrument(what, 'step', symbol), 'key');
  }
  const shared = { amount: amount.value, weights: shareWeights(shape, orders.length), instrument };
  return kind === 'total' ? byTotal(request, shared) : byWorth(request, shared, kind);
}

/** Whether a worth cannot be divided because of a mistake elsewhere; one in a rung counts for all rungs behind it. */
function lacksDivisor(orders: readonly SizedOrder[]): boolean {
  const { price, stopLoss, trigger, reference } = orders.at(-1) as SizedOrder;
  return price.kind !== 'given' || [stopLoss, trigger, reference].some(isFaulty);
}

function readKind({ entry, table, isLadder }: SizeRequest): Kind | Faulty {
  const [kind, another] = KINDS.filter((one) => Object.hasOwn(table, one));
  if (kind === undefined || another !== undefined) {
    return entry.refuse(['size'], {
      code: 'size/kind',
      message:
        another === undefined
          ? 'the size says neither `total`, `notional` nor `risk`'
          : `\`${kind}\` and \`${another}\` cannot both be the size`,
      hint: 'write one of `total`, `notional` and `risk`',
    });
  }
  const extra = isLadder ? undefined : (['total', 'shape', 'ratio'] as const).find((key) => Object.hasOwn(table, key));
  if (extra === undefined) return kind;
  const isTotal = extra === 'total';
  const problem: Problem = {
    code: 'size/not-a-ladder',
    message: `\`${extra}\` is for ladders, and this order has one price`,
    hint: isTotal ? `write \`size: ${String(table.total)}\`, or a price range` : 'delete it, or write a price range',
  };
  return entry.refuse(['size', extra], problem, 'key');
}

function byTotal({ entry, table, orders }: SizeRequest, shared: Shared): readonly Given<Decimal>[] | Faulty {
  const { amount: total, weights, instrument } = shared;
  const { step, minSize, maxSize, symbol } = instrument;
  if (!total.isMultipleOf(step)) {
    const rungs = BigInt(orders.length);
    const least = minSize.multiplied(rungs);
    const near = nearest(total, step, least, maxSize?.multiplied(rungs));
    return entry.refuse(PLACES.total, {
      code: 'order/off-step',
      message: `\`total\` ${total.toString()} is not a multiple of the step ${step.toString()} of ${quoted(symbol)}`,
      hint: near === '' ? `write ${least.ceilTo(step).canonical()} or more` : instead(table.total, 'lot', near),
    });
  }
  const shares = sharesOf(weights);
  return splitTotal(total, weights, step).map((size, at) =>
    given(size, 'order', { kind: 'share', amount: total, share: shares[at] as Share }, PLACES.total),
  );
}

/** What a worth is divided by: the entry, or how far it is from the stop. */
interface Divisor {
  readonly value: Rational;
  readonly entry: Decimal;
  readonly stop?: Decimal;
}

function byWorth(
  { entry, orders }: SizeRequest,
  { amount, weights, instrument: { step } }: Shared,
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
      ...(share !== undefined && { share }),
      entry: from,
      ...(stop !== undefined && { stop }),
      step,
    } as const;
    return given(size, 'order', formula, PLACES[kind]);
  });
}

/** What one coin is reckoned to cost: the limit price, or at market the reference, or the trigger that it waits for. */
function basis({ price, reference, trigger }: SizedOrder): Decimal | 'missing' | 'faulty' {
  if (price.kind !== 'given') return 'faulty';
  if (price.value.kind === 'limit') return price.value.at;
  const base = reference.kind === 'missing' ? trigger : reference;
  return base.kind === 'given' ? base.value : base.kind;
}

function perCoin(entry: OrderEntry, order: SizedOrder): Divisor | Faulty {
  const at = basis(order);
  if (at === 'faulty') return FAULTY;
  return at === 'missing' ? needsPrice(entry, 'notional') : { value: Rational.of(at), entry: at };
}

function lossPerCoin(entry: OrderEntry, order: SizedOrder): Divisor | Faulty {
  const at = basis(order);
  const { stopLoss } = order;
  if (stopLoss.kind === 'missing') {
    const problem: Problem = {
      code: 'size/no-stop',
      message: '`risk` is what is lost at the stop, and the order has no `stopLoss`',
      hint: 'add `stopLoss:`, or size it by `notional`',
    };
    return entry.refuse(PLACES.risk, problem, 'key');
  }
  if (at === 'missing') return needsPrice(entry, 'risk');
  if (at === 'faulty' || stopLoss.kind === 'faulty') return FAULTY;
  const distance = Rational.of(at.minus(stopLoss.value)).absolute();
  // A rule of its own reports a stop at the entry.
  return distance.isZero ? FAULTY : { value: distance, entry: at, stop: stopLoss.value };
}

function needsPrice(entry: OrderEntry, kind: 'notional' | 'risk'): Faulty {
  const problem: Problem = {
    code: 'size/no-price',
    message: `\`${kind}\` needs a price, and the order is at market`,
    hint: 'add `reference:` with where you think the market is',
  };
  return entry.refuse(PLACES[kind], problem, 'key');
}
