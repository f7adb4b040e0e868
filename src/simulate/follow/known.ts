/** What is known at one moment of a course: a follower's own knowledge, which no look has to bring. It is never changed. */
import type { PartEnd, PlacedPart, FollowWithheld } from '../../model/followed.ts';
import type { Decimal } from '../../model/decimal.ts';

export interface SimulatedPart extends PlacedPart {
  /** Its number in the market. */
  readonly root: number;
  /** When what is left of it is to be cancelled: at some moment between these. */
  readonly ends?: PartEnding;
  /** Why the exchange would not take it. */
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** A moment that is known as well as its candle says. */
interface PartEnding {
  readonly from: number;
  readonly to: number;
  /** It has come. */
  readonly isPast: boolean;
}

export interface Knowledge {
  /** No earlier than this. It grows by less than a millisecond with all that happens, so that times keep the order. */
  readonly now: number;
  /** Where the candle ends; infinity on a path, which has no time. */
  readonly until: number;
  readonly parts: ReadonlyMap<string, readonly SimulatedPart[]>;
  readonly withheld: ReadonlyMap<string, FollowWithheld>;
  /** By group: what presets of its entries closed. */
  readonly elsewhere: ReadonlyMap<string, Decimal>;
  /** How often something may still happen, at most. */
  readonly left: number;
}

/** Less than a millisecond for a thousand happenings. */
const MOMENT = 0.001;
export const later = (known: Knowledge): Knowledge => ({ ...known, now: known.now + MOMENT });

export const withPart = (known: Knowledge, id: string, part: SimulatedPart): Knowledge => {
  const before = known.parts.get(id) ?? [];
  const at = before.findIndex(({ root, number }) => root === part.root && number === part.number);
  const parts = at < 0 ? [...before, part] : before.with(at, part);
  return { ...known, parts: new Map(known.parts).set(id, parts) };
};

export const partAt = (known: Knowledge, id: string, root: number): SimulatedPart | undefined =>
  known.parts.get(id)?.find((part) => part.root === root);

export const ended = (part: SimulatedPart, end: PartEnd): SimulatedPart => ({ ...part, state: 'over', end });

/** What decides of all that comes: two courses with the same go on alike. Times count by their order alone. */
export function likeness(known: Knowledge, averaged: ReadonlySet<string>): string {
  const times = new Set<number>();
  for (const parts of known.parts.values())
    for (const { sentMs, firedMs, trades } of parts) {
      times.add(sentMs);
      if (firedMs !== undefined) times.add(firedMs);
      for (const { ms } of trades.values()) times.add(ms);
    }
  const rank = new Map([...times].toSorted((one, other) => one - other).map((ms, at) => [ms, at]));
  const partText = (id: string, part: SimulatedPart): string => {
    const { number, root, state, end, because, sentMs, firedMs, trades, ends, cancel } = part;
    const fills = [...trades.values()].map(
      ({ size, price, ms }) =>
        `${size.canonical()}${averaged.has(id) ? `@${price.canonical()}` : ''}#${String(rank.get(ms))}`,
    );
    const fired = firedMs === undefined ? '' : rank.get(firedMs);
    const deadline = ends === undefined || state === 'over' ? '' : `${ends.from}-${ends.to}${String(ends.isPast)}`;
    return `${number}:${root}${state}${end ?? ''}${because ?? ''}${cancel?.by ?? ''} ${String(rank.get(sentMs))} ${String(fired)} ${fills.join()} ${deadline}`;
  };
  const orders = [...known.parts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, parts]) => `${id}=${parts.map((part) => partText(id, part)).join('|')}`);
  const others = [...known.withheld].map(([id, reason]) => `${id}!${reason}`).toSorted();
  const closed = [...known.elsewhere].map(([name, size]) => `${name}-${size.canonical()}`).toSorted();
  return [...orders, ...others, ...closed].join(';');
}
