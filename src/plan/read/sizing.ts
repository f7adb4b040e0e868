/** Sizes that are not written as one number: a ladder's total and its shares, and sizing by notional or by risk. */
import type { OrderDocument, ShapeDocument } from '../../generated/plan.ts';
import { Decimal } from '../../model/decimal.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Share } from '../../model/formula.ts';
import type { Price } from '../../model/order.ts';
import { quoted } from '../../source/quoted.ts';
import { Rational } from '../../model/rational.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import { shareWeights, splitAmount, splitTotal, type Shape } from './ladder-math.ts';
import type { Finding } from '../../document/findings.ts';
import type { Path } from '../../document/locate.ts';
import { instead, nearest } from './nearest-valid.ts';
import type { Amount } from './amount.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';
import type { Problem } from '../../document/problem.ts';

type SizeTable = Exclude<OrderDocument['size'], string>;
type Kind = 'total' | 'notional' | 'risk';
const KINDS: readonly Kind[] = ['total', 'notional', 'risk'];

/** What sizing has to know of one order. */
export interface SizedOrder {
  readonly price: Price | undefined;
  readonly stopLoss: Decimal | undefined;
  readonly trigger: Decimal | undefined;
  readonly reference: Decimal | undefined;
}

export interface SizeRequest {
  readonly table: SizeTable;
  /** One order, or all rungs of a ladder. */
  readonly orders: readonly SizedOrder[];
  readonly isLadder: boolean;
  readonly symbol: string | undefined;
  readonly instrument: Instrument | undefined;
  /** Reads a number of the table, and tells what is wrong with it. */
  readonly amount: (key: Kind) => Amount | undefined;
  /** Tells a mistake at a place in the table. */
  readonly refuse: (said: Pick<Finding, 'code' | 'message' | 'hint' | 'part'>, ...tail: Path) => undefined;
}

/** The size of each order with its formula; undefined where a mistake was told. */
export function readSizes(request: SizeRequest): Amount[] | undefined {
  const { table, orders, isLadder, symbol, instrument, refuse } = request;
  const [kind, another] = KINDS.filter((one) => Object.hasOwn(table, one));
  if (kind === undefined || another !== undefined) {
    return refuse({
      code: 'size/kind',
      message:
        another === undefined
          ? 'the size says neither `total`, `notional` nor `risk`'
          : `\`${kind}\` and \`${another}\` cannot both be the size`,
      hint: 'write one of `total`, `notional` and `risk`',
    });
  }
  if (!isLadder) {
    const extra = (['total', 'shape', 'ratio'] as const).find((key) => Object.hasOwn(table, key));
    if (extra !== undefined) {
      const hint =
        extra === 'total'
          ? `write \`size: ${String(table.total)}\`, or a price range`
          : 'delete it, or write a price range';
      return refuse(
        {
          code: 'size/not-a-ladder',
          message: `\`${extra}\` is for ladders, and this order has one price`,
          hint,
          part: 'key',
        },
        extra,
      );
    }
  }
  const shape = readShape(request);
  const amount = request.amount(kind);
  // An order without a symbol is told by its own rule.
  if (shape === undefined || amount === undefined || symbol === undefined) return undefined;
  if (instrument === undefined) {
    return refuse({ ...needsInstrument(isLadder ? 'a ladder' : `\`${kind}\``, 'step', symbol), part: 'key' }, kind);
  }
  const weights = shareWeights(shape, orders.length);
  return kind === 'total'
    ? byTotal(request, amount, weights, instrument)
    : byWorth(request, kind, amount, weights, instrument.step);
}

function readShape({ table, orders, refuse }: SizeRequest): Shape | undefined {
  const { ratio, shape: written = 'flat' } = table as { ratio?: string; shape?: ShapeDocument };
  if (ratio !== undefined && written !== 'geometric') {
    return refuse(
      {
        code: 'ladder/ratio',
        message: '`ratio` is for `shape: geometric`',
        hint: 'write `shape: geometric`, or delete it',
        part: 'key',
      },
      'ratio',
    );
  }
  if (written === 'geometric') {
    if (ratio === undefined)
      return refuse(
        {
          code: 'ladder/ratio',
          message: 'a geometric ladder needs its `ratio`',
          hint: 'add `ratio:`, such as 1.3: each share is so many times the one before',
        },
        'shape',
      );
    const value = decimalFrom(ratio);
    return value.ok ? { kind: written, ratio: value.value } : refuse(said('`ratio`', value.error), 'ratio');
  }
  if (typeof written === 'string') return { kind: written };
  if (written.length !== orders.length) {
    return refuse(
      {
        code: 'ladder/shares',
        message: `${written.length} weights cannot be shared among ${orders.length} steps`,
        hint: `write ${orders.length} weights, or another number of steps`,
      },
      'shape',
    );
  }
  const weights: Decimal[] = [];
  for (const [at, text] of written.entries()) {
    const weight = decimalFrom(text);
    if (!weight.ok) return refuse(said(`weight ${at + 1}`, weight.error), 'shape', at);
    weights.push(weight.value);
  }
  return { kind: 'list', weights };
}

