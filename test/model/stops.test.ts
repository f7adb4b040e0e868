/** Which stops close what: against a matching of unit by unit, which leaves nothing uncovered that could be covered. */
import { array, assert, boolean, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { entryOf, stopsOf, type Stoppable } from '../../src/model/stops.ts';

const decimal = (n: number): Decimal => Decimal.of(String(n));
const price = integer({ min: 1, max: 12 });
const size = integer({ min: 1, max: 4 });

const anyOpening = record({
  size,
  price: option(price),
  trigger: option(price),
  reference: option(price),
  stop: boolean(),
  mode: constantFrom('cross', 'isolated'),
});
const anyClosing = record({ size, trigger: price, limit: option(price), mode: constantFrom('cross', 'isolated') });

const orders = record({
  isLong: boolean(),
  openings: array(anyOpening, { maxLength: 5 }),
  closings: array(anyClosing, { maxLength: 4 }),
});

type Drawn = typeof orders extends Arbitrary<infer Value> ? Value : never;

function ordersOf({ isLong, openings, closings }: Drawn): Stoppable[] {
  const position = isLong ? 'long' : 'short';
  return [
    ...openings.map((one): Stoppable => ({
      symbol: 'btc',
      marginMode: one.mode,
      side: `open-${position}`,
      size: decimal(one.size),
      price: one.price === null ? { kind: 'market' } : { kind: 'limit', at: decimal(one.price) },
      ...(one.trigger !== null && { trigger: decimal(one.trigger) }),
      ...(one.reference !== null && { reference: decimal(one.reference) }),
      ...(one.stop && { stopLoss: decimal(isLong ? 0 : 99) }),
    })),
    ...closings.map((one): Stoppable => ({
      symbol: 'btc',
      marginMode: one.mode,
      side: `close-${position}`,
      size: decimal(one.size),
      price: one.limit === null ? { kind: 'market' } : { kind: 'limit', at: decimal(one.limit) },
      trigger: decimal(one.trigger),
    })),
  ];
}

/** Whether a trigger order stops an opening one, said once more and otherwise. */
function canStop(closing: Stoppable, opening: Stoppable, list: readonly Stoppable[]): boolean {
  const [entry, trigger] = [entryOf(opening), closing.trigger];
  if (entry === undefined || trigger === undefined || closing.marginMode !== opening.marginMode) return false;
  const way = opening.side === 'open-long' ? 1 : -1;
  const takes = closing.price.kind === 'market' || closing.price.at.compare(trigger) * way <= 0;
  // All that the market passes before the entry: itself, wherever an order says that it is, and the order's own trigger.
  const passed = [entry, opening.trigger, ...list.map(({ reference }) => reference)];
  return takes && passed.every((at) => at === undefined || trigger.compare(at) * way < 0);
}

const isOpening = ({ side }: Stoppable): boolean => side.startsWith('open');
const unitsOf = (list: readonly Stoppable[]): Stoppable[] =>
  list.flatMap((one) => Array.from({ length: Number(one.size.toString()) }, () => one));

/** The most units that can be covered: augmenting paths, one unit after the other. */
function mostCovered(list: readonly Stoppable[]): number {
  const wanting = unitsOf(list.filter((one) => isOpening(one) && one.stopLoss === undefined));
  const closing = unitsOf(list.filter((one) => !isOpening(one)));
  const taken = new Map<number, number>();
  const cover = (unit: number, seen: Set<number>): boolean => {
    for (const [at, close] of closing.entries()) {
      if (seen.has(at) || !canStop(close, wanting[unit] as Stoppable, list)) continue;
      seen.add(at);
      const holder = taken.get(at);
      if (holder !== undefined && !cover(holder, seen)) continue;
      taken.set(at, unit);
      return true;
    }
    return false;
  };
  return wanting.filter((_, unit) => cover(unit, new Set())).length;
}

const sum = (sizes: readonly Decimal[]): Decimal => sizes.reduce((all, one) => all.plus(one), Decimal.zero);

test('nothing is left bare that a trigger could cover, and no trigger covers more than its size or what it cannot', () => {
  assert(
    property(orders, (drawn) => {
      const list = ordersOf(drawn);
      const found = stopsOf(list);
      expect([...found.keys()]).toEqual(list.filter(isOpening));
      for (const [order, { stops, bare }] of found) {
        expect(sum([bare, ...stops.map((stop) => stop.size)]).canonical()).toBe(order.size.canonical());
        if (order.stopLoss !== undefined) expect(stops.map(({ at }) => at)).toEqual([order.stopLoss]);
      }
      const covered = [...found].filter(([{ stopLoss }]) => stopLoss === undefined);
      const used = covered.flatMap(([order, { stops }]) => stops.map((stop) => ({ ...stop, order })));
      expect(sum(used.map((stop) => stop.size)).canonical()).toBe(String(mostCovered(list)));
      for (const at of new Set(used.map((stop) => stop.at.canonical())))
        for (const mode of ['cross', 'isolated']) {
          const here = used.filter(({ at: one, order }) => one.canonical() === at && order.marginMode === mode);
          const triggers = list.filter(
            (one) =>
              one.trigger?.canonical() === at &&
              one.marginMode === mode &&
              here.every(({ order }) => canStop(one, order, list)),
          );
          expect(sum(here.map((stop) => stop.size)).compare(sum(triggers.map((one) => one.size)))).toBeLessThanOrEqual(
            0,
          );
        }
    }),
    { numRuns: 500 },
  );
});
