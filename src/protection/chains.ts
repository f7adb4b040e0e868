/**
 * A unit that no stop is left for may still have one: where a stop below it went to a higher unit, and that unit could as well have
 * another that is left, the stops change hands. So what is covered is the most that these stops can cover, whoever had them first. On the exchange, too,
 * a stop closes what is open when it fires, whichever order opened it.
 */
import type { Decimal } from '../model/decimal.ts';
import { isLeft, least, type OpenStop, type OpenUnit, type StopShare } from './matching.ts';

/** Stops, from the lowest up, and the units that they may stop where they lie below. */
export interface StopKind {
  readonly stops: readonly OpenStop[];
  readonly serves: (unit: OpenUnit) => boolean;
}

/** A unit got so much, and this is what was left: a stop, or the preset of another unit that nobody has seen. */
export interface HandedOn {
  readonly unit: OpenUnit;
  readonly size: Decimal;
  readonly from: { readonly stop: OpenStop } | { readonly preset: OpenUnit };
}

interface Stage {
  readonly units: readonly OpenUnit[];
  readonly kinds: readonly StopKind[];
  /** Who has what. A change of hands changes the sizes, and adds to it. */
  readonly shares: StopShare[];
  /** It has a stop of its own that may be there, and needs no other. */
  readonly hasOther?: (unit: OpenUnit) => boolean;
}

export function changeHands(stage: Stage): HandedOn[] {
  const bare = stage.units.filter(isLeft);
  if (bare.length === 0 || stage.shares.length === 0) return [];
  const chains = new Chains(stage);
  return (['held', 'working'] as const).flatMap((state) =>
    bare.filter(({ of }) => of.state === state).flatMap((unit) => chains.handedTo(unit)),
  );
}

const liesBelow = ({ of: { key } }: OpenStop, { of: { bound } }: OpenUnit): boolean =>
  bound === undefined || key < bound;

/** What a search came to: the units and stops that a unit leads to, and how. */
class Chains {
  readonly #stage: Stage;
  readonly #sharesOf: Map<OpenStop, StopShare[]>;
  /** The share whose stop led to a unit, and the unit that leads to a stop. What led nowhere once leads nowhere ever after. */
  readonly #via = new Map<OpenUnit, StopShare>();
  readonly #leads = new Map<OpenStop, OpenUnit>();
  /** How many stops of each kind were seen. */
  #seen: number[];

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#sharesOf = Map.groupBy(stage.shares, ({ stop }) => stop);
    this.#seen = stage.kinds.map(() => 0);
  }

  handedTo(unit: OpenUnit): HandedOn[] {
    const all: HandedOn[] = [];
    while (isLeft(unit)) {
      const one = this.#oneMore(unit);
      if (one === undefined) break;
      all.push(one);
    }
    return all;
  }

  #oneMore(bare: OpenUnit): HandedOn | undefined {
    const seen = [...this.#seen];
    const found = [bare];
    const stops: OpenStop[] = [];
    for (const unit of found) {
      const end = unit !== bare && this.#stage.hasOther?.(unit) ? { preset: unit } : this.#free(unit, found, stops);
      if (end === undefined) continue;
      const handed = this.#handOn(bare, end);
      this.#seen = seen;
      for (const one of found) this.#via.delete(one);
      for (const stop of stops) this.#leads.delete(stop);
      return handed;
    }
    return undefined;
  }

  /** A stop with something left that a unit could have; else all units that have what it could have are found. */
  #free(unit: OpenUnit, found: OpenUnit[], stops: OpenStop[]): { stop: OpenStop } | undefined {
    for (const [index, { stops: all, serves }] of this.#stage.kinds.entries()) {
      if (!serves(unit)) continue;
      const from = this.#seen[index] as number;
      let to = from;
      while (to < all.length && liesBelow(all[to] as OpenStop, unit)) to++;
      this.#seen[index] = to;
      // The nearest is reached first.
      for (const stop of all.slice(from, to).toReversed()) {
        this.#leads.set(stop, unit);
        stops.push(stop);
        if (isLeft(stop)) return { stop };
        for (const share of this.#sharesOf.get(stop) ?? []) {
          if (share.size.isZero || this.#via.has(share.unit)) continue;
          this.#via.set(share.unit, share);
          found.push(share.unit);
        }
      }
    }
    return undefined;
  }

  #handOn(bare: OpenUnit, from: HandedOn['from']): HandedOn {
    const chain: StopShare[] = [];
    let size = bare.left;
    let unit: OpenUnit;
    if ('stop' in from) {
      size = least(size, from.stop.left);
      unit = this.#leads.get(from.stop) as OpenUnit;
    } else unit = from.preset;
    for (let at = unit; at !== bare; at = this.#leads.get((this.#via.get(at) as StopShare).stop) as OpenUnit) {
      const share = this.#via.get(at) as StopShare;
      chain.push(share);
      size = least(size, share.size);
    }
    if ('stop' in from) {
      from.stop.left = from.stop.left.minus(size);
      this.#add({ unit, stop: from.stop, size });
    }
    for (const share of chain) {
      share.size = share.size.minus(size);
      this.#add({ unit: this.#leads.get(share.stop) as OpenUnit, stop: share.stop, size });
    }
    bare.left = bare.left.minus(size);
    return { unit: bare, size, from };
  }

  #add(share: StopShare): void {
    const { stop } = share;
    this.#stage.shares.push(share);
    const all = this.#sharesOf.get(stop);
    if (all === undefined) this.#sharesOf.set(stop, [share]);
    else all.push(share);
  }
}
