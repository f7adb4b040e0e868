/** The stops that units get first: to each the one that is reached first, of its own plan before others, held units before working ones. */
import { Decimal } from '../model/decimal.ts';
import type { ClosingTrigger, Unit } from './position.ts';

interface Left<Of> {
  readonly of: Of;
  left: Decimal;
}

export type OpenUnit = Left<Unit>;
export type OpenStop = Left<ClosingTrigger>;

/** So much of a stop is for so much of a unit. */
export interface StopShare {
  readonly unit: OpenUnit;
  readonly stop: OpenStop;
  size: Decimal;
}

export const isLeft = ({ left }: Left<unknown>): boolean => !left.isZero;

/** What is taken whole leaves nothing, without a decimal for that. */
function take(of: Left<unknown>, size: Decimal): void {
  of.left = of.left === size ? Decimal.zero : of.left.minus(size);
}

export const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);

const planOf = (of: Unit | ClosingTrigger): string | undefined =>
  of.order?.plan ?? ('plan' in of ? of.plan : undefined);

/** Each plan by itself, then all that is left. Of all of these units something is left. */
export function inTurn(open: readonly OpenUnit[], closing: readonly OpenStop[]): StopShare[] {
  const stops = closing.filter(isLeft);
  const [first] = stops;
  if (first === undefined || open.length === 0) return [];
  const isItsPlan = ({ of }: Left<Unit | ClosingTrigger>): boolean => planOf(of) === planOf(first.of);
  // Most often there is one plan.
  if (stops.every(isItsPlan) && open.every(isItsPlan)) return heldFirst(open, stops);
  const [ofPlans, units] = [Map.groupBy(stops, ({ of }) => planOf(of)), Map.groupBy(open, ({ of }) => planOf(of))];
  const own = [...ofPlans].flatMap(([plan, theirs]) =>
    plan === undefined ? [] : heldFirst(units.get(plan) ?? [], theirs),
  );
  return [...own, ...heldFirst(open, stops)];
}

const heldFirst = (open: readonly OpenUnit[], stops: readonly OpenStop[]): StopShare[] =>
  (['held', 'working'] as const).flatMap((state) =>
    matched(
      open.filter((one) => one.of.state === state && isLeft(one)),
      stops.filter(isLeft),
    ),
  );

/** Both from the lowest up. `below` has the stops below the current unit; its last one is reached first. */
function matched(units: readonly OpenUnit[], stops: readonly OpenStop[]): StopShare[] {
  const [shares, below]: [StopShare[], OpenStop[]] = [[], []];
  let next = 0;
  for (const unit of units) {
    const { bound } = unit.of;
    for (; next < stops.length; next++) {
      const stop = stops[next] as OpenStop;
      if (bound !== undefined && stop.of.key >= bound) break;
      below.push(stop);
    }
    for (let stop = below.at(-1); stop !== undefined && isLeft(unit); stop = below.at(-1)) {
      const size = least(stop.left, unit.left);
      take(unit, size);
      take(stop, size);
      shares.push({ unit, stop, size });
      if (!isLeft(stop)) below.pop();
    }
  }
  return shares;
}
