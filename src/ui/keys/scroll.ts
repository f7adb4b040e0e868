/** Which rows of a long list are in view. */
import type { RowPlace } from './viewing.ts';

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'home' | 'end';

/** A list as scrolling sees it: rows with keys can be selected, rows without are scrolled past. */
export interface Extent {
  readonly length: number;
  /** How many rows are in view. */
  readonly height: number;
  /** What a row is of; undefined in a text. */
  keyAt(position: number): string | undefined;
  /** -1 where no row is of it. */
  positionOf(key: string): number;
  /** Rows that stay in view while following, then the row of what happened last; none where nothing happens. */
  readonly news?: { readonly problems: number; readonly moving: number; readonly at: number };
}

/** The rows in view, from above. Whatever was chosen, they are rows of the list, and the one selected is among them. */
export function inView(place: RowPlace, extent: Extent): number[] {
  const { length, height, news } = extent;
  const most = Math.min(length, Math.max(0, height));
  if (place.isFollowing && news !== undefined && most < length) return followed(most, length, news);
  const selected = place.selected === undefined ? -1 : extent.positionOf(place.selected);
  const wanted = place.isFollowing ? 0 : place.top;
  const near = selected < 0 ? wanted : Math.min(selected, Math.max(wanted, selected - most + 1));
  const top = Math.max(0, Math.min(near, length - most));
  return Array.from({ length: most }, (_, at) => top + at);
}

/** Problems and what is in flight have at most half of the rows each of what is left; the rest is about the last news. */
function followed(height: number, length: number, news: NonNullable<Extent['news']>): number[] {
  const { problems, moving, at } = news;
  const apart = problems + moving;
  const room = Math.max(Math.ceil(height / 2), height - (length - apart));
  const first = Math.min(problems, room);
  const second = Math.min(moving, Math.max(Math.floor((height - first) / 2), height - first - (length - apart)));
  const rest = height - first - second;
  // Above the news is what just happened, below it what is on its way.
  const wanted = at + 1 + Math.floor(rest / 3) - rest;
  const top = Math.max(apart, Math.min(wanted, length - rest));
  return [...numbers(0, first), ...numbers(problems, second), ...numbers(top, rest)];
}

const numbers = (from: number, amount: number): number[] => Array.from({ length: amount }, (_, at) => from + at);

/** Follows no more; rows with keys are selected one by one, a text moves as a whole. */
export function moved(place: RowPlace, move: Move, extent: Extent): RowPlace {
  const { length, height } = extent;
  const rows = inView(place, extent);
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const page = Math.max(1, height - 1);
  const steps: Readonly<Record<Move, number>> = {
    up: -1,
    down: 1,
    'page-up': -page,
    'page-down': page,
    home: -length,
    end: length,
  };
  const within = (position: number): number => Math.max(0, Math.min(position, length - 1));
  if (extent.keyAt(first) === undefined) {
    const top = Math.max(0, Math.min(first + steps[move], length - rows.length));
    return { isFollowing: false, top };
  }
  const before = place.selected === undefined ? -1 : extent.positionOf(place.selected);
  // The first key selects what is in view; only then one moves on.
  const from = move === 'up' || move === 'page-up' ? last : first;
  const isStep = move !== 'home' && move !== 'end';
  const position = within(before < 0 && isStep ? from : before + steps[move]);
  const selected = extent.keyAt(position);
  const top = place.isFollowing ? first : place.top;
  const next = { isFollowing: false, top, ...(selected !== undefined && { selected }) };
  return { ...next, top: inView(next, extent)[0] ?? 0 };
}
