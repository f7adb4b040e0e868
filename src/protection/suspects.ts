/** What keeps bare units from having a stop: of each the most telling, and a stop only where its units are those. */
import type { Decimal } from '../model/decimal.ts';
import type { Cover } from './cover.ts';
import { mayStop } from './cover.ts';
import type { GuardedOrder } from './guarded.ts';
import { least } from './matching.ts';
import type { ClosingTrigger, StakePosition, Unit } from './position.ts';
import type { Key } from './prices.ts';
import { GONE, type NakedReason, type Reason } from './reasons.ts';
import { bareParts, StopsByPlan, usedUp, type BarePart } from './whose.ts';

/** So much of a unit is bare, and why. */
interface Bare {
  readonly unit: Unit;
  readonly size: Decimal;
  readonly why: Reason<NakedReason>;
}

/** What opens the position of the other margin mode, and what is left of its stops. */
export interface OtherMode extends Pick<StakePosition, 'opened'>, Pick<Cover, 'spare'> {}

const NO_STOP: Reason<NakedReason> = { reason: 'no-stop' };

/** What is bare of a position, with its reasons. What is held comes first, as stops are given to it first. */
export function bareOf(position: StakePosition, cover: Cover, other?: OtherMode): readonly Bare[] {
  if (cover.naked.length === 0) return [];
  const suspects = new Suspects(position, cover, other);
  const [held, working]: [Naked[], Naked[]] = [[], []];
  for (const one of cover.naked) (one.unit.state === 'held' ? held : working).push(one);
  return [...held, ...working].flatMap((one) => suspects.of(one));
}

type Naked = Cover['naked'][number];

const presetOf = (order: GuardedOrder): Reason<NakedReason> => ({ reason: 'preset-missing', stop: order });

/** The closing triggers of a position by what keeps them from stopping, each list from the lowest up. */
class Suspects {
  readonly #position: StakePosition;
  readonly #matches: Cover['matches'];
  /** Without those that closed what they were to close as they fired. */
  readonly #gone: StopsByPlan;
  /** The same; those that fired come first, and what is to be taken off comes last, as the nearest does. */
  readonly #goneLast: StopsByPlan;
  /** The same, the one that ended last comes last: of a plan that is followed a stop comes back, and another takes its place. */
  readonly #goneInTurn: StopsByPlan;
  readonly #used: Set<ClosingTrigger>;
  readonly #usedByPlan: StopsByPlan;
  readonly #missing: StopsByPlan;
  readonly #live: StopsByPlan;
  readonly #fit: StopsByPlan;
  readonly #resting: StopsByPlan;
  readonly #otherMode: StopsByPlan;
  /** How much each stop that is gone, and was for whatever is open, would close of what is bare; what it would not is left out. */
  readonly #ofNobody: Map<ClosingTrigger, Decimal>;
  /** These, from the lowest up. */
  readonly #left: ClosingTrigger[];
  /** Nothing could have stopped anything. */
  readonly #isEmpty: boolean;

  constructor(position: StakePosition, { matches }: Cover, other?: OtherMode) {
    const { triggers, opened, fills } = position;
    const byPlan = (stops: readonly ClosingTrigger[]): StopsByPlan => new StopsByPlan(stops, opened);
    const gone = triggers.filter(
      (stop) => stop.is === 'gone' && stop.closes && isNoTarget(stop) && stop.order.isNotNeeded !== true,
    );
    const goneTriggers = gone.filter(({ kind }) => kind === 'trigger');
    this.#position = position;
    this.#matches = matches;
    this.#used = usedUp(goneTriggers.filter(hasFired), fills);
    this.#usedByPlan = byPlan([...this.#used]);
    const lacking = goneTriggers.filter((stop) => !this.#used.has(stop));
    this.#gone = byPlan(lacking);
    this.#goneLast = byPlan(lacking.toSorted((one, two) => turnOf(one) - turnOf(two)));
    this.#goneInTurn = byPlan(
      lacking.toSorted(({ order: one }, { order: two }) => (one.toldAtMs ?? 0) - (two.toldAtMs ?? 0)),
    );
    this.#missing = byPlan(gone.filter(({ kind }) => kind === 'preset'));
    const live = triggers.filter(({ is, kind }) => is !== 'gone' && kind === 'trigger');
    this.#live = byPlan(live.filter(({ closes }) => closes));
    this.#fit = byPlan(live.filter(mayStop));
    this.#resting = byPlan(live.filter(({ closes, side }) => !closes && side !== 'not-below'));
    const spare = (other?.spare ?? []).flatMap(({ stop }) => (stop.kind === 'trigger' ? [stop] : []));
    // One of a plan that opens something in either mode is for that.
    this.#otherMode = new StopsByPlan(spare, spare.length === 0 ? [] : [...opened, ...(other?.opened ?? [])]);
    this.#left = [...this.#gone.ofNobody];
    this.#ofNobody = new Map(this.#gone.ofNobody.map((stop) => [stop, stop.size]));
    this.#isEmpty = triggers.length === 0 && spare.length === 0;
  }

