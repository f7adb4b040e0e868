/** Whether a step may be: judged before it is done, over the book as the follower saw it. */
import type { FollowStep } from '../../src/model/followed.ts';
import type { PlannedOrder } from '../../src/model/order.ts';
import { isTaken, isUnsure, seenFilled, seenLeft, sum, type Book, type Sent } from './book.ts';
import { MAX_PAUSE_MS, PLACES, type ScenedOrder } from './draw.ts';
import {
  coverOf,
  isStuck,
  filledIn,
  heldOf,
  isEntered,
  isGivenUp,
  isGoing,
  isOff,
  isOrdinary,
  ofGroup,
  sharesOf,
  sizeOfEntries,
} from './sums.ts';

type Place = Extract<FollowStep, { does: 'place' }>;
type Cancel = Extract<FollowStep, { does: 'cancel' }>;
export type Wrong = (invariant: string, what: string) => void;

/** A size in whole steps, read from its text. */
export function stepsOf({ size }: PlannedOrder): number {
  const [whole = '', places = ''] = size.toString().split('.');
  return Number(whole + places.padEnd(PLACES, '0').slice(0, PLACES));
}
export const ticksOf = (price: { toString(): string }): number => {
  const [whole = '', place = '0'] = price.toString().split('.');
  return Number(whole) * 10 + Number(place[0]);
};

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
  if (step.part !== before.length + 1) wrong('2', `${step.name} is part ${step.part} after ${before.length}`);
  if (
    step.name !==
    (order.role === 'entry' || order.group === undefined || step.part === 1 ? step.id : `${step.id}/${step.part}`)
  )
    wrong('2', `${step.id} part ${step.part} is called ${step.name}`);
  if (step.order.side !== `${order.opens ? 'open' : 'close'}-${order.isLong ? 'long' : 'short'}`)
    wrong('1', `${step.name} is ${step.order.side}`);
  if (size <= 0 || size < (order.group === undefined || order.role === 'entry' ? 1 : book.scene.least))
    wrong('1', `${step.name} is of ${size}`);
  judgePrice(book, order, step, wrong);
  judgeTime(book, order, wrong);
  if (order.group === undefined || order.role === 'entry') judgeOnce(book, order, { before, size, wrong });
  else judgeExit(book, order, { before, size, step, wrong });
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

export const isPassed = ({ price }: Book, { role, isLong }: ScenedOrder, trigger: number): boolean =>
  (role === 'stop') === isLong ? price <= trigger : price >= trigger;

export const hasFired = (book: Book, group: number): boolean =>
  ofGroup(book, group, 'stop').some((sent) => isOrdinary(sent) && sent.seen.state !== 'rejected');

/** On the nearest tick, the higher of two. */
function averageOf(book: Book, group: number): number {
  const trades = ofGroup(book, group, 'entry').flatMap(({ trades: all, seen }) => all.slice(0, seen.trades));
  const size = sum(trades.map((one) => one.size));
  const worth = sum(trades.map((one) => one.size * one.price));
  return Math.floor((2 * worth + size) / (2 * size));
}

/** It has come about, by what was seen: filled to the last step, or nothing more is due of it. */
function isWhole(book: Book, id: string): boolean {
  const order = book.scene.orders.find((one) => one.id === id) as ScenedOrder;
  const filled = sum(book.of(id).map(seenFilled));
  if (filled === 0) return false;
  if (order.group === undefined || order.role === 'entry') return filled === order.size;
  if (!isEntered(book, order.group)) return false;
  const due =
    order.role === 'target'
      ? (sharesOf(book, order.group, filledIn(book, order.group, 'seen')).get(id) as number) - filled
      : heldOf(book, order.group, 'seen');
  return due < book.scene.least;
}

