/** What is due of a plan that somebody follows in a loop of his own: the same pure function that `--follow` asks. */
import { due } from '../compile/follow/due.ts';
import { followPlan } from '../compile/follow/follow-plan.ts';
import { partName } from '../compile/follow/part-view.ts';
import { dialectOf } from '../exchange/spoken.ts';
import { Decimal } from '../model/decimal.ts';
import type { PlaceReason } from '../model/follow.ts';
import {
  emptyOf,
  type AskPrice,
  type CancelPart,
  type FollowKnown,
  type FollowStep,
  type FollowWithheld,
  type PartCancel,
  type PartEnd,
  type PartState,
  type PlacedPart,
} from '../model/followed.ts';
import { clientOrderId } from '../model/ids.ts';
import type { PlannedOrder } from '../model/order.ts';
import { symbolKey } from '../model/symbol.ts';
import type { CompiledCall, CompiledPlan } from './compile.ts';

/** One order as you placed it: a part of an exit, or any other order. Sizes and prices are decimals as texts, times in ms. */
export interface KnownPart {
  /** From 1, in the order of placing: `part` of the step that it came from. */
  readonly number: number;
  readonly size: string;
  /** As sent; absent where it has none, or where the step says `isPassed`. */
  readonly trigger?: string;
  /** `accepted`: taken, and no look saw it since. `works`: a look saw it open. `over`: its record says so and its trades agree. `absent`: proved to be never taken. */
  readonly state: PartState;
  readonly sentMs: number;
  readonly answeredMs?: number;
  /** `because` of the step that it came from. */
  readonly because?: PlaceReason;
  /** Under its own order id or that of the order that it became. */
  readonly trades?: readonly {
    readonly id: string;
    readonly size: string;
    readonly price: string;
    readonly ms: number;
  }[];
  readonly firedMs?: number;
  /** How it ended, once it is over. */
  readonly end?: PartEnd;
  /** The last request to cancel it. */
  readonly cancel?: PartCancel;
}

/** What you know by your last look. Orders are named by their ids in the plan. */
export interface FollowKnowledge {
  /** When you began: an order without conditions is due from then. Slices without a `from` count from `approvedMs`, by default the same. */
  readonly startedMs: number;
  readonly approvedMs?: number;
  /** When the look began; nothing is due without one. */
  readonly lookedMs: number;
  readonly placed: Readonly<Record<string, readonly KnownPart[]>>;
  /** What is held, by symbol and side: `cmt_btcusdt long`, or `BTCUSDT long`. */
  readonly positions: Readonly<Record<string, string>>;
  /** By symbol, the last price and when you asked for it. */
  readonly prices?: Readonly<Record<string, { readonly price: string; readonly ms: number }>>;
  /** By group (its entries' ids with spaces between): what other hands closed of it. */
  readonly closedElsewhere?: Readonly<Record<string, string>>;
  /** What you wrote down already as not sent. */
  readonly withheld?: Readonly<Record<string, FollowWithheld>>;
}

/** What to do next, the first first. Of one answer all steps hold while each is taken and nothing else is learned. */
export type DueStep =
  | AskPrice
  | {
      readonly does: 'place';
      readonly id: string;
      readonly part: number;
      /** Derived from the plan and the part, so it is the same for whoever computes it. */
      readonly clientOid: string;
      /** Path and body, to the byte. */
      readonly call: Pick<CompiledCall, 'path' | 'body'>;
      readonly size: string;
      readonly trigger?: string;
      /** The market has passed its trigger: it is sent as what that would have become. */
      readonly isPassed: boolean;
      readonly because: PlaceReason;
      /** The orders whose fills or ends made it due. */
      readonly of: readonly string[];
    }
  | CancelPart
  /** It will not be sent: write it down. */
  | { readonly does: 'withhold'; readonly id: string; readonly reason: FollowWithheld };

/**
 * What is due of a compiled plan at that moment, by the exchange's clock in ms. Pure: it keeps nothing, so a loop that was killed goes
 * on with the same steps. Throws RangeError where a text is not a decimal, a moment is not a number, a state is none, an id is not one of
 * the plan, or a part is given twice.
 */
