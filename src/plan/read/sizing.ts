/** Sizes that are not written as one number: a ladder's total and its shares, and sizing by notional or by risk. */
import type { Problem } from '../../document/problem.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { Share } from '../../model/formula.ts';
import { quoted } from '../../source/quoted.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import { keysFit, shareOfEquity } from './equity.ts';
import { FAULTY, given, isFaulty, MISSING, type Faulty, type Given, type Missing } from './field.ts';
import { shareWeights, splitTotal } from './ladder-math.ts';
import { instead, nearest } from './named-value.ts';
import { readShape, sharesOf } from './shares.ts';
import {
  type SizeAmount,
  type SizeKind,
  PLACES,
  STOP,
  type Shared,
  type SizeRequest,
  type SizedOrder,
  byWorth,
} from './sizing-by-worth.ts';

const KINDS = ['total', 'notional', 'risk', 'filled'] as const;

export function readSizes(request: SizeRequest): readonly Given<Decimal>[] | Missing | Faulty {
  const { entry, table, orders, isLadder } = request;
  const kind = readKind(request);
  if (isFaulty(kind)) return kind;
  if (isFaulty(keysFit(entry, table, kind))) return FAULTY;
  if (table.stop !== undefined && !stopIsOfRisk(request, kind)) return FAULTY;
  // What an exit comes to at most follows from its group.
  if (kind === 'filled') return MISSING;
  const shape = readShape(entry, table, orders.length);
  const amount = readAmount(request, kind);
  const { symbol, instrument } = entry.scope;
  // A rule of its own reports an order without a symbol.
  if (isFaulty(shape) || isFaulty(amount) || symbol === undefined) return FAULTY;
  if (kind !== 'total' && lacksDivisor(orders)) return FAULTY;
  if (instrument === undefined) {
    const what = isLadder ? 'a ladder' : `\`${kind}\``;
    return entry.refuse(PLACES[kind], needsInstrument(what, 'step', symbol), 'key');
  }
  const shared = { ...amount, weights: shareWeights(shape, orders.length), instrument };
  return kind === 'total' ? byTotal(request, shared) : byWorth(request, shared, kind);
}

function readAmount({ entry, table }: SizeRequest, kind: SizeKind): SizeAmount | Faulty {
  const [written, { of }] = [table[kind], table];
  if (of !== undefined && kind === 'total') {
    return entry.refuse(
      ['size', 'of'],
      {
        code: 'size/share',
        message: '`of: equity` is for money, and a total is in base coin',
        hint: 'delete it, or size the order by `risk` or `notional`',
      },
      'key',
    );
  }
  if (written !== undefined && !entry.faults.has(PLACES[kind]) && kind !== 'total') {
    if (of !== undefined) return shareOfEquity(entry, kind, written);
    if (written.endsWith('%') && !written.startsWith('=')) {
      return entry.refuse(PLACES[kind], {
        code: 'size/share',
        message: `\`${kind}\` is ${written}, and the size does not say of what`,
        hint: 'add `of: equity` next to it, or write the amount in quote coin',
      });
    }
  }
  const site = { rounding: kind === 'total' ? 'lot' : undefined, scope: entry.scope } as const;
  const amount = entry.number(PLACES[kind], written, site);
  return amount.kind === 'given' ? { amount: amount.value } : FAULTY;
}

/** Whether a worth cannot be divided because of a mistake elsewhere; one in a rung counts for all rungs behind it. */
function lacksDivisor(orders: readonly SizedOrder[]): boolean {
  const { price, stopLoss, stop, trigger, reference } = orders.at(-1) as SizedOrder;
  return price.kind !== 'given' || [stopLoss, stop, trigger, reference].some(isFaulty);
}

/** A size has a stop only where it needs one that the order does not carry. */
function stopIsOfRisk({ entry, orders }: SizeRequest, kind: (typeof KINDS)[number]): boolean {
  if (kind !== 'risk') {
    const problem: Problem = {
      code: 'size/stop',
      message: `\`stop\` is where a \`risk\` is lost, and the size is a \`${kind}\``,
      hint: 'delete it, or size the order by `risk`',
    };
    entry.refuse(STOP, problem, 'key');
    return false;
  }
  const [{ stopLoss, trigger }] = orders as [SizedOrder, ...SizedOrder[]];
  if (stopLoss.kind === 'missing') return true;
  // A rule of its own reports a trigger order that must not carry a stop.
  if (trigger.kind === 'missing' || entry.triggerPresets) {
    const problem: Problem = {
      code: 'size/stop',
      message: 'the order says its stop twice, as `stopLoss` and as `stop` of its size',
      hint: 'delete this one: `risk` goes by `stopLoss`',
    };
    entry.refuse(STOP, problem, 'key');
  }
  return false;
}

function readKind({ entry, table, isLadder }: SizeRequest): (typeof KINDS)[number] | Faulty {
  const [kind, another] = KINDS.filter((one) => Object.hasOwn(table, one));
  if (kind === undefined || another !== undefined) {
    return entry.refuse(['size'], {
      code: 'size/kind',
      message:
        another === undefined
          ? 'the size says neither `total`, `notional`, `risk` nor `filled`'
          : `\`${kind}\` and \`${another}\` cannot both be the size`,
      hint: 'write one of `total`, `notional`, `risk` and `filled`',
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
