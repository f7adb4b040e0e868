import { assert, constantFrom, integer, property, array } from 'fast-check';
import { expect, test } from 'vitest';
import { following, scrolled, topOf, type Extent, type ScrollKey } from '../../src/ui/scroll.ts';

const KEYS = ['up', 'down', 'page-up', 'page-down', 'home', 'end', 'follow'] as const satisfies readonly ScrollKey[];
const at = (frontier: number): Extent => ({ total: 100, height: 10, frontier });

test.each([
  [-1, 0],
  [3, 0],
  [50, 44],
  [99, 90],
])('following keeps outcome %i in view from row %i', (frontier, top) => {
  expect(topOf(following, at(frontier))).toBe(top);
});

function after(...keys: ScrollKey[]): object {
  const scroll = keys.reduce((before, key) => scrolled(before, key, at(50)), following);
  return { follow: scroll.follow, top: topOf(scroll, at(50)) };
}

test('keys move from what is in view, and end the following', () => {
  expect(after('up')).toEqual({ follow: false, top: 43 });
  expect(after('down', 'down')).toEqual({ follow: false, top: 46 });
  expect(after('page-up')).toEqual({ follow: false, top: 35 });
  expect(after('end', 'down')).toEqual({ follow: false, top: 90 });
  expect(after('home', 'up', 'down')).toEqual({ follow: false, top: 1 });
  expect(after('home', 'follow')).toEqual({ follow: true, top: 44 });
  expect(after('follow')).toEqual({ follow: false, top: 44 });
});

test('whatever is pressed in whatever list, the rows in view are rows of the list', () => {
  const keys = array(constantFrom(...KEYS), { maxLength: 12 });
  assert(
    property(
      keys,
      integer({ min: 0, max: 50 }),
      integer({ min: 0, max: 20 }),
      integer({ min: -1, max: 49 }),
      (pressed, total, room, seen) => {
        const extent = { total, height: Math.min(total, room), frontier: Math.min(seen, total - 1) };
        const top = topOf(
          pressed.reduce((scroll, key) => scrolled(scroll, key, extent), following),
          extent,
        );
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + extent.height).toBeLessThanOrEqual(total);
      },
    ),
  );
});
