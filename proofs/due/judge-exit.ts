/** Whether a part of an exit may be sent. */
import type { FollowStep } from '../../src/model/followed.ts';
import { isTaken, isUnsure, seenLeft, sum, type Book, type Sent } from './book.ts';
import type { ScenedOrder } from './draw.ts';
import { isPassed } from './facts.ts';
import {
  heldOf,
  isEntered,
  isGivenUp,
  isByPerson,
  isGoing,
  isOff,
  isOrdinary,
  isStuck,
  ofGroup,
  sharesOf,
  sizeOfEntries,
} from './sums.ts';

export type Place = Extract<FollowStep, { does: 'place' }>;
export type Wrong = (invariant: string, what: string) => void;

export interface Judged {
  readonly before: readonly Sent[];
  readonly size: number;
  readonly wrong: Wrong;
}

export function judgeExit(
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
  if (order.role === 'stop') judgeStop(book, { order, before, size, step, held, wrong });
  const missing = order.role === 'target' ? missingStop(book, group) : undefined;
  if (missing !== undefined) wrong('8', `${step.name} is sent while ${missing}`);
  const open = ofGroup(book, group, 'target').filter(
    (sent) => seenLeft(sent) > 0 && !(isUnsure(sent) && sent.seen.lackedBy >= 2),
  );
  if (order.role === 'close-out' && open.length > 0)
    wrong('8', `${step.name} is sent while ${open[0]?.order.id} is not over`);
}

interface StopJudged extends Judged {
  readonly order: ScenedOrder;
  readonly step: Place;
  readonly held: number;
}

/** It adds no more than is missing, or takes the place of a larger one. */
function judgeStop(book: Book, { order, before, size, step, held, wrong }: StopJudged): void {
  const there = before.filter(
    (sent) => !isGoing(book, sent) && !isStuck(sent) && !isGivenUp(book, sent) && seenLeft(sent) > 0,
  );
  if (step.because === 'resize') {
    if (there.some(isUnsure)) wrong('4', `${step.name} is a resize while one is unknown`);
    // What works of the group's other stops covers as well; what is unknown of them does not.
    const others = ofGroup(book, order.group as number, 'stop').filter(
      (sent) => sent.order !== order && isTaken(sent) && !isGoing(book, sent) && !isStuck(sent),
    );
    const cover = sum([...there, ...others].map(seenLeft));
    const largest = Math.max(0, ...there.map(seenLeft));
    if (size >= largest || cover - largest + size < held)
      wrong('4', `${step.name} of ${size} in place of ${largest}: ${cover} covers ${held}`);
    return;
  }
  const cover = sum(there.map(seenLeft));
  if (cover + size > held) wrong('4', `${step.name} of ${size} next to ${cover}, where ${held} is held`);
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
  // A later stop that failed leaves the place to this one.
  if (isOff(stops.filter(({ order }) => order === plain))) return undefined;
  for (const { id } of book.scene.orders) {
    const parts = stops.filter(({ order }) => order.id === id);
    // One that a person took off is the group's stop all the same.
    if (isByPerson(parts)) return undefined;
    if (parts.filter(isTaken).length >= 47) return undefined;
    if (parts.filter(isTaken).length >= 12 && !isEntered(book, group) && missing * 10 < sizeOfEntries(book, group))
      return undefined;
  }
  return `${missing} of ${held} has no stop`;
}
