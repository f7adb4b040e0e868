/**
 * Which stop covers which units. An order's own stop first, and only what it filled. Then triggers, to each unit the one that is reached first: those of a
 * plan cover the units of that plan before other units, and held units before working ones. Stops that may not be live, or that
 * nobody can place for want of a market, come last, to what is still bare.
 *
 * Entries are taken from the lowest up, and the triggers below each from the nearest down. Where that leaves a unit bare that
 * other hands would cover, stops change hands (`chains.ts`). So covered is the most that live stops cover, naked the least that is bare if all
 * stops are live, and not known what lies between.
 */
import { Decimal } from '../model/decimal.ts';
import { changeHands, type HandedOn, type StopKind } from './chains.ts';
import type { GuardedOrder } from './guarded.ts';
import { filledOf } from './held.ts';
import { inTurn, isLeft, type OpenStop, type OpenUnit, type StopShare } from './matching.ts';
import { isModeSure, PRESET_IS, type StakePosition, type ClosingTrigger, type Unit } from './position.ts';

/** So much of a unit, and what closes it. `isSure`: the stop is live, and lies where it stops. */
export interface Match {
  readonly unit: Unit;
  readonly size: Decimal;
  /** Absent: the `stopLoss` of an order, its own where no other is named. */
  readonly stop?: ClosingTrigger;
  readonly preset?: GuardedOrder;
  readonly isSure: boolean;
}

export interface Cover {
  readonly matches: readonly Match[];
  /** What is left of each unit that has too little. */
  readonly naked: readonly { readonly unit: Unit; readonly size: Decimal }[];
  /** What is left of stops that may be live: they close whatever is there when they fire. */
  readonly spare: readonly { readonly stop: ClosingTrigger; readonly size: Decimal }[];
}

/** What is bare and may as well be of the other margin mode, may have what is left over there. */
export function withOtherMode(cover: Cover, { spare }: Pick<Cover, 'spare'> = { spare: [] }): Cover {
  if (spare.length === 0 || cover.naked.every(({ unit }) => isModeSure(unit))) return cover;
  const unsure = cover.naked.filter(({ unit }) => !isModeSure(unit));
  const open = unsure.map(({ unit, size }): OpenUnit => ({ of: unit, left: size }));
  const shares = inTurn(
    open,
    spare.map(({ stop, size }): OpenStop => ({ of: stop, left: size })),
  );
  return {
    ...cover,
    matches: [...cover.matches, ...shares.map((one) => matchOf(one, false))],
    naked: [
      ...cover.naked.filter(({ unit }) => isModeSure(unit)),
      ...open.filter(isLeft).map(({ of, left }) => ({ unit: of, size: left })),
    ],
  };
}

/** A trigger that may stop a unit of its position; whether it does its place decides. */
export const mayStop = ({ is, closes, side }: ClosingTrigger): boolean =>
  is !== 'gone' && closes && side !== 'not-below';

/** It stops the units of its order, which are held and cannot be named: a target of that order may end it at any time. */
const isPreset = ({ of: { kind } }: OpenStop): boolean => kind === 'preset';
const isSurePlaced = ({ of: { is, side } }: OpenStop): boolean => is === 'live' && side === 'below';
/** A limit order rests below the market, so what lies below it lies below the market too. */
const isPlacedByUnit = ({ of: { is, side } }: OpenStop): boolean => is === 'live' && side === 'not-known';

const isUnnamed = ({ of: { state, order } }: OpenUnit): boolean => state === 'held' && order === undefined;
const isSureHere = ({ of }: Pick<OpenUnit, 'of'>): boolean => isModeSure(of);
const isRested = (unit: OpenUnit): boolean => !unit.of.needsMarket && isSureHere(unit);

export function coverOf({ units, triggers }: StakePosition): Cover {
  const [own, open]: [Unit[], OpenUnit[]] = [[], []];
  for (const unit of units)
    if (hasOwnStop(unit)) own.push(unit);
    else open.push({ of: unit, left: unit.size });
  const closing = triggers.filter(mayStop).map((stop): OpenStop => ({ of: stop, left: stop.size }));
  const matches = [
    ...own.map((unit): Match => ({ unit, size: unit.size, isSure: true })),
    ...(closing.length === 0 ? unseenOnly(open) : coveredBy(closing, open)),
  ];
  return {
    matches,
    naked: open.filter(isLeft).map(({ of, left }) => ({ unit: of, size: left })),
    spare: closing.filter(isLeft).map(({ of, left }) => ({ stop: of, size: left })),
  };
}

/**
 * A stop that an order carries is live with it until the order is seen to fill. From then on it is an order of its own, of all its
 * size, and has to be seen: a target may have ended it while the rest of its order still waits.
 */
const hasOwnStop = ({ order }: Unit): boolean =>
  order?.stopLoss !== undefined && (order.preset === 'resting' || filledOf(order).size.isZero);

/** All that live stops cover for sure; then what the others may cover. */
function coveredBy(closing: readonly OpenStop[], open: readonly OpenUnit[]): Match[] {
  const [presets, stops] = [closing.filter(isPreset), closing.filter((one) => !isPreset(one))];
  const live: StopKind[] = [
    { stops: presets.filter(isSurePlaced), serves: isUnnamed },
    { stops: stops.filter(isSurePlaced), serves: isSureHere },
    { stops: stops.filter(isPlacedByUnit), serves: isRested },
  ];
  const shares = live.flatMap((kind) => sharesOf(open, kind));
  changeHands({ units: open, kinds: live, shares });
  const sure = shares.filter(({ size }) => !size.isZero).map((one) => matchOf(one, true));
  const unseen = unseenOnly(open);
  const all: StopKind[] = [
    { stops: presets, serves: isUnnamed },
    { stops, serves: () => true },
  ];
  const unsure = all.flatMap((kind) => sharesOf(open, kind));
  const maybe = unsure.map((one) => matchOf(one, false));
  const handed = changeHands({ units: open, kinds: all, shares: [...shares, ...unsure], hasOther: hasUnseenStop });
  return [...sure, ...unseen, ...maybe, ...handed.map(matchOfHanded)];
}

const sharesOf = (open: readonly OpenUnit[], { stops, serves }: StopKind): StopShare[] =>
  stops.length === 0
    ? []
    : inTurn(
        open.filter((one) => isLeft(one) && serves(one)),
        stops,
      );

const matchOf = ({ unit, stop, size }: StopShare, isSure: boolean): Match => {
  return { unit: unit.of, size, stop: stop.of, isSure };
};

/** The stop at the end of the chain decides whether the unit is naked. */
function matchOfHanded({ unit, size, from }: HandedOn): Match {
  const match = { unit: unit.of, size, isSure: false };
  if ('stop' in from) return { ...match, stop: from.stop.of };
  const preset = from.preset.of.order;
  return preset === undefined ? match : { ...match, preset };
}

/** A preset that nobody has seen stops its own order's units, if it is there. */
function unseenOnly(open: readonly OpenUnit[]): Match[] {
  return open.filter(hasUnseenStop).flatMap((one) => {
    if (!isLeft(one)) return [];
    const match = { unit: one.of, size: one.left, isSure: false };
    one.left = Decimal.zero;
    return [match];
  });
}

const hasUnseenStop = ({ of: { order, state } }: OpenUnit): boolean =>
  order?.stopLoss === undefined
    ? order?.isStopUntold === true && state === 'working'
    : PRESET_IS[order.preset ?? 'not-seen'] === 'not-known';