  /** Why no stop covers it. Of what nobody can name each plan has its own part. */
  of({ unit, size }: Naked): readonly Bare[] {
    const { order } = unit;
    if (order?.preset === 'missing') return [{ unit, size, why: presetOf(order) }];
    if (this.#isEmpty) return [{ unit, size, why: NO_STOP }];
    if (order !== undefined) return this.#ofPart(unit, { size, whose: order });
    const matches = this.#matches.filter((match) => match.unit === unit);
    const parts = bareParts({ held: unit.size, size, matches, fills: this.#position.fills, used: this.#used });
    return merged(parts.flatMap((part) => this.#ofPart(unit, part)));
  }

  #ofPart(unit: Unit, { whose, maybe = [], size }: BarePart): readonly Bare[] {
    const own = this.#ownGone(unit, whose) ?? this.#goneOfAll(unit, maybe);
    if (own !== undefined) return [{ unit, size, why: own }];
    const parts = this.#goneOfNobody(unit, size);
    const rest = parts.reduce((left, part) => left.minus(part.size), size);
    if (rest.isZero) return parts;
    const why =
      this.#firedBefore(unit, whose) ?? this.#misplaced(unit, whose) ?? this.#tooSmall(unit, whose) ?? NO_STOP;
    return [...parts, { unit, size: rest, why }];
  }

  #ownGone(unit: Unit, whose: GuardedOrder | undefined): Reason<NakedReason> | undefined {
    const last = this.#lastFor(unit);
    const gone = this.#goneFor(unit, whose).own(whose, last);
    const missing = unit.order === undefined ? this.#missing.own(whose, missingOf) : undefined;
    // Something was closed, maybe by the preset, and maybe not: it may be the one or the other that is lacking.
    if (missing !== undefined) return gone === undefined ? missing : NO_STOP;
    return gone && whyGone(gone);
  }

  #goneFor({ order, state }: Unit, whose: GuardedOrder | undefined): StopsByPlan {
    if (order === undefined) return this.#goneLast;
    return state === 'held' && whose?.group !== undefined ? this.#goneInTurn : this.#gone;
  }

  /** A stop that closed a part of a position has left the rest without one, where nothing else tells why. */
  #firedBefore(unit: Unit, whose: GuardedOrder | undefined): Reason<NakedReason> | undefined {
    const stop = unit.state === 'held' ? this.#usedByPlan.any(whose, this.#lastFor(unit)) : undefined;
    return stop && whyGone(stop);
  }

  /** Whichever of them has it, it is for the same reason. */
  #goneOfAll(unit: Unit, maybe: readonly GuardedOrder[]): Reason<NakedReason> | undefined {
    const [first, ...others] = maybe.map((whose) => this.#ownGone(unit, whose));
    return first?.reason === 'preset-missing' && others.every((one) => one?.reason === first.reason)
      ? { reason: first.reason }
      : undefined;
  }

  /** Each such stop is lacking only where it would have closed something, as if it were live. */
  #goneOfNobody(unit: Unit, size: Decimal): readonly Bare[] {
    const [lastOf, parts] = [this.#lastFor(unit), [] as Bare[]];
    let rest = size;
    while (!rest.isZero && this.#left.length > 0) {
      const isLeft = (one: ClosingTrigger): boolean => this.#ofNobody.has(one);
      const stop = lastOf(unit.order === undefined ? this.#goneLast.ofNobody.filter(isLeft) : this.#left);
      if (stop === undefined) break;
      const left = this.#ofNobody.get(stop) as Decimal;
      const part = least(left, rest);
      parts.push({ unit, size: part, why: whyGone(stop) });
      rest = rest.minus(part);
      if (part.compare(left) < 0) this.#ofNobody.set(stop, left.minus(part));
      else {
        this.#ofNobody.delete(stop);
        this.#left.splice(this.#left.indexOf(stop), 1);
      }
    }
    return parts;
  }

  /**
   * What is held has no bound; where nobody knows on which side of the market one was, one beyond the entry was a target. Of those
   * that were rejected as the market had passed them, one behind the entry was a stop.
   */
  #lastFor({ bound, state, entry }: Unit): (gone: readonly ClosingTrigger[]) => ClosingTrigger | undefined {
    const isLong = this.#position.side === 'long';
    const isBehind = ({ at }: ClosingTrigger): boolean =>
      entry !== undefined && (isLong ? at.compare(entry) : entry.compare(at)) < 0;
    return (gone) => {
      if (state === 'held' && entry !== undefined)
        return gone.findLast((stop) => stop.side === 'below' || isBehind(stop));
      return bound === undefined ? gone.findLast(({ side }) => side !== 'not-below') : lastBelow(gone, bound);
    };
  }

  /** One that would stop it in another place, or with another limit. */
  #misplaced({ bound, entryKey, state }: Unit, whose: GuardedOrder | undefined): Reason<NakedReason> | undefined {
    // Without an entry nobody can tell a trigger that comes too early from a target.
    const early =
      state === 'held' || entryKey === undefined
        ? undefined
        : this.#live.any(whose, (stops) => lastBelow(stops, entryKey));
    if (early !== undefined && (early.side === 'not-below' || (bound !== undefined && early.key >= bound)))
      return { reason: 'stop-before-entry', stop: early.order };
    const rests = this.#resting.any(whose, (stops) => lastBelow(stops, bound));
    return rests === undefined ? undefined : { reason: 'stop-may-rest', stop: rests.order };
  }

