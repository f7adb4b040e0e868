/** What the judge reckons of a group: by what was seen, or by what is true. A rule of its own for everything. */
import { filledOf, isTaken, isUnsure, seenFilled, seenLeft, sum, type Book, type Sent } from './book.ts';
import type { ScenedOrder } from './draw.ts';

type By = 'seen' | 'truth';

const filledBy = (by: By): ((sent: Sent) => number) => (by === 'seen' ? seenFilled : filledOf);

export const ofGroup = (book: Book, group: number, role?: ScenedOrder['role']): Sent[] =>
  book.sent.filter(({ order }) => order.group === group && (role === undefined || order.role === role));

export const filledIn = (book: Book, group: number, by: By): number =>
  sum(ofGroup(book, group, 'entry').map(filledBy(by)));

export function heldOf(book: Book, group: number, by: By): number {
  const exits = ofGroup(book, group).filter(({ order }) => order.role !== 'entry');
  const elsewhere = (by === 'seen' ? book.elsewhereSeen : book.elsewhere)[group] as number;
  return Math.max(0, filledIn(book, group, by) - sum(exits.map(filledBy(by))) - elsewhere);
}

export const isOrdinary = (sent: Sent): boolean => sent.trigger === undefined || sent.seen.firedMs !== undefined;
/** Its cancel was not refused, and no look has seen it work 10 s later. */
export const isGoing = ({ lookedMs = 0 }: Book, { seen: { cancel, state } }: Sent): boolean =>
  cancel !== undefined && cancel.answer !== 'refused' && (state !== 'works' || lookedMs < cancel.ms + 10_000);

/** Entries without exits are no group. */
export const hasExits = ({ scene }: Book, group: number): boolean =>
  scene.orders.some((one) => one.group === group && one.role !== 'entry');

/** What orders of no group opened on a side and did not close. */
function heldBeside(book: Book, isLong: boolean): number {
  const beside = book.sent.filter(
    ({ order }) => order.isLong === isLong && (order.group === undefined || !hasExits(book, order.group)),
  );
  return Math.max(0, sum(beside.map((sent) => (sent.order.opens ? seenFilled(sent) : -seenFilled(sent)))));
}

/** Unknown for so long that it counts as not there: dead, lacked twice, and the position has what it was to close. */
export function isGivenUp(book: Book, sent: Sent): boolean {
  if (!isUnsure(sent) || sent.seen.lackedBy < 2 || book.now < sent.sentMs + 60_000) return false;
  const { isLong } = sent.order;
  const held = book.scene.groups.map((one, at) =>
    one.isLong === isLong && hasExits(book, at) ? heldOf(book, at, 'seen') : 0,
  );
  return book.seenPosition[isLong ? 'long' : 'short'] >= sum(held) + heldBeside(book, isLong);
}

/** It works although the market had passed it in two looks in a row: it covers nothing. */
export const isStuck = ({ seen, trigger }: Sent): boolean =>
  trigger !== undefined && seen.firedMs === undefined && isTaken({ seen } as Sent) && seen.prices.passed >= 2;

/** The stops that work for certain and that nobody takes off. */
export const coverOf = (book: Book, group: number): number =>
  sum(
    ofGroup(book, group, 'stop')
      .filter((sent) => isTaken(sent) && !isStuck(sent) && !isGoing(book, sent))
      .map(seenLeft),
  );

/** Every target's part of so much: one step after the other to the greatest weight ÷ (its steps + 1), the last of equals. */
export function sharesOf(book: Book, group: number, filled: number): Map<string, number> {
  const targets = book.scene.orders.filter((order) => order.group === group && order.role === 'target');
  const steps = new Map(targets.map(({ id }) => [id, 0]));
  const under = targets[0]?.share?.[1] ?? 1;
  const all = Math.floor((filled * sum(targets.map(({ share }) => share?.[0] ?? 0))) / under);
  for (let given = 0; given < all; given++) {
    let best: ScenedOrder | undefined;
    for (const one of targets) if (best === undefined || worth(one, steps) >= worth(best, steps) - 1e-12) best = one;
    const { id } = best as ScenedOrder;
    steps.set(id, (steps.get(id) as number) + 1);
  }
  return steps;
}

/** Small whole numbers: their quotients differ by far more than a rounding, or not at all. */
const worth = ({ id, share }: ScenedOrder, steps: ReadonlyMap<string, number>): number =>
  (share?.[0] ?? 0) / ((steps.get(id) as number) + 1);

export const sizeOfEntries = (book: Book, group: number): number =>
  sum(book.scene.orders.filter((order) => order.group === group && order.role === 'entry').map(({ size }) => size));

/** Nothing more can be filled of the entries, as far as was seen. */
export const isEntered = (book: Book, group: number): boolean =>
  book.scene.orders
    .filter((order) => order.group === group && order.role === 'entry')
    .every(({ id }) => {
      const last = book.of(id).at(-1);
      if (last === undefined) return book.withheld.has(id);
      return last.seen.state === 'over' || last.seen.state === 'rejected';
    });

const byHand = ({ seen, trigger }: Sent): boolean =>
  seen.end === 'other' && trigger !== undefined && seen.firedMs === undefined;
const isEmpty = (one: Sent): boolean => one.seen.end === 'other' && isOrdinary(one) && seenFilled(one) === 0;

/** A person took it off. */
export const isByPerson = (sent: readonly Sent[]): boolean =>
  sent.some(({ seen }) => seen.state !== 'absent' && (seen.end === 'person' || seen.cancel?.by === 'person'));

/** Nothing more of this exit may be sent: a person took it off, or it failed too often. */
export function isOff(sent: readonly Sent[]): boolean {
  const tried = sent.filter(({ seen }) => seen.state !== 'absent');
  const isTarget = sent[0]?.order.role === 'target';
  if (isByPerson(sent)) return true;
  if (isTarget && tried.some(({ seen }) => seen.end === 'other')) return true;
  if (tried.length >= 2 && tried.slice(-2).every(({ seen }) => seen.state === 'rejected')) return true;
  if (tried.length >= 3 && tried.slice(-3).every(isEmpty)) return true;
  const again = tried.findIndex(({ because }) => because === 'was-cancelled');
  return again >= 0 && tried.slice(again).some(byHand);
}