const said = (name: string, problem: Problem): Problem => ({ ...problem, message: `${name} ${problem.message}` });

function byTotal(
  { table, orders, symbol, refuse }: SizeRequest,
  amount: Amount,
  weights: readonly bigint[],
  { step, minSize, maxSize }: Instrument,
): Amount[] | undefined {
  const total = amount.value;
  if (!total.isMultipleOf(step)) {
    const rungs = BigInt(orders.length);
    const least = minSize.multiplied(rungs);
    const near = nearest(total, step, least, maxSize?.multiplied(rungs));
    return refuse(
      {
        code: 'order/off-step',
        message: `\`total\` ${total.toString()} is not a multiple of the step ${step.toString()} of ${quoted(symbol ?? '')}`,
        hint: near === '' ? `write ${least.ceilTo(step).canonical()} or more` : instead(table.total, 'lot', near),
      },
      'total',
    );
  }
  const shares = sharesOf(weights);
  return splitTotal(total, weights, step).map((value, at) => ({
    value,
    formula: { kind: 'share', amount: total, share: shares[at] as Share },
  }));
}

function byWorth(
  { orders, refuse }: SizeRequest,
  kind: 'notional' | 'risk',
  amount: Amount,
  weights: readonly bigint[],
  step: Decimal,
): Amount[] | undefined {
  const divisors: Divisor[] = [];
  for (const order of orders) {
    const divisor = kind === 'notional' ? perCoin(order, refuse) : lossPerCoin(order, refuse);
    if (divisor === undefined) return undefined;
    divisors.push(divisor);
  }
  const shares = weights.length === 1 ? [] : sharesOf(weights);
  const values = divisors.map(({ value }) => value);
  return splitAmount(amount.value, weights, values, step).map((value, at) => {
    const { entry, stop } = divisors[at] as Divisor;
    const share = shares[at];
    const formula = {
      kind: 'worth',
      amount: amount.value,
      entry,
      ...(stop !== undefined && { stop }),
      step,
      ...(share !== undefined && { share }),
    } as const;
    return { value, formula };
  });
}

/** Above this sum of the weights a share is shown as a decimal. */
const MOST_EXACT = 100_000n;
const PLACES = 6;

/** Each rung's part of the whole. */
function sharesOf(weights: readonly bigint[]): readonly Share[] {
  const all = weights.reduce((sum, one) => sum + one, 0n);
  return weights.map((weight) =>
    all < MOST_EXACT
      ? { kind: 'exact', weight: Number(weight), of: Number(all) }
      : { kind: 'about', part: Decimal.ofDigits((weight * 10n ** BigInt(PLACES)) / all, PLACES) },
  );
}

/** What a worth is divided by: the entry, or how far it is from the stop. */
interface Divisor {
  readonly value: Rational;
  readonly entry: Decimal;
  readonly stop?: Decimal;
}

/** What one coin is reckoned to cost: the limit price, or at market the reference, or the trigger that it waits for. */
function basis({ price, reference, trigger }: SizedOrder): Decimal | undefined {
  if (price === undefined) return undefined;
  return price.kind === 'limit' ? price.at : (reference ?? trigger);
}

function perCoin(order: SizedOrder, refuse: SizeRequest['refuse']): Divisor | undefined {
  const at = basis(order);
  // Where the price itself is wrong, that was told.
  if (at === undefined) return order.price === undefined ? undefined : needsPrice(refuse, 'notional');
  return { value: Rational.of(at), entry: at };
}

function lossPerCoin(order: SizedOrder, refuse: SizeRequest['refuse']): Divisor | undefined {
  const at = basis(order);
  const { stopLoss } = order;
  if (stopLoss === undefined) {
    return refuse(
      {
        code: 'size/no-stop',
        message: '`risk` is what is lost at the stop, and the order has no `stopLoss`',
        hint: 'add `stopLoss:`, or size it by `notional`',
        part: 'key',
      },
      'risk',
    );
  }
  if (at === undefined) return order.price === undefined ? undefined : needsPrice(refuse, 'risk');
  const distance = Rational.of(at.minus(stopLoss)).absolute();
  // A stop at the entry is told by its own rule.
  return distance.isZero ? undefined : { value: distance, entry: at, stop: stopLoss };
}

const needsPrice = (refuse: SizeRequest['refuse'], kind: Kind): undefined =>
  refuse(
    {
      code: 'size/no-price',
      message: `\`${kind}\` needs a price, and the order is at market`,
      hint: 'add `reference:` with where you think the market is',
      part: 'key',
    },
    kind,
  );
