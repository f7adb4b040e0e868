/** What the market, other hands and the wire do, out of a seed. */
import type { Random } from '../random.ts';
import { isUnsure, leftOf, type Book, type Sent } from './book.ts';

/** It fills now: it has no trigger, or that has fired. */
const isOpen = (sent: Sent): boolean => leftOf(sent) > 0 && (sent.trigger === undefined || sent.firedMs !== undefined);

export function marketActs(book: Book, random: Random): void {
  // What is at market is over by then.
  for (const sent of book.sent) if (isOpen(sent) && sent.order.limit === undefined) book.fills(sent, leftOf(sent));
  for (let events = random.pick([0, 1, 1, 2, 3]); events > 0; events--) {
    book.now += random.int(1, 300);
    const open = book.sent.filter((sent) => leftOf(sent) > 0);
    if (open.length > 0) actOn(book, random, random.pick(open));
  }
  if (random.chance(0.15)) book.price = random.pick([629_000, 633_000, 636_000, 640_000, 644_000, 650_500, 655_000]);
  if (random.chance(0.04)) closeElsewhere(book, random);
}

function actOn(book: Book, random: Random, sent: Sent): void {
  if (isOpen(sent)) {
    const left = leftOf(sent);
    if (random.chance(0.03)) book.end(sent, 'other');
    else book.fills(sent, random.chance(0.5) ? left : random.int(1, left));
    return;
  }
  // A trigger fires, mostly one that opens or gains.
  if (random.chance(sent.order.role === 'stop' ? 0.15 : 0.6)) {
    sent.firedMs = book.now;
    if (sent.order.limit === undefined)
      book.fills(sent, random.chance(0.8) ? leftOf(sent) : random.int(1, leftOf(sent)));
  } else if (random.chance(0.08)) book.end(sent, random.chance(0.6) ? 'other' : 'person');
}

/** By hand, where the trades prove whose it was: one group alone is on that side. */
function closeElsewhere(book: Book, random: Random): void {
  const { groups } = book.scene;
  const at = random.below(groups.length);
  const isLong = (groups[at] as (typeof groups)[number]).isLong;
  const side = isLong ? 'long' : 'short';
  if (groups.filter((one) => one.isLong === isLong).length > 1 || book.position[side] === 0) return;
  if (book.scene.orders.some(({ group, isLong: its }) => group === undefined && its === isLong)) return;
  const size = random.int(1, book.position[side]);
  book.position[side] -= size;
  book.elsewhere[at] = (book.elsewhere[at] as number) + size;
}

/** A full look; each list may be late for an order. */
export function look(book: Book, random: Random, isComplete: boolean): void {
  book.lookedMs = book.now;
  book.askedMs = book.now;
  for (const sent of book.sent) {
    const isDead = book.now >= sent.sentMs + 60_000;
    const isTold = isComplete || random.chance(0.9) || isDead;
    if (sent.exists && isTold) book.see(sent);
    else if (isUnsure(sent) && isDead) sent.seen.lackedBy += 1;
  }
  if (isComplete || random.chance(0.9))
    for (const [at, size] of book.elsewhere.entries()) book.elsewhereSeen[at] = size;
  for (const { seen } of book.sent)
    seen.isFrozen = seen.firedMs !== undefined && seen.state === 'works' && random.chance(seen.isFrozen ? 0.6 : 0.03);
  book.seenPosition = { ...book.position };
}
