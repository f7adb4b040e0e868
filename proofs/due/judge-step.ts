/** Whether a step may be: judged before it is done, over the book as the follower saw it. */
import type { FollowStep } from '../../src/model/followed.ts';
import { isUnsure, seenLeft, sum, type Book, type Sent } from './book.ts';
import { MAX_PAUSE_MS, type ScenedOrder } from './draw.ts';
import { averageOf, hasEnded, hasFired, isPassed, isWhole, lastOf, stepsOf, ticksOf } from './facts.ts';
import { judgeExit, type Judged, type Place, type Wrong } from './judge-exit.ts';
import { coverOf, hasExits, heldOf, isGoing, isOrdinary, isStuck, ofGroup } from './sums.ts';

type Cancel = Extract<FollowStep, { does: 'cancel' }>;

export function judgePlace(book: Book, step: Place, wrong: Wrong): void {
  const order = book.scene.orders.find(({ id }) => id === step.id);
  if (order === undefined) {
    wrong('1', `${step.id} is not in the plan`);
    return;
  }
  const before = book.of(step.id);
  const last = before.findLast(({ seen }) => seen.state !== 'absent');
  if (last?.seen.state === 'rejected' && (last.seen.answeredMs as number) >= (book.lookedMs ?? 0))
    wrong('let go', `${step.name} is sent again before a look`);
  judgeFrozen(book, order, wrong);
  const size = stepsOf(step.order);
  judgeName(order, step, before.length, wrong);
  const isExit = order.group !== undefined && order.role !== 'entry';
  if (size <= 0 || size < (isExit ? book.scene.least : 1)) wrong('1', `${step.name} is of ${size}`);
  judgePrice(book, order, step, wrong);
  judgeTime(book, order, wrong);
  if (isExit) judgeExit(book, order, { before, size, step, wrong });
  else judgeOnce(book, order, { before, size, wrong });
}

/** Its number is the next, its id has that number, and its side is the plan's. */
function judgeName(order: ScenedOrder, { id, part, name, order: sent }: Place, before: number, wrong: Wrong): void {
  const isFirst = order.role === 'entry' || order.group === undefined || part === 1;
  if (part !== before + 1) wrong('2', `${name} is part ${part} after ${before}`);
  if (name !== (isFirst ? id : `${id}/${part}`)) wrong('2', `${id} part ${part} is called ${name}`);
  if (sent.side !== `${order.opens ? 'open' : 'close'}-${order.isLong ? 'long' : 'short'}`)
    wrong('1', `${name} is ${sent.side}`);
}

/** Its trigger is the plan's; where it has none, the market has passed it, or a stop has fired. */
function judgePrice(book: Book, order: ScenedOrder, step: Place, wrong: Wrong): void {
  const wanted = order.atAverage === true ? averageOf(book, order.group as number) : order.trigger;
  const limit = step.order.price.kind === 'limit' ? ticksOf(step.order.price.at) : undefined;
  if (limit !== order.limit) wrong('1', `${step.name} at ${limit} for ${order.limit}`);
  const { trigger } = step.order;
  if (trigger !== undefined) {
    if (ticksOf(trigger) !== wanted) wrong('1', `${step.name} at trigger ${trigger.toString()} for ${wanted}`);
    if (!order.opens && isPassed(book, order, wanted as number))
      wrong('passed', `${step.name} is sent as a trigger that the market has passed`);
  } else if (
    wanted !== undefined &&
    !order.opens &&
    !isPassed(book, order, wanted) &&
    !hasFired(book, order.group as number) &&
    !book.sent.some((sent) => sent.order.group === order.group && isStuck(sent))
  )
    wrong('passed', `${step.name} is sent without its trigger`);
}

