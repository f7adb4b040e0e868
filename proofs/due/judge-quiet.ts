/** What has to be true once nothing is due any more and everything is seen: over the true book alone. */
import { isTaken, leftOf, filledOf, sum, type Book, type Sent } from './book.ts';
import { hasEnded, hasFired } from './facts.ts';
import { missingStop, type Wrong } from './judge-exit.ts';
import {
  filledIn,
  heldOf,
  isEntered,
  isGoing,
  isOff,
  isOrdinary,
  isStuck,
  ofGroup,
  sharesOf,
  sizeOfEntries,
} from './sums.ts';

/** Nothing is unknown, nothing waits for a look, and no cancel is under way. */
export const isQuiet = (book: Book): boolean =>
  book.sent.every(
    (sent) =>
      !sent.seen.isFrozen &&
      sent.seen.state !== 'unknown' &&
      sent.seen.state !== 'intended' &&
      !(isGoing(book, sent) && leftOf(sent) > 0) &&
      (sent.seen.cancel?.answer !== 'refused' || leftOf(sent) === 0) &&
      !(sent.seen.state === 'rejected' && (sent.seen.answeredMs as number) >= (book.lookedMs ?? 0)),
  );

export function judgeQuiet(book: Book, wrong: Wrong): void {
  for (const group of book.scene.groups.keys()) judgeGroup(book, group, wrong);
  for (const order of book.scene.orders)
    for (const sent of book.of(order.id))
      if (leftOf(sent) > 0 && order.role !== 'stop' && hasEnded(book, order))
        wrong('7', `${order.id} works after its end`);
  judgeSlices(book, wrong);
}

/** A slice that closes is sent in its time. */
function judgeSlices(book: Book, wrong: Wrong): void {
  for (const order of book.scene.orders) {
    const { id, opens, group, dueAt, every = 0 } = order;
    if (opens || group !== undefined || dueAt === undefined || book.of(id).length > 0 || hasEnded(book, order))
      continue;
    if (book.now >= dueAt && book.now <= dueAt + Math.min(every / 2, 30_000)) wrong('12', `slice ${id} is not sent`);
  }
}

function judgeGroup(book: Book, group: number, wrong: Wrong): void {
  const held = heldOf(book, group, 'truth');
  const exits = ofGroup(book, group).filter(({ order }) => order.role !== 'entry');
  if (isEntered(book, group) && held === 0) {
    const open = exits.find((sent) => leftOf(sent) > 0);
    if (open !== undefined) wrong('7', `${open.order.id} works, and nothing is held`);
    return;
  }
  const missing = missingStop(book, group);
  if (missing !== undefined) wrong('6', `${missing}, and nothing is due`);
  judgeExcess(book, group, held, wrong);
  const targets = exits.filter(({ order }) => order.role === 'target');
  const open = sum(targets.map(leftOf));
  const closing = sum(exits.filter((sent) => sent.order.role !== 'target' && isOrdinary(sent)).map(leftOf));
  const hasFiredOpen = exits.some(
    (sent) => sent.order.role === 'stop' && sent.firedMs !== undefined && leftOf(sent) > 0,
  );
  if (open + closing > held && !hasFiredOpen) wrong('4', `${open + closing} is closed at once, and ${held} is held`);
  if (isBlocked(book, group, wrong, { held, open })) return;
  judgeTargets(book, group, wrong);
}

/** What the stop covers beyond what is held. */
function judgeExcess(book: Book, group: number, held: number, wrong: Wrong): void {
  const stops = ofGroup(book, group, 'stop').filter((sent) => !isStuck(sent));
  const cover = sum(stops.map(leftOf));
  const largest = sizeOfEntries(book, group);
  if (cover <= held || (cover - held) * 10 < largest) return;
  if (
    ofGroup(book, group).some(
      (sent) => !sent.order.opens && sent.order.role !== 'target' && isOrdinary(sent) && leftOf(sent) > 0,
    )
  )
    return;
  const smallest = Math.min(...mayGo(stops, held).map(leftOf));
  const cannot = cover - held < smallest && (smallest <= book.scene.least || isPassed(book, stops));
  const isOver = book.scene.orders.some(
    ({ id, role }) => role === 'stop' && book.of(id).length > 0 && isDone(book.of(id)),
  );
  if (!cannot && !isOver) wrong('4', `the stop covers ${cover}, and ${held} is held`);
}

