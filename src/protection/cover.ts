/**
 * Which stop covers which units. An order's own stop first, and only what it filled. Then triggers, to each unit the one that is reached first: those of a
 * plan cover the units of that plan before other units, and held units before working ones. Stops that may not be live, or that
 * nobody can place for want of a market, come last, to what is still bare.
 *
 * Entries are taken from the lowest up, and the triggers below each from the nearest down. A trigger that stops a low entry stops
 * every higher one too, so this also covers the most units that can be covered.
 */
import { Decimal } from '../model/decimal.ts';
import { filledOf } from './held.ts';
import { PRESET_IS, type StakePosition, type ClosingTrigger, type Unit } from './position.ts';

/** So much of a unit, and what closes it. `isSure`: the stop is live, and lies where it stops. */
export interface Match {
  readonly unit: Unit;
  readonly size: Decimal;
  /** Absent: the order's own `stopLoss`. */
  readonly stop?: ClosingTrigger;
  readonly isSure: boolean;
}

export interface Cover {
  readonly matches: readonly Match[];
  /** What is left of each unit that has too little. */
  readonly naked: readonly { readonly unit: Unit; readonly size: Decimal }[];
  /** What is left of live stops: they close whatever is there when they fire. */
  readonly spare: readonly { readonly stop: ClosingTrigger; readonly size: Decimal }[];
}

interface Left<Of> {
  readonly of: Of;
  left: Decimal;
}

type OpenUnit = Left<Unit>;
type OpenStop = Left<ClosingTrigger>;

/** A trigger that may stop a unit of its position; whether it does its place decides. */
export const mayStop = ({ is, closes, side }: ClosingTrigger): boolean =>
  is !== 'gone' && closes && side !== 'not-below';

/** It stops the units of its order, which are held and cannot be named: a target of that order may end it at any time. */
const isPreset = ({ of: { kind } }: OpenStop): boolean => kind === 'preset';
const isSurePlaced = ({ of: { is, side } }: OpenStop): boolean => is === 'live' && side === 'below';
/** A limit order rests below the market, so what lies below it lies below the market too. */
const isPlacedByUnit = ({ of: { is, side } }: OpenStop): boolean => is === 'live' && side === 'not-known';

export function coverOf({ units, triggers }: StakePosition): Cover {
  const [own, open]: [Unit[], OpenUnit[]] = [[], []];
  for (const unit of units)
    if (hasOwnStop(unit)) own.push(unit);
    else open.push({ of: unit, left: unit.size });
  const closing = triggers.filter(mayStop).map((stop): OpenStop => ({ of: stop, left: stop.size }));
  const [presets, stops] = [closing.filter(isPreset), closing.filter((one) => !isPreset(one))];
  const rested = open.filter(({ of }) => !of.needsMarket);
  const unnamed = open.filter(({ of }) => of.state === 'held' && of.order === undefined);
  const matches = [
    ...own.map((unit) => ({ unit, size: unit.size, isSure: true })),
    ...inTurn(unnamed, presets.filter(isSurePlaced), true),
    ...inTurn(open, stops.filter(isSurePlaced), true),
    ...inTurn(rested, stops.filter(isPlacedByUnit), true),
    ...ownUnseen(open),
    ...inTurn(unnamed, presets, false),
    ...inTurn(open, stops, false),
  ];
  return {
    matches,
    naked: open.filter(isLeft).map(({ of, left }) => ({ unit: of, size: left })),
    spare: closing
      .filter((one) => isLeft(one) && one.of.is === 'live')
      .map(({ of, left }) => ({ stop: of, size: left })),
  };
}

/**
 * A stop that an order carries is live with it until the order is seen to fill. From then on it is an order of its own, of all its
 * size, and has to be seen: a target may have ended it while the rest of its order still waits.
 */
const hasOwnStop = ({ order }: Unit): boolean =>
  order?.stopLoss !== undefined && (order.preset === 'resting' || filledOf(order).size.isZero);

function ownUnseen(open: readonly OpenUnit[]): Match[] {
  return open.flatMap((one) => {
    const { order } = one.of;
    if (order?.stopLoss === undefined || one.left.isZero) return [];
    if (PRESET_IS[order.preset ?? 'not-seen'] !== 'not-known') return [];
    const match = { unit: one.of, size: one.left, isSure: false };
    one.left = Decimal.zero;
    return [match];
  });
}

const isLeft = ({ left }: Left<unknown>): boolean => !left.isZero;

const planOf = ({ order }: Unit | ClosingTrigger): string | undefined => order?.plan;

/** Each plan by itself, then all that is left. */
function inTurn(all: readonly OpenUnit[], closing: readonly OpenStop[], isSure: boolean): Match[] {
  if (closing.length === 0) return [];
  const [open, stops] = [all.filter(isLeft), closing.filter(isLeft)];
  const [first] = stops;
  if (first === undefined || open.length === 0) return [];
  const isItsPlan = ({ of }: Left<Unit | ClosingTrigger>): boolean => planOf(of) === planOf(first.of);
  // Most often there is one plan.
  if (stops.every(isItsPlan) && open.every(isItsPlan)) return heldFirst(open, stops, isSure);
  const [ofPlans, units] = [Map.groupBy(stops, ({ of }) => planOf(of)), Map.groupBy(open, ({ of }) => planOf(of))];
  const own = [...ofPlans].flatMap(([plan, theirs]) =>
    plan === undefined ? [] : heldFirst(units.get(plan) ?? [], theirs, isSure),
  );
  return [...own, ...heldFirst(open, stops, isSure)];
}

const heldFirst = (open: readonly OpenUnit[], stops: readonly OpenStop[], isSure: boolean): Match[] =>
  (['held', 'working'] as const).flatMap((state) =>
    matched(
      open.filter((one) => one.of.state === state && isLeft(one)),
      stops.filter(isLeft),
      isSure,
    ),
  );

/** Both from the lowest up. `below` has the stops below the current unit; its last one is reached first. */
function matched(units: readonly OpenUnit[], stops: readonly OpenStop[], isSure: boolean): Match[] {
  const [matches, below]: [Match[], OpenStop[]] = [[], []];
  let next = 0;
  for (const unit of units) {
    const { bound } = unit.of;
    for (; next < stops.length; next++) {
      const stop = stops[next] as OpenStop;
      if (bound !== undefined && stop.of.key >= bound) break;
      below.push(stop);
    }
    for (let stop = below.at(-1); stop !== undefined && isLeft(unit); stop = below.at(-1)) {
      const size = stop.left.compare(unit.left) < 0 ? stop.left : unit.left;
      matches.push({ unit: unit.of, size, stop: stop.of, isSure });
      unit.left = unit.left.minus(size);
      stop.left = stop.left.minus(size);
      if (!isLeft(stop)) below.pop();
    }
  }
  return matches;
}