/** Whether its end has come, by what was seen. */
export function hasEnded(book: Book, { id, untilAt, untilFor, untilFilled }: ScenedOrder): boolean {
  const first = book.of(id).find(({ seen }) => seen.state !== 'rejected' && seen.state !== 'absent');
  if (untilAt !== undefined && book.askedMs >= untilAt) return true;
  if (untilFor !== undefined && first !== undefined && book.askedMs >= first.sentMs + untilFor) return true;
  return (untilFilled ?? []).some((other) =>
    book.of(other).some((sent) => seenFilled(sent) > 0 || sent.seen.firedMs !== undefined),
  );
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

const lastOf = (book: Book, ids: readonly string[]): number =>
  Math.max(0, ...ids.flatMap((id) => book.of(id).flatMap(({ trades }) => trades.map(({ ms }) => ms))));

interface Judged {
  readonly before: readonly Sent[];
  readonly size: number;
  readonly wrong: Wrong;
}

function judgeOnce(book: Book, order: ScenedOrder, { before, size, wrong }: Judged): void {
  if (size !== order.size) wrong('1', `${order.id} is of ${size}, not ${order.size}`);
  if (before.some(({ seen }) => seen.state !== 'absent')) wrong('10', `${order.id} is sent again`);
  const unknown = book.sent.find((sent) => sent.order.opens && isUnsure(sent));
  if (order.opens && book.scene.onUnknown === 'stop' && unknown !== undefined)
    wrong('10', `${order.id} opens while ${unknown.order.id} is unknown`);
}

function judgeExit(
  book: Book,
  order: ScenedOrder,
  { before, size, step, wrong }: Judged & { readonly step: Place },
): void {
  const group = order.group as number;
  const held = heldOf(book, group, 'seen');
  const most =
    order.role === 'target'
      ? (sharesOf(book, group, sizeOfEntries(book, group)).get(order.id) as number)
      : sizeOfEntries(book, group);
  if (size > most) wrong('1', `${step.name} is of ${size}, more than ${most}`);
  if (before.filter(isTaken).length >= (order.role === 'stop' ? 48 : 12))
    wrong('1', `${step.name} has too many parts before it`);
  if (isOff(before)) wrong('let go', `${step.name} is sent although ${order.id} was let go`);
  const closers = ofGroup(book, group).filter(
    (sent) =>
      sent.order.role !== 'entry' && !isGivenUp(book, sent) && (sent.order.role === 'target' || isOrdinary(sent)),
  );
  const closing = sum(closers.map(seenLeft));
  if ((order.role !== 'stop' || step.order.trigger === undefined) && closing + size > held)
    wrong('4', `${step.name} of ${size} next to ${closing}, where ${held} is held`);
  if (order.role === 'stop') judgeStop(book, { before, size, step, held, wrong });
  if (order.role === 'target') judgeBehindStop(book, group, step, wrong);
  const open = ofGroup(book, group, 'target').filter(
    (sent) => seenLeft(sent) > 0 && !(isUnsure(sent) && sent.seen.lackedBy >= 2),
  );
  if (order.role === 'close-out' && open.length > 0)
    wrong('8', `${step.name} is sent while ${open[0]?.order.id} is not over`);
}

interface StopJudged extends Judged {
  readonly step: Place;
  readonly held: number;
}

/** It adds no more than is missing, or takes the place of a larger one. */
function judgeStop(book: Book, { before, size, step, held, wrong }: StopJudged): void {
  const there = before.filter(
    (sent) => !isGoing(book, sent) && !isStuck(sent) && !isGivenUp(book, sent) && seenLeft(sent) > 0,
  );
  if (step.because === 'resize') {
    if (there.some(isUnsure)) wrong('4', `${step.name} is a resize while one is unknown`);
    const cover = sum(there.map(seenLeft));
    const largest = Math.max(0, ...there.map(seenLeft));
    if (size >= largest || cover - largest + size < held)
      wrong('4', `${step.name} of ${size} in place of ${largest}: ${cover} covers ${held}`);
    return;
  }
  const cover = sum(there.map(seenLeft));
  if (cover + size > held) wrong('4', `${step.name} of ${size} next to ${cover}, where ${held} is held`);
}

/** A group's stop is not due: it covers, or cannot. */
function judgeBehindStop(book: Book, group: number, step: Place, wrong: Wrong): void {
  const missing = missingStop(book, group);
  if (missing !== undefined) wrong('8', `${step.name} is sent while ${missing}`);
}

/** What a stop that may be sent leaves uncovered, in words. */
export function missingStop(book: Book, group: number): string | undefined {
  const held = heldOf(book, group, 'seen');
  const plain = book.scene.orders.find(
    (order) =>
      order.group === group && order.role === 'stop' && order.afterFilled === undefined && order.afterAt === undefined,
  );
  if (plain === undefined) return undefined;
  const stops = ofGroup(book, group, 'stop');
  const cover = sum(
    stops.filter((sent) => !isGoing(book, sent) && !isStuck(sent) && !isGivenUp(book, sent)).map(seenLeft),
  );
  // Where the market has passed the stop, its close and that of a close-out are the same.
  const closing = book.scene.orders.some(
    (one) => one.group === group && one.role === 'stop' && isPassed(book, one, one.trigger as number),
  )
    ? sum(ofGroup(book, group, 'close-out').map(seenLeft))
    : 0;
  const missing = held - cover - closing;
  if (missing < book.scene.least) return undefined;
  for (const { id } of book.scene.orders) {
    const parts = stops.filter(({ order }) => order.id === id);
    // A later stop that somebody took off, or that failed, is the group's stop all the same.
    if (parts.length > 0 && isOff(parts)) return undefined;
    if (parts.filter(isTaken).length >= 47) return undefined;
    if (parts.filter(isTaken).length >= 12 && !isEntered(book, group) && missing * 10 < sizeOfEntries(book, group))
      return undefined;
  }
  return `${missing} of ${held} has no stop`;
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

/** Nothing is said of a group with an order that contradicts itself. */
function judgeFrozen(book: Book, { group, id }: ScenedOrder, wrong: Wrong): void {
  if (group !== undefined && ofGroup(book, group).some(({ seen }) => seen.isFrozen))
    wrong('E1', `${id} is touched while its group is frozen`);
}

/** Its end has come; or it is an exit that a stop, a close-out or what is held leaves no room for. */
function mayCancel(book: Book, sent: Sent): boolean {
  const { order } = sent;
  if (hasEnded(book, order)) return true;
  if (order.group === undefined || order.role === 'entry') return false;
  const { group } = order;
  const held = heldOf(book, group, 'seen');
  const closers = ofGroup(book, group).filter(
    (sent) => sent.order.role !== 'entry' && (sent.order.role === 'target' || isOrdinary(sent)),
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
  return isStuck(sent) || held === 0 || flat || passed || hasFired(book, group) || sum(closers.map(seenLeft)) > held;
}