/** Where the stop that came last leaves a rest that is too small to be sent, what works of those before it; else all. */
function mayGo(stops: readonly Sent[], held: number): readonly Sent[] {
  const working = stops.filter((sent) => leftOf(sent) > 0);
  const last = stops.findLast(({ part }) => part === 1)?.order;
  const before = working.filter(({ order }) => order !== last);
  return sum(working.map(leftOf)) - sum(before.map(leftOf)) >= held || before.length === 0 ? working : before;
}

const isDone = (parts: readonly Sent[]): boolean =>
  isOff(parts) ||
  parts.filter(isTaken).length >= 47 ||
  parts.filter(({ because }) => because === 'resize').length >= 10;

const isPassed = ({ price }: Book, stops: readonly Sent[]): boolean =>
  stops.some(
    ({ trigger, order: { isLong } }) => trigger !== undefined && (isLong ? price <= trigger : price >= trigger),
  );

/** A stop that fired, or a close-out: no target works, and the close-out closes what is held. */
function isBlocked(
  book: Book,
  group: number,
  wrong: Wrong,
  { held, open }: { readonly held: number; readonly open: number },
): boolean {
  const flat = book.scene.orders.filter(
    (one) =>
      one.group === group && one.role === 'close-out' && (one.afterAt as number) <= book.now && !hasEnded(book, one),
  );
  const canClose = flat.filter(({ id }) => !isOff(book.of(id)) && book.of(id).filter(isTaken).length < 12);
  if (flat.length > 0) {
    if (open > 0) wrong('7', `targets of ${open} work, and the close-out is due`);
    const closing = sum(
      ofGroup(book, group)
        .filter((sent) => sent.order.role !== 'entry' && isOrdinary(sent))
        .map(leftOf),
    );
    if (canClose.length > 0 && held - closing >= book.scene.least)
      wrong('6', `the close-out leaves ${held - closing} of ${held}`);
    return true;
  }
  const fired = ofGroup(book, group, 'stop').filter((sent) => isTaken(sent) && isOrdinary(sent));
  const firedMs = Math.max(...fired.map((sent) => sent.firedMs ?? sent.sentMs));
  const filledMs = Math.max(...ofGroup(book, group, 'entry').flatMap(({ trades }) => trades.map(({ ms }) => ms)));
  if (fired.length > 0 && filledMs <= firedMs) {
    if (open > 0) wrong('7', `targets of ${open} work, and the stop has fired`);
    return true;
  }
  return hasFired(book, group);
}

/** Each has its share of what was filled, at the end to the step, before within a tenth of its most. */
function judgeTargets(book: Book, group: number, wrong: Wrong): void {
  if ((book.elsewhere[group] as number) > 0 || missingStop(book, group) !== undefined) return;
  if (ofGroup(book, group).some((sent) => ['stop', 'close-out'].includes(sent.order.role) && filledOf(sent) > 0))
    return;
  const shares = sharesOf(book, group, filledIn(book, group, 'truth'));
  const most = sharesOf(book, group, sizeOfEntries(book, group));
  for (const [id, share] of shares) {
    const parts = book.of(id);
    const order = book.scene.orders.find((one) => one.id === id);
    if (order === undefined || isOff(parts) || hasEnded(book, order) || parts.filter(isTaken).length >= 12) continue;
    const missing = share - sum(parts.map(filledOf)) - sum(parts.map(leftOf));
    const isFirst = !parts.some(isTaken);
    const isDue = isFirst || isEntered(book, group) || missing * 10 >= (most.get(id) as number);
    if (missing >= book.scene.least && isDue) wrong('6', `${missing} of ${share} of ${id} is missing`);
    if (missing < 0) wrong('4', `${id} works for ${-missing} more than its share`);
  }
}
