/** The exchange's own book of what a follower placed: which order of the plan each is, and what was filled of it. In whole steps. */
import { clientOrderId } from '../../src/model/ids.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { PLACES, type DrawnGroup, type DrawnPlan } from './draw.ts';

/** More than any exit may have. */
export const MOST_PARTS = 60;

export interface Named {
  readonly id: string;
  readonly part: number;
}

/** By client order id: what the ids of the plan and their parts are derived to. */
export function namesOf({ name, ids }: DrawnPlan): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  for (const id of ids)
    for (let part = 1; part <= MOST_PARTS; part++)
      names.set(clientOrderId(name, 1, part === 1 ? id : `${id}/${part}`, 0), { id, part });
  return names;
}

export const stepsIn = (size: string): number => Math.round(Number(size) * 10 ** PLACES);

export interface Placed extends Named {
  readonly order: PaperOrder;
  /** With what was filled of the order that it became. */
  readonly filled: number;
  /** What may still fill. */
  readonly open: number;
}

const RESTING = new Set(['open', 'untriggered', 'canceling']);

export class Book {
  readonly #names: ReadonlyMap<string, Named>;
  readonly #orders: () => readonly PaperOrder[];

  constructor(names: ReadonlyMap<string, Named>, orders: () => readonly PaperOrder[]) {
    this.#names = names;
    this.#orders = orders;
  }

  /** What was placed, without what triggers became: in the order in which it was taken. */
  placed(): readonly Placed[] {
    const orders = this.#orders();
    const fired = firedOf(orders);
    const became = new Set(fired.values());
    return orders.flatMap((order): Placed[] => {
      const named = this.#names.get(order.clientOid);
      if (named === undefined || became.has(order)) return [];
      const filled = filledOf(order);
      const acts = order.status === 'triggered' ? fired.get(order) : order;
      const open = acts !== undefined && RESTING.has(acts.status) ? stepsIn(acts.size) - filled : 0;
      return [{ ...named, order, filled, open }];
    });
  }
}

/** What presets closed of a side. In whole steps. */
export const closedByPresets = (orders: readonly PaperOrder[], isLong: boolean): number =>
  orders
    .filter(({ presetOf, type }) => presetOf !== undefined && type === (isLong ? '3' : '4'))
    .reduce((sum, preset) => sum + filledOf(firedOf(orders).get(preset) ?? preset), 0);

/** What each trigger that fired became. Its record has as much filled, whatever client order id that has. */
function firedOf(orders: readonly PaperOrder[]): ReadonlyMap<PaperOrder, PaperOrder> {
  const fired = new Map<PaperOrder, PaperOrder>();
  const ordinary = orders.filter(({ kind }) => kind !== 'trigger');
  const taken = new Set<PaperOrder>();
  for (const trigger of orders) {
    if (trigger.status !== 'triggered') continue;
    const { became, triggeredAtMs = 0, clientOid, type, filledSize } = trigger;
    const one = ordinary.find(
      (other) =>
        !taken.has(other) &&
        (became === undefined
          ? other.type === type &&
            Math.floor(other.acceptedAtMs) === triggeredAtMs &&
            other.filledSize === filledSize &&
            (other.clientOid === clientOid || other.clientOid === '')
          : other.orderId === became),
    );
    if (one === undefined) continue;
    taken.add(one);
    fired.set(trigger, one);
  }
  return fired;
}

const filledOf = ({ status, size, filledSize }: PaperOrder): number =>
  stepsIn(filledSize ?? (status === 'filled' ? size : '0'));

interface Sums {
  readonly filled: number;
  readonly closed: number;
  readonly held: number;
  /** What works of its stops, fired or not. */
  readonly stopped: number;
}

const sumOf = (placed: readonly Placed[], ids: readonly string[], what: 'filled' | 'open'): number =>
  placed.reduce((sum, one) => (ids.includes(one.id) ? sum + one[what] : sum), 0);

export function sumsOf(placed: readonly Placed[], { entries, stops, targets, closeOuts }: DrawnGroup): Sums {
  const filled = sumOf(placed, entries, 'filled');
  const closed = sumOf(placed, [...stops, ...targets, ...closeOuts], 'filled');
  return { filled, closed, held: filled - closed, stopped: sumOf(placed, stops, 'open') };
}

/** What the exchange's own stops of entries still close: a group without a stop of its own may have them. */
export const restingPresets = (
  orders: readonly PaperOrder[],
  names: ReadonlyMap<string, Named>,
  { isLong }: Pick<DrawnGroup, 'isLong'>,
): number =>
  orders
    .filter(({ type, status }) => type === (isLong ? '3' : '4') && status === 'untriggered')
    .reduce((sum, one) => (names.has(one.clientOid ?? '') ? sum : sum + stepsIn(one.size)), 0);

export const exitsOf = ({ stops, targets, closeOuts }: DrawnGroup): readonly string[] => [
  ...stops,
  ...targets,
  ...closeOuts,
];