  /** One that is for other units as well, or is of the other margin mode. */
  #tooSmall({ bound, order, openers }: Unit, whose = onlyOf(openers)): Reason<NakedReason> | undefined {
    const nearest = (stops: readonly ClosingTrigger[]): ClosingTrigger | undefined => lastBelow(stops, bound);
    const fit = this.#fit.any(whose, nearest);
    if (fit !== undefined) return { reason: 'stop-too-small', stop: fit.order };
    const other = order?.isModeUnsure === true ? undefined : this.#otherMode.any(whose, nearest);
    return other === undefined ? undefined : { reason: 'other-margin-mode', stop: other.order };
  }
}

const hasFired = ({ order }: ClosingTrigger): boolean => GONE[order.standing] === 'stop-fired';
const turnOf = (stop: ClosingTrigger): number => (hasFired(stop) ? 0 : stop.order.isTakenOff === true ? 2 : 1);
/** What the exchange rejected because the market had passed it may have been either. */
const isNoTarget = ({ side, order }: ClosingTrigger): boolean => side !== 'not-below' || order.standing === 'rejected';

const whyGone = ({ order }: ClosingTrigger): Reason<NakedReason> => ({
  reason: GONE[order.standing] ?? 'no-stop',
  stop: order,
});

/** Parts of a unit that are bare for one reason are one. */
function merged(parts: readonly Bare[]): Bare[] {
  const all: Bare[] = [];
  for (const part of parts) {
    const { reason, stop } = part.why;
    const at = all.findIndex(({ why }) => why.reason === reason && why.stop === stop);
    const { size, ...same } = all[at] ?? part;
    if (at < 0) all.push(part);
    else all[at] = { ...same, size: size.plus(part.size) };
  }
  return all;
}

/** Of several nobody knows whose are held. */
function missingOf(presets: readonly ClosingTrigger[]): Reason<NakedReason> | undefined {
  const [first, ...others] = presets;
  if (first === undefined) return undefined;
  return others.length > 0 ? { reason: 'preset-missing' } : presetOf(first.order);
}

/** The plan of them all, by one of them. */
function onlyOf(openers: readonly GuardedOrder[]): GuardedOrder | undefined {
  const [first] = openers;
  const isSame = ({ plan, generation }: GuardedOrder): boolean =>
    plan === first?.plan && generation === first?.generation;
  return openers.every(isSame) ? first : undefined;
}

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
