/** What one life is asked for and what it meets, drawn from the seed. */
import type { Disk, WriteFault } from './disk.ts';
import type { JournaledOrder } from './journal-observer.ts';
import { PORTS, type Death } from './life.ts';
import type { OrderWords } from './plan-text.ts';
import type { Random } from '../random.ts';
import type { Venue } from './venue.ts';

export const drawDeath = (random: Random): Death => ({
  port: random.chance(0.4) ? 'any' : random.pick(PORTS),
  at: random.int(1, 2 ** random.int(1, 6)),
  isAfter: random.chance(0.5),
  isPowerLoss: random.chance(0.5),
});

export const drawWriteFault = (random: Random): WriteFault => ({
  from: random.int(1, 2 ** random.int(1, 6)),
  count: random.chance(0.5) ? 1 : Number.POSITIVE_INFINITY,
  how: random.pick(['begin', 'commit', 'after']),
});

/** The newest lineage of an order, if the journal knows one. */
export const newestOf = (disk: Disk, id: string): JournaledOrder | undefined =>
  [...disk.orders().values()].findLast((one) => one.id === id);

/** Which orders a person picks, and which of those that do not stand are to be placed again. */
export function drawChoice(
  random: Random,
  orders: readonly OrderWords[],
  disk: Disk,
): { again: string[]; only: string[]; args: string[] } {
  const ids = orders.map(({ id }) => id);
  const standsNot = ids.filter((id) => ['rejected', 'absent', 'cancelled'].includes(newestOf(disk, id)?.state ?? ''));
  const again = standsNot.length > 0 && random.chance(0.4) ? standsNot.filter(() => random.chance(0.7)) : [];
  const only = random.chance(0.08) ? ids.filter(() => random.chance(0.5)) : [];
  return { again, only, args: [...again.flatMap((id) => ['--again', id]), ...only.flatMap((id) => ['--only', id])] };
}

const MAY_BE_ASKED = new Set<string>(['accepted', 'unknown', 'cancelling', 'cancel-unknown', 'cancelled', 'filled']);

/** Which orders a person wants off: all, those that the plan no longer has, or some by name. */
export function drawCancel(
  random: Random,
  orders: readonly OrderWords[],
  disk: Disk,
): { only?: ReadonlySet<string>; args: string[] } {
  const placed = new Map([...disk.orders().values()].map((order) => [order.id, order]));
  const ids = [...placed].flatMap(([id, { state }]) => (MAY_BE_ASKED.has(state) ? [id] : []));
  const how = random.pick(['all', 'all', 'some', 'some', 'removed'] as const);
  if (how === 'removed') {
    const inPlan = new Set(orders.map(({ id }) => id));
    return { only: new Set([...placed.keys()].filter((id) => !inPlan.has(id))), args: ['--removed'] };
  }
  const only = how === 'some' ? ids.filter(() => random.chance(0.5)) : [];
  if (only.length === 0) return { args: [] };
  return { only: new Set(only), args: only.flatMap((id) => ['--only', id]) };
}

interface Decisions {
  readonly absent: readonly string[];
  /** Order ids of the exchange by order id. */
  readonly placed: ReadonlyMap<string, string>;
  readonly args: readonly string[];
}

/** The word of a person who knows the truth about some of the unknown orders; none: they are to be looked up. */
export function drawDecisions(random: Random, disk: Disk, venue: Venue): Decisions {
  const unknown = [...disk.orders().values()].filter(({ state }) => state === 'unknown');
  // What is still on its way is not on the book: a person who looks sees nothing of it.
  if (unknown.length === 0 || random.chance(0.6)) return { absent: [], placed: new Map(), args: [] };
  const decided = unknown.filter(() => random.chance(0.6));
  const placed = new Map(
    decided.flatMap(({ id, clientOid }): [string, string][] => {
      const taken = venue.byClientOid.get(clientOid);
      return taken === undefined ? [] : [[id, taken.orderId]];
    }),
  );
  const absent = decided.filter(({ clientOid }) => !venue.byClientOid.has(clientOid)).map(({ id }) => id);
  const why = absent.length > 0 ? ['--why', 'looked'] : [];
  const standing = [...placed].flatMap(([id, orderId]) => ['--placed', `${id}=${orderId}`]);
  return { absent, placed, args: [...standing, ...absent.flatMap((id) => ['--absent', id]), ...why] };
}