function judgeTime(book: Book, order: ScenedOrder, wrong: Wrong): void {
  const { id, afterAt, afterFilled = [], dueAt, every = 0, opens } = order;
  if (afterAt !== undefined && book.askedMs < afterAt) wrong('1', `${id} is sent before its time`);
  for (const other of afterFilled)
    if (!isWhole(book, other) && book.of(id).length === 0) wrong('1', `${id} is sent before ${other} is filled whole`);
  if (hasEnded(book, order)) wrong('1', `${id} is sent after its end`);
  if (dueAt !== undefined && (book.askedMs < dueAt || book.askedMs > dueAt + Math.min(every / 2, 30_000)))
    wrong('12', `slice ${id} of ${dueAt} at ${book.askedMs}`);
  if (opens && afterAt !== undefined && book.askedMs > Math.max(afterAt, lastOf(book, afterFilled)) + MAX_PAUSE_MS)
    wrong('12', `${id} opens ${book.askedMs - afterAt} ms late`);
}

function judgeOnce(book: Book, order: ScenedOrder, { before, size, wrong }: Judged): void {
  if (size !== order.size) wrong('1', `${order.id} is of ${size}, not ${order.size}`);
  if (before.length > 0) wrong('10', `${order.id} is sent again`);
  const unknown = book.sent.find(isUnsure);
  if (order.opens && book.scene.onUnknown === 'stop' && unknown !== undefined)
    wrong('10', `${order.id} opens while ${unknown.order.id} is unknown`);
}

export function judgeCancel(book: Book, step: Cancel, wrong: Wrong): void {
  const sent = book.of(step.id).find(({ part }) => part === step.part);
  if (sent === undefined || !['accepted', 'works'].includes(sent.seen.state)) {
    wrong('11', `cancels ${step.id}/${step.part}, which does not work`);
    return;
  }
  judgeFrozen(book, sent.order, wrong);
  const { cancel, state } = sent.seen;
  if (
    cancel !== undefined &&
    (cancel.answer === 'asked' || cancel.tries >= 20 || book.now < cancel.ms + 10_000 || state !== 'works')
  )
    wrong('cancel again', `${step.id}/${step.part} is cancelled again too soon`);
  const { order } = sent;
  if (order.role === 'stop') {
    const held = heldOf(book, order.group as number, 'seen');
    const cover = coverOf(book, order.group as number);
    const left = cover - (isGoing(book, sent) || isStuck(sent) ? 0 : seenLeft(sent));
    if (left < held) wrong('5', `cancels ${step.id}/${step.part}: ${left} covers ${held}`);
  } else if (!mayCancel(book, sent)) wrong('11', `cancels ${step.id}/${step.part} for nothing: ${step.because}`);
}

/** Nothing is said of an order that contradicts itself, nor of its group. Entries without exits are no group. */
function judgeFrozen(book: Book, { group, id }: ScenedOrder, wrong: Wrong): void {
  const together = group !== undefined && hasExits(book, group) ? ofGroup(book, group) : book.of(id);
  if (together.some(({ seen }) => seen.isFrozen)) wrong('E1', `${id} is touched while it or its group is frozen`);
}

/** Its end has come; or it is an exit that a stop, a close-out or what is held leaves no room for. */
function mayCancel(book: Book, sent: Sent): boolean {
  const { order } = sent;
  if (hasEnded(book, order)) return true;
  if (order.group === undefined || order.role === 'entry') return false;
  const { group } = order;
  const held = heldOf(book, group, 'seen');
  const closers = ofGroup(book, group).filter(
    (one) => one.order.role !== 'entry' && (one.order.role === 'target' || isOrdinary(one)),
  );
  const flat = book.scene.orders.some(
    (one) => one.group === group && one.role === 'close-out' && (one.afterAt as number) <= book.now,
  );
  const passed = book.scene.orders.some(
    (one) =>
      one.group === group &&
      one.role === 'stop' &&
      isPassed(book, one, one.atAverage === true ? averageOf(book, group) : (one.trigger as number)),
  );
  return (
    book.sent.some((one) => one.order.group === group && isStuck(one)) ||
    held === 0 ||
    flat ||
    passed ||
    hasFired(book, group) ||
    sum(closers.map(seenLeft)) > held
  );
}
