import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cycles, drawn } from '../../src/model/cycles.ts';

const graph = (links: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(links));

describe('cycles', () => {
  test.each([
    ['none', { a: ['b'], b: ['c'], c: [] }, []],
    ['none where two ways meet', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['none through what is no name', { a: ['x'], b: ['x'] }, []],
    ['itself', { a: ['a'] }, [['a']]],
    ['itself, written twice', { a: ['a', 'a'] }, [['a']]],
    ['two', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['two, a link written twice', { a: ['b'], b: ['a', 'a'] }, [['a', 'b']]],
    ['from where the graph first comes to it', { z: ['c'], a: ['b'], b: ['c'], c: ['a'] }, [['c', 'a', 'b']]],
    [
      'two apart',
      { a: ['b'], b: ['a'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'two that share a name',
      { a: ['b', 'c'], b: ['a'], c: ['a'] },
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
    ],
    ['without the way that leads to it', { a: ['b'], b: ['c'], c: ['b'] }, [['b', 'c']]],
  ])('%s', (_, links, expected) => {
    expect(cycles(graph(links as Record<string, string[]>))).toEqual(expected);
  });

  test('are as many as are wanted, one at least where there is one', () => {
    const all = graph(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`n${at}`, [`n${at}`]])));
    expect([cycles(all).length, cycles(all, 20).length]).toEqual([50, 20]);
  });

  test('are found in a chain as long as a plan', () => {
    const chain = Array.from({ length: 20_000 }, (_, at): [string, string[]] => [`n${at}`, [`n${at + 1}`]]);
    expect(cycles(new Map(chain))).toEqual([]);
    expect(cycles(new Map([...chain, ['n20000', ['n0']]]))[0]).toHaveLength(20_001);
  });

  test('are circles, and without a link of each the rest has none', () => {
    const names = Array.from({ length: 7 }, (_, at) => `n${at}`);
    const links = fc.dictionary(fc.constantFrom(...names), fc.array(fc.constantFrom(...names), { maxLength: 4 }));
    fc.assert(
      fc.property(links, (written) => {
        const all = graph(written);
        const found = cycles(all);
        for (const cycle of found) {
          expect(cycle.every((name, at) => all.get(name)?.includes(cycle[(at + 1) % cycle.length] as string))).toBe(
            true,
          );
        }
        const cut = new Set(found.map((cycle) => `${cycle.at(-1) as string} ${cycle[0] as string}`));
        const rest = [...all].map(([name, needs]): [string, string[]] => [
          name,
          needs.filter((one) => !cut.has(`${name} ${one}`)),
        ]);
        expect(cycles(new Map(rest))).toEqual([]);
      }),
    );
  });
});

test('a circle is drawn whole, a long one by its beginning', () => {
  expect(drawn(['a'])).toBe('a → a');
  expect(drawn(['a', 'b'])).toBe('a → b → a');
  const names = Array.from({ length: 100 }, (_, at) => `n${at}`);
  expect(drawn(names)).toBe('n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → n8 → … 91 more → n0');
});
