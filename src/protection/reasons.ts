/** Why a unit has no stop, or none that is known: the most telling of all that could have stopped it. */
import type { Match } from './cover.ts';
import { mayStop } from './cover.ts';
import type { GuardedOrder, OrderStanding } from './guarded.ts';
import type { StakePosition, ClosingTrigger, Unit } from './position.ts';
import type { Key } from './prices.ts';

const NAKED_REASONS = [
  'no-stop',
  'stop-too-small',
  'stop-before-entry',
  'stop-rejected',
  'stop-withheld',
  'stop-not-selected',
  'stop-cancelled',
  'stop-fired',
  'stop-absent',
  'stop-may-rest',
  'other-margin-mode',
  'preset-missing',
] as const;
export type NakedReason = (typeof NAKED_REASONS)[number];

const UNKNOWN_REASONS = ['stop-unknown', 'preset-not-seen', 'no-market', 'not-read'] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export interface Reason<Name = NakedReason | UnknownReason> {
  readonly reason: Name;
  /** The order that it is about, if it is about one. */
  readonly stop?: GuardedOrder;
}

const GONE: Readonly<Record<OrderStanding, NakedReason | undefined>> = {
  new: undefined,
  open: undefined,
  unsure: undefined,
  'in-no-list': undefined,
  filled: 'stop-fired',
  fired: 'stop-fired',
  closed: 'stop-fired',
  cancelled: 'stop-cancelled',
  rejected: 'stop-rejected',
  absent: 'stop-absent',
  withheld: 'stop-withheld',
  'not-selected': 'stop-not-selected',
};

/** Why a match with a stop is unknown: the stop may not be live, or nobody knows its place. */
export function unknownReason({ stop, unit, preset = unit.order }: Match): Reason<UnknownReason> {
  if (stop === undefined) return { reason: 'preset-not-seen', ...(preset !== undefined && { stop: preset }) };
  const { kind, order } = stop;
  if (unit.order?.isModeUnsure === true) return { reason: 'stop-unknown' };
  if (stop.is !== 'not-known') return { reason: 'no-market', stop: order };
  return { reason: kind === 'preset' ? 'preset-not-seen' : 'stop-unknown', stop: order };
}

const NO_STOP: Reason<NakedReason> = { reason: 'no-stop' };

/** The closing triggers of a position by what keeps them from stopping, each list from the lowest up. */
export class Suspects {
  readonly #isLong: boolean;
  readonly #gone: readonly ClosingTrigger[];
  /** Those of them that went without having fired; one that is to be taken off comes last, as the nearest does. */
  readonly #unfired: readonly ClosingTrigger[];
  readonly #goneOfPlan: ReadonlyMap<string, readonly ClosingTrigger[]>;
  readonly #missing: readonly ClosingTrigger[];
  readonly #live: readonly ClosingTrigger[];
  readonly #fit: readonly ClosingTrigger[];
  readonly #resting: readonly ClosingTrigger[];
  readonly #otherMode: readonly ClosingTrigger[];
  /** Nothing could have stopped anything. */
  readonly #isEmpty: boolean;

  constructor({ triggers, side: ofPosition }: StakePosition, otherMode: readonly ClosingTrigger[]) {
    const gone = triggers.filter(({ is, closes, side }) => is === 'gone' && closes && side !== 'not-below');
    this.#isLong = ofPosition === 'long';
    this.#gone = gone.filter(({ kind }) => kind === 'trigger');
    const unfired = this.#gone.filter(({ order }) => GONE[order.standing] !== 'stop-fired');
    this.#unfired = unfired.toSorted((one, other) => Number(isTakenOff(one)) - Number(isTakenOff(other)));
    this.#missing = gone.filter(({ kind }) => kind === 'preset');
    this.#goneOfPlan = Map.groupBy(this.#gone, ({ order }) => planOf(order));
    const live = triggers.filter(({ is, kind }) => is !== 'gone' && kind === 'trigger');
    this.#live = live.filter(({ closes }) => closes);
    this.#fit = live.filter(mayStop);
    this.#resting = live.filter(({ closes, side }) => !closes && side !== 'not-below');
    this.#otherMode = otherMode.filter(mayStop);
    this.#isEmpty = triggers.length === 0 && otherMode.length === 0;
  }

  /** Why no stop covers it. */
  of(unit: Unit): Reason<NakedReason> {
    const { order } = unit;
    if (order?.preset === 'missing') return { reason: 'preset-missing', stop: order };
    if (this.#isEmpty) return NO_STOP;
    const missing = order === undefined ? this.#missing.at(-1) : undefined;
    if (missing !== undefined) return { reason: 'preset-missing', stop: missing.order };
    const ofPlan = order === undefined || this.#gone.length === 0 ? [] : (this.#goneOfPlan.get(planOf(order)) ?? []);
    const gone =
      this.#lastGone(ofPlan, unit) ?? this.#lastGone(this.#leftOff(unit), unit) ?? this.#lastGone(this.#gone, unit);
    if (gone !== undefined) return { reason: GONE[gone.order.standing] ?? 'no-stop', stop: gone.order };
    return this.#misplaced(unit) ?? this.#tooSmall(unit) ?? NO_STOP;
  }

  /** Where a part of what was opened is closed, a stop that fired has done that: what is left lacks another, if there was one. */
  #leftOff({ order, state }: Unit): readonly ClosingTrigger[] {
    return order === undefined && state === 'held' ? this.#unfired : [];
  }

  /** What is held has no bound; where nobody knows on which side of the market one was, one beyond the entry was a target. */
  #lastGone(gone: readonly ClosingTrigger[], { bound, state, entry }: Unit): ClosingTrigger | undefined {
    if (state !== 'held' || entry === undefined) return lastBelow(gone, bound);
    const isBehind = ({ at }: ClosingTrigger): boolean => (this.#isLong ? at.compare(entry) : entry.compare(at)) < 0;
    return gone.findLast((stop) => stop.side === 'below' || isBehind(stop));
  }

  /** One that would stop it in another place, with another limit or in another margin mode. */
  #misplaced({ bound, entryKey, state }: Unit): Reason<NakedReason> | undefined {
    // Without an entry nobody can tell a trigger that comes too early from a target.
    const early = state === 'held' || entryKey === undefined ? undefined : lastBelow(this.#live, entryKey);
    if (early !== undefined && (early.side === 'not-below' || (bound !== undefined && early.key >= bound)))
      return { reason: 'stop-before-entry', stop: early.order };
    const rests = lastBelow(this.#resting, bound);
    if (rests !== undefined) return { reason: 'stop-may-rest', stop: rests.order };
    return undefined;
  }

  #tooSmall({ bound, order }: Unit): Reason<NakedReason> | undefined {
    const fit = lastBelow(this.#fit, bound);
    if (fit !== undefined) return { reason: 'stop-too-small', stop: fit.order };
    const other = order?.isModeUnsure === true ? undefined : lastBelow(this.#otherMode, bound);
    return other === undefined ? undefined : { reason: 'other-margin-mode', stop: other.order };
  }
}

const isTakenOff = ({ order }: ClosingTrigger): boolean => order.isTakenOff === true;

const planOf = ({ plan = '', generation = 0 }: GuardedOrder): string => `${plan}\n${generation}`;

/** The nearest below a price, of stops from the lowest up; without one the highest. There may be thousands, for thousands of units. */
function lastBelow(stops: readonly ClosingTrigger[], bound: Key | undefined): ClosingTrigger | undefined {
  if (bound === undefined) return stops.at(-1);
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle] as ClosingTrigger).key < bound) low = middle + 1;
    else high = middle;
  }
  return stops[low - 1];
}
