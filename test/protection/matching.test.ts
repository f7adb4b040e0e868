/** Which triggers stop what, against a matching of unit by unit, which leaves nothing uncovered that could be covered. */
import { array, assert, boolean, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { GuardedOrder } from '../../src/protection/guarded.ts';
import { judged, order } from './scenes.ts';

const price = integer({ min: 1, max: 12 });
const size = integer({ min: 1, max: 4 });
const mode = constantFrom('cross' as const, 'isolated' as const);

const plans = record({
  isLong: boolean(),
  reference: option(price),
  openings: array(record({ size, limit: option(price), trigger: option(price), stop: boolean(), mode }), {
    maxLength: 5,
  }),
  closings: array(record({ size, trigger: price, limit: option(price), mode }), { maxLength: 4 }),
});
type Drawn = typeof plans extends Arbitrary<infer Value> ? Value : never;

const limitAt = (limit: number | null): { at?: string } => (limit === null ? {} : { at: String(limit) });

function ordersOf({ isLong, reference, openings, closings }: Drawn): GuardedOrder[] {
  const side = isLong ? 'long' : 'short';
  const market = reference === null ? {} : { reference: String(reference) };
  return [
    ...openings.map((one, index) =>
      order(`open-${side}`, {
        id: `in-${index}`,
        mode: one.mode,
        size: String(one.size),
        ...limitAt(one.limit),
        ...(one.trigger !== null && { trigger: String(one.trigger) }),
        ...(one.stop && { stopLoss: isLong ? '0' : '99' }),
        ...market,
      }),
    ),
    ...closings.map((one, index) =>
      order(`close-${side}`, {
        id: `out-${index}`,
        mode: one.mode,
        size: String(one.size),
        trigger: String(one.trigger),
        ...limitAt(one.limit),
        ...market,
      }),
    ),
  ];
}

/** Whether a trigger stops an opening order, said once more and otherwise. */
function canStop({ trigger, price: out, marginMode }: GuardedOrder, opening: GuardedOrder): boolean {
  if (trigger === undefined || marginMode !== opening.marginMode) return false;
  const way = opening.side === 'open-long' ? 1 : -1;
  const closes = out.kind === 'market' || out.at.compare(trigger) * way < 0;
  const limit = opening.price.kind === 'limit' ? opening.price.at : undefined;
  // Nobody says where the market is: only a limit that rests tells.
  if (opening.reference === undefined && (limit === undefined || opening.trigger !== undefined)) return false;
  const passed = [limit, opening.trigger, opening.reference].filter((one) => one !== undefined);
  return closes && passed.every((one) => trigger.compare(one) * way < 0);
}

const isOpening = ({ side }: GuardedOrder): boolean => side.startsWith('open');
const unitsOf = (list: readonly GuardedOrder[]): GuardedOrder[] =>
  list.flatMap((one) => Array.from({ length: Number(one.size.toString()) }, () => one));

/** The most units that can be covered: augmenting paths, one unit after the other. */
function mostCovered(list: readonly GuardedOrder[]): number {
  const wanting = unitsOf(list.filter((one) => isOpening(one) && one.stopLoss === undefined));
  const closing = unitsOf(list.filter((one) => !isOpening(one)));
  const taken = new Map<number, number>();
  const cover = (unit: number, seen: Set<number>): boolean => {
    for (const [at, close] of closing.entries()) {
      if (seen.has(at) || !canStop(close, wanting[unit] as GuardedOrder)) continue;
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

test('nothing is left naked that a trigger could cover, and no trigger covers what it cannot or more than its size', () => {
  assert(
    property(plans, (drawn) => {
      const list = ordersOf(drawn);
      const pieces = judged(list).positions.flatMap((position) => position.pieces);
      const used = pieces.filter(({ result, stop, unit }) => result === 'covered' && stop !== unit.order);
      expect(sum(used.map((piece) => piece.size)).canonical()).toBe(String(mostCovered(list)));
      for (const { stop, unit } of used) expect(canStop(stop as GuardedOrder, unit.order as GuardedOrder)).toBe(true);
      for (const [stop, its] of Map.groupBy(used, ({ stop: one }) => one as GuardedOrder))
        expect(sum(its.map((piece) => piece.size)).compare(stop.size)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
});
