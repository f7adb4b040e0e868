import { array, assert, boolean, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { inView, moved, type Extent, type Move } from '../../src/ui/keys/scroll.ts';
import { following, type RowPlace } from '../../src/ui/keys/viewing.ts';

const MOVES = ['up', 'down', 'page-up', 'page-down', 'home', 'end'] as const satisfies readonly Move[];

/** A list whose rows have their numbers as keys, or a text. */
const list = (length: number, height: number, news?: Extent['news'], isText = false): Extent => ({
  length,
  height,
  keyAt: (position) => (isText || position < 0 || position >= length ? undefined : String(position)),
  positionOf: (key) => (Number(key) < length ? Number(key) : -1),
  ...(news !== undefined && { news }),
});

const quiet = (at: number): Extent['news'] => ({ problems: 0, moving: 0, at });

test.each([
  [3, 0],
  [50, 44],
  [99, 90],
])('following keeps row %i in view from row %i', (at, top) => {
  expect(inView(following, list(100, 10, quiet(at)))[0]).toBe(top);
});

test('following keeps problems and what is in flight in view beside the newest outcome', () => {
  const rows = inView(following, list(100, 10, { problems: 2, moving: 3, at: 60 }));
  expect(rows).toEqual([0, 1, 2, 3, 4, 57, 58, 59, 60, 61]);
  const many = inView(following, list(100, 10, { problems: 30, moving: 20, at: 60 }));
  expect(many).toEqual([0, 1, 2, 3, 4, 30, 31, 59, 60, 61]);
});

function after(...moves: Move[]): object {
  const extent = list(100, 10, quiet(50));
  const place = moves.reduce((before, move) => moved(before, move, extent), following);
  return { top: inView(place, extent)[0], selected: place.selected };
}

test('the first key selects a row in view, the next ones move on from there', () => {
  expect(after('down')).toEqual({ top: 44, selected: '44' });
  expect(after('down', 'down')).toEqual({ top: 44, selected: '45' });
  expect(after('up', 'down')).toEqual({ top: 45, selected: '54' });
  expect(after('down', 'page-up')).toEqual({ top: 35, selected: '35' });
  expect(after('end', 'down')).toEqual({ top: 90, selected: '99' });
  expect(after('home', 'up', 'down')).toEqual({ top: 0, selected: '1' });
});

test('a text moves as a whole', () => {
  const text = list(100, 10, undefined, true);
  expect(moved({ isFollowing: false, top: 0 }, 'page-down', text)).toEqual({ isFollowing: false, top: 9 });
  expect(moved({ isFollowing: false, top: 0 }, 'end', text)).toEqual({ isFollowing: false, top: 90 });
});

test('whatever is pressed in whatever list, what is in view are rows of the list, each once, and the selected one is among them', () => {
  const numbers = integer({ min: 0, max: 50 });
  const moves = array(constantFrom(...MOVES), { maxLength: 12 });
  assert(
    property(
      moves,
      numbers,
      integer({ min: 0, max: 20 }),
      numbers,
      numbers,
      boolean(),
      (pressed, length, height, one, two, isText) => {
        const [problems, moving] = [Math.min(one, length), Math.min(two, Math.max(0, length - one))];
        const extent = list(length, height, { problems, moving, at: Math.max(0, length - 1) }, isText);
        const place = pressed.reduce((before: RowPlace, move) => moved(before, move, extent), following);
        const rows = inView(place, extent);
        expect(rows).toHaveLength(Math.min(length, height));
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.every((row, at) => row >= 0 && row < length && (at === 0 || row > (rows[at - 1] as number)))).toBe(
          true,
        );
        if (place.selected !== undefined && height > 0) expect(rows).toContain(Number(place.selected));
      },
    ),
  );
});
