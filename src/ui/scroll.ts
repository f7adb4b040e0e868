/** Which rows of a long list are in view. Following keeps the furthest outcome in view, until a key scrolls. */
export interface Scroll {
  readonly follow: boolean;
  /** Topmost position in view. Unused while following, which computes its own. */
  readonly top: number;
}

export type ScrollKey = 'up' | 'down' | 'page-up' | 'page-down' | 'home' | 'end' | 'follow';

export interface Extent {
  readonly total: number;
  readonly height: number;
  /** Position of the furthest order that has an outcome from a call; -1 before the first. */
  readonly frontier: number;
}

export const following: Scroll = { follow: true, top: 0 };

/** The topmost position to show. */
export function topOf(scroll: Scroll, { total, height, frontier }: Extent): number {
  // Above the frontier is what just happened, below it what is on its way.
  const ahead = Math.floor(height / 3);
  const wanted = scroll.follow ? frontier + 1 + ahead - height : scroll.top;
  return Math.max(0, Math.min(wanted, total - height));
}

export function scrolled(scroll: Scroll, key: ScrollKey, extent: Extent): Scroll {
  if (key === 'follow') return { ...scroll, follow: !scroll.follow, top: topOf(scroll, extent) };
  const page = Math.max(1, extent.height - 1);
  const steps: Readonly<Record<typeof key, number>> = {
    up: -1,
    down: 1,
    'page-up': -page,
    'page-down': page,
    home: -extent.total,
    end: extent.total,
  };
  const moved = { follow: false, top: topOf(scroll, extent) + steps[key] };
  return { follow: false, top: topOf(moved, extent) };
}