export function dueSteps(compiled: CompiledPlan, known: FollowKnowledge, at: number): readonly DueStep[] {
  for (const ms of [at, known.startedMs, known.lookedMs])
    if (!Number.isFinite(ms)) throw new RangeError(`not a moment in ms: ${String(ms)}`);
  const { plan, config, instruments } = compiled.checked;
  const { onUnknown, maxPauseMs } = config.execution;
  const followed = followPlan(plan, {
    instrumentOf: (symbol) => instruments?.bySymbol.get(symbol),
    onUnknown,
    maxPauseMs,
  });
  const oidOf: OidOf = (id, part) => {
    const order = followed.orderOf.get(id);
    if (order === undefined) throw new RangeError(`the plan has no order ${id}`);
    // Parts of an exit have a name each. Any other order that is placed again has the next lineage.
    return clientOrderId(plan.name, plan.generation, partName(order, part), order.exit === undefined ? part - 1 : 0);
  };
  const { place } = dialectOf(config).calls;
  const callOf = (order: PlannedOrder, clientOid: string): Pick<CompiledCall, 'path' | 'body'> => {
    const { path, body } = place.write(order.trigger === undefined ? 'single' : 'trigger', [
      { ...order, clientOid, lineage: 0 },
    ]);
    return { path, body };
  };
  return due(followed, knownOf(known, oidOf), at).steps.map((step) => stepOf(step, oidOf, callOf));
}

type OidOf = (id: string, part: number) => string;

function stepOf(
  step: FollowStep,
  oidOf: OidOf,
  callOf: (order: PlannedOrder, clientOid: string) => Pick<CompiledCall, 'path' | 'body'>,
): DueStep {
  if (step.does !== 'place') return step;
  const { does, id, part, order, isPassed, because, of } = step;
  const { size, trigger } = order;
  const clientOid = oidOf(id, part);
  const told = { size: size.canonical(), ...(trigger !== undefined && { trigger: trigger.canonical() }) };
  return { does, id, part, clientOid, call: callOf(order, clientOid), ...told, isPassed, because, of };
}

function decimalOf(text: string): Decimal {
  const value = Decimal.parse(text);
  if (value === undefined) throw new RangeError(`not a decimal: ${text}`);
  return value;
}

const mapOf = <Given, Made>(
  given: Readonly<Record<string, Given>> | undefined,
  made: (one: Given, name: string) => Made,
): Map<string, Made> => new Map(Object.entries(given ?? {}).map(([name, one]) => [name, made(one, name)]));

function knownOf(known: FollowKnowledge, oidOf: OidOf): FollowKnown {
  const { startedMs, approvedMs = startedMs, lookedMs, placed, positions, prices, closedElsewhere, withheld } = known;
  return {
    startedMs,
    approvedMs,
    lookedMs,
    placed: mapOf(placed, (parts, id) => {
      if (new Set(parts.map(({ number }) => number)).size < parts.length)
        throw new RangeError(`${id} has a part twice`);
      return parts.map((part) => partOf(part, oidOf(id, part.number)));
    }),
    ...positionsOf(positions),
    prices: mapOf(prices, ({ price, ms }) => ({ price: decimalOf(price), ms })),
    closedElsewhere: mapOf(closedElsewhere, decimalOf),
    withheld: mapOf(withheld, (reason) => reason),
  };
}

/** Under the names that every spelling of a symbol shares. */
function positionsOf(given: FollowKnowledge['positions']): Pick<FollowKnown, 'positions' | 'emptyPositions'> {
  const positions = new Map(Object.entries(given).map(([name, size]) => [symbolKey(name), decimalOf(size)]));
  return { positions, emptyPositions: emptyOf(positions) };
}

const STATES: Readonly<Record<PartState, true>> = {
  intended: true,
  unknown: true,
  absent: true,
  rejected: true,
  accepted: true,
  works: true,
  over: true,
};

function partOf({ size, trigger, trades = [], ...part }: KnownPart, clientOid: string): PlacedPart {
  if (!Object.hasOwn(STATES, part.state)) throw new RangeError(`not a state of an order: ${part.state}`);
  if (!Number.isSafeInteger(part.number) || part.number < 1)
    throw new RangeError(`not a part’s number: ${String(part.number)}`);
  return {
    ...part,
    clientOid,
    size: decimalOf(size),
    ...(trigger !== undefined && { trigger: decimalOf(trigger) }),
    trades: new Map(
      trades.map((one) => [one.id, { size: decimalOf(one.size), price: decimalOf(one.price), ms: one.ms }]),
    ),
  };
}
