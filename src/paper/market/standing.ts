/** Orders that wait for the market. None is ever changed: what becomes of it puts another in its place, so that markets may share them. */
import type { Decimal } from '../../model/decimal.ts';
import type { Terms } from './terms.ts';

/** What it is of the order that was placed: that itself, what it became when it fired, its presets, and what those became. */
const PARTS = ['placed', 'fired', 'take-profit', 'stop-loss', 'fired take-profit', 'fired stop-loss'] as const;
export type StandingPart = (typeof PARTS)[number];

/** What a trigger becomes when it fires. */
export const FIRED = {
  placed: 'fired',
  'take-profit': 'fired take-profit',
  'stop-loss': 'fired stop-loss',
} as const;

export interface BookOrder {
  /** Which of the placed orders it is of, counted from 0. */
  readonly root: number;
  readonly part: StandingPart;
  /** From the root and the part: the same wherever the market goes. */
  readonly id: number;
  readonly terms: Terms;
  /** What it was made for, and what of that is not filled. */
  readonly whole: Decimal;
  readonly left: Decimal;
  /** The last price from which on, upward or downward, it acts. */
  readonly at: number;
  readonly rising: boolean;
  /** If two act at one price, the one with the lower number acts first. */
  readonly since: number;
}

export const idOf = (root: number, part: StandingPart): number => root * PARTS.length + PARTS.indexOf(part);

export const isTriggering = ({ terms }: Pick<BookOrder, 'terms'>): boolean => terms.trigger !== undefined;

/** Nearest first, and at one price in the order in which they began to wait. */
const isBefore = (one: BookOrder, other: BookOrder): boolean =>
  one.at === other.at ? one.since < other.since : one.rising === one.at < other.at;

/** With one more in its place. */
export const withStanding = (all: readonly BookOrder[], added: BookOrder): readonly BookOrder[] =>
  all.toSpliced(placeOf(all, added), 0, added);

export const withoutStanding = (all: readonly BookOrder[], order: BookOrder): readonly BookOrder[] =>
  all.toSpliced(placeOf(all, order), 1);

/** Where it stands, or would. */
function placeOf(all: readonly BookOrder[], order: BookOrder): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(all[middle] as BookOrder, order)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The one of an id, looked for among the farthest first. */
export function standingOf(all: readonly BookOrder[], id: number): BookOrder | undefined {
  for (let at = all.length - 1; at >= 0; at--) if (all[at]?.id === id) return all[at];
  return undefined;
}
