/** Whose units are bare, and whose stops they lack. A stop that closes no more than its plan opens is for the units of that plan, and for no others. */
import { Decimal } from '../model/decimal.ts';
import type { Match } from './cover.ts';
import type { GuardedOrder } from './guarded.ts';
import { filledOf, type HeldFills } from './held.ts';
import { least } from './matching.ts';
import type { ClosingTrigger } from './position.ts';

type Of = Pick<GuardedOrder, 'plan' | 'generation' | 'group'>;

const planOf = ({ plan = '', generation = 0 }: Of): string => `${plan}\n${generation}`;

/** Stops by who they are for, each list in the order in which they were given. */
export class StopsByPlan {
  readonly #ofGeneration: ReadonlyMap<string, readonly ClosingTrigger[]>;
  readonly #ofPlan: ReadonlyMap<string | undefined, readonly ClosingTrigger[]>;
  /** They close more than their plan opens without a stop of its own, or nobody knows that: they are for whatever is open. */
  readonly ofNobody: readonly ClosingTrigger[];
  readonly isEmpty: boolean;
  readonly #ofGroup = new Map<string, readonly ClosingTrigger[]>();

  /** `opened`: the orders of the position that the stops close. */
  constructor(stops: readonly ClosingTrigger[], opened: readonly GuardedOrder[]) {
    const opening = new Map<string, Decimal>();
    if (stops.length > 0)
      for (const order of opened) {
        const key = planOf(order);
        if (order.plan !== undefined && order.stopLoss === undefined)
          opening.set(key, order.size.plus(opening.get(key) ?? Decimal.zero));
      }
    const isOwn = (order: GuardedOrder): boolean =>
      order.closesOwn === true || order.size.compare(opening.get(planOf(order)) ?? Decimal.zero) <= 0;
    this.#ofGeneration = Map.groupBy(stops, ({ order }) => planOf(order));
    this.#ofPlan = Map.groupBy(stops, ({ order }) => order.plan);
    this.ofNobody = stops.filter(({ order }) => !isOwn(order));
    this.isEmpty = stops.length === 0;
  }

  /** Those of its plan, of the same generation first. */
  own<T>(whose: Of | undefined, find: (stops: readonly ClosingTrigger[]) => T | undefined): T | undefined {
    if (whose?.plan === undefined || this.isEmpty) return undefined;
    const [same, any] = [this.#ofGeneration.get(planOf(whose)) ?? [], this.#ofPlan.get(whose.plan) ?? []];
    if (whose.group === undefined) return find(same) ?? find(any);
    return find(this.#inGroup(whose, same, 'same')) ?? find(this.#inGroup(whose, any, 'any'));
  }

  /** Without those that are for another group of its plan. There may be thousands, for thousands of units. */
  #inGroup(whose: Of, stops: readonly ClosingTrigger[], of: 'same' | 'any'): readonly ClosingTrigger[] {
    const [plan, { group = '' }] = [planOf(whose), whose];
    const key = JSON.stringify([plan, group, of]);
    const known = this.#ofGroup.get(key);
    if (known !== undefined) return known;
    const isOther = ({ order }: ClosingTrigger): boolean =>
      order.group !== undefined && order.group !== group && planOf(order) === plan;
    const left = stops.filter((stop) => !isOther(stop));
    this.#ofGroup.set(key, left);
    return left;
  }

  /** Then those that are for whatever is open. */
  any<T>(whose: Of | undefined, find: (stops: readonly ClosingTrigger[]) => T | undefined): T | undefined {
    return this.isEmpty ? undefined : (this.own(whose, find) ?? find(this.ofNobody));
  }
}

/** So much of what is bare. */
export interface BarePart {
  readonly size: Decimal;
  /** An order of the plan whose units these are for certain. */
  readonly whose?: GuardedOrder;
  /** Where that is not certain, and nobody else may have opened them: an order of each plan that may have. */
  readonly maybe?: readonly GuardedOrder[];
}

interface Bare {
  /** How much is held that cannot be named, and how much of that is bare. */
  readonly held: Decimal;
  readonly size: Decimal;
  readonly fills: HeldFills;
  /** What of it is covered, or may be. */
  readonly matches: readonly Match[];
  /** The stops that closed as they fired. */
  readonly used: Iterable<ClosingTrigger>;
}

interface Claim {
  readonly whose: GuardedOrder | undefined;
  left: Decimal;
}

/**
 * What is held and cannot be named, by plan: what each opened, less what its own orders closed, what its stops closed as they fired, and
 * what its stops cover. Where that is more than is bare, a plan has for certain only what all others together cannot account for.
 */
export function bareParts({ matches, size, ...of }: Bare): readonly BarePart[] {
  const claims = claimsOn(of);
  for (const { stop, size: covered } of matches) if (stop !== undefined) take(claims, stop.order, covered);
  const named = [...claims].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const some = named.flatMap(([, claim]) => (claim.left.coefficient > 0n ? [claim] : []));
  const all = some.reduce((sum, { left }) => sum.plus(left), Decimal.zero);
  const parts: BarePart[] = [];
  let rest = size;
  for (const { whose, left } of some) {
    const sure = least(left, size.minus(all.minus(left)));
    if (whose === undefined || sure.coefficient <= 0n) continue;
    parts.push({ size: sure, whose });
    rest = rest.minus(sure);
  }
  if (rest.coefficient <= 0n) return parts;
  const maybe = some.flatMap(({ whose }) => whose ?? []);
  return [...parts, { size: rest, ...(maybe.length === some.length && { maybe }) }];
}

/** What may be held of each plan, and what nobody known opened. */
function claimsOn({ held, fills: { opens, closes }, used }: Omit<Bare, 'matches' | 'size'>): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const { order, size } of opens) {
    const { whose: first = order, left = Decimal.zero } = claims.get(planOf(order)) ?? {};
    // Which group of a plan it is nobody can say then.
    const whose = first.group === order.group ? first : { ...first, group: undefined };
    claims.set(planOf(order), { whose, left: left.plus(size) });
  }
  for (const { order, size } of closes) take(claims, order, size);
  for (const { order, size } of used) if (filledOf(order).size.isZero) take(claims, order, size);
  const others = [...claims.values()].reduce((rest, { left }) => rest.minus(left), held);
  if (others.coefficient > 0n) claims.set('', { whose: undefined, left: others });
  return claims;
}

/**
 * The stops that fired and closed what they were to close. Of one of which nobody knows what it closed, that is so where as much is
 * gone as all such would have closed. Where more was closed than anybody is known to have opened, none closed what is known here.
 */
export function usedUp(fired: readonly ClosingTrigger[], { opens, closes, size }: HeldFills): Set<ClosingTrigger> {
  const left = sumOf(opens).minus(sumOf(closes));
  if (fired.length === 0 || left.coefficient < 0n) return new Set();
  const untold = fired.filter((stop) => !isTold(stop));
  const areUsed = sumOf(untold).compare(left.minus(size)) <= 0;
  return new Set(areUsed ? fired : fired.filter(isTold));
}

const isTold = ({ order }: ClosingTrigger): boolean => !filledOf(order).size.isZero;

const sumOf = (all: readonly { readonly size: Decimal }[]): Decimal =>
  all.reduce((sum, { size }) => sum.plus(size), Decimal.zero);

function take(claims: ReadonlyMap<string, Claim>, order: GuardedOrder, size: Decimal): void {
  const claim = claims.get(planOf(order));
  if (claim !== undefined) claim.left = claim.left.minus(least(claim.left, size));
}
