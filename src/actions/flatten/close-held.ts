/**
 * Closes one position, at most three times, and never with two closes in flight: the next goes only once the one before is seen to be
 * over, or can no longer be taken. What came of a close the position says.
 */
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { sendClose } from '../close/close.ts';
import { closeRun } from '../close/prepare-close.ts';
import { sizeOf, ALL } from '../close/share.ts';
import type { DoneStep, FlattenNotes, FlattenWith, LetBe } from './flatten-with.ts';
import { isSamePosition, lookAtAll, positionName, type HeldNow } from './look-at-all.ts';
import { makeRoom } from './make-room.ts';
import { RefusedCloses } from './refused-closes.ts';
import { closesOf, OwnCloses } from './own-closes.ts';
import type { ShownFills } from './shown-fills.ts';
import { closeEnd, NOT_SENT } from './steps-now.ts';
import { lagWords } from './waiting-words.ts';

const MOST_CLOSES = 3;

export interface Closing {
  readonly notes: FlattenNotes;
  /** Learns what the looks show. */
  readonly shown: ShownFills;
}

/** Whether nothing of it is told any more; else the notes say why it is let be. */
export async function closeHeld(how: FlattenWith, first: HeldNow, { notes, shown }: Closing): Promise<boolean> {
  const name = positionName(first);
  const closes = new OwnCloses(how, first);
  const letBe = (is: LetBe['is'], words: string, more: Pick<LetBe, 'close' | 'others'> = {}): false => {
    notes.letBe.push({ position: name, is, words: `${name}: ${words}`, ...more });
    return false;
  };
  const refused = new RefusedCloses();
  for (let sent = 0; ; sent++) {
    const open = await openClose(how, first);
    if (open !== undefined) return letBe('unknown', openWords(open), { close: open.clientOid });
    await closes.areOver();
    const now = await heldNow(how, first, { closes, shown });
    if (now === undefined) return letBe('unread', how.stop.signal.aborted ? INTERRUPTED : UNREAD);
    if (now.size.isZero || how.stop.signal.aborted) return now.size.isZero;
    const size = sizeToClose(how, now, refused.free);
    // How much is held at the end another line says: it may be less by then.
    if (size === undefined) return letBe('left', 'less was left than the minimum size of an order');
    if (sent === MOST_CLOSES) {
      const { words, ...beside } = refused.beside(now.size, NOT_GONE);
      return letBe('left', words, beside);
    }
    const end = await sendPart(how, now, size);
    notes.done.push({ clientOid: end.clientOid, kind: end.kind, name, words: end.words });
    if (end.limited !== undefined) notes.limited = end.limited;
    if (end.isOver) return letBe('left', `nothing was sent: ${end.words}`);
    refused.took();
    if (end.kind !== 'refused') continue;
    const room = await makeRoom(how, { ...now, closing: size }, notes);
    if (room === undefined) return letBe('unread', UNREAD);
    const last = refused.add(size, room);
    if (last !== undefined) return letBe('left', last.words, last);
  }
}

const NOT_GONE = `it was not gone after ${MOST_CLOSES} closes, the most that are sent`;
const INTERRUPTED = 'it was interrupted before what is held was looked at again';

const openWords = ({ id, orderId }: KnownOrder): string =>
  orderId === undefined ? `whether ${id} was placed is not known` : `${id} was accepted, and is not seen to be over`;
const UNREAD = 'what is held could not be read';

/** A close that keeps another one from going. One that can no longer be taken holds nothing back. */
async function openClose(how: FlattenWith, position: HeldNow): Promise<KnownOrder | undefined> {
  const { session, clock, config, stop } = how;
  const open = (await closesOf(how, position)).filter(mayRest);
  const clientOids = new Set(open.map(({ clientOid }) => clientOid));
  const over = (waitMs: number) => session.untilOver({ plan: CLOSE_PLAN, clientOids, waitMs, signal: stop.signal });
  const alive = async (): Promise<number> =>
    Math.max(0, ...(await session.liveRequests([...clientOids])).map(({ deadInMs }) => deadInMs));
  if (open.length === 0) return undefined;
  // One that is long dead is looked for once.
  let left = (await over((await alive()) > 0 ? config.execution.cancelWaitMs : 0)).filter(mayRest);
  while (left.length > 0 && (await alive()) > 0 && !stop.signal.aborted) {
    await clock.sleep(Math.min(await alive(), MOST_SLEEP_MS), stop.signal);
    left = (await over(0)).filter(mayRest);
  }
  return left.find(({ orderId }) => orderId !== undefined || stop.signal.aborted);
}

const MOST_SLEEP_MS = 2_000;

/**
 * What is held of it for sure. Positions may lag, so of what they tell only that counts which ordo's own closes have not taken, until
 * they show those closes.
 */
async function heldNow(
  how: FlattenWith,
  position: HeldNow,
  { closes, shown }: Pick<Closing, 'shown'> & { readonly closes: OwnCloses },
): Promise<HeldNow | undefined> {
  const { clock, stop } = how;
  for (let isSaid = false; ; isSaid = true) {
    const begunMs = clock.monotonicMs();
    const looked = await lookAtAll({ ...how, signal: stop.signal });
    if (looked === undefined) return undefined;
    const now = looked.held.find((one) => isSamePosition(one, position)) ?? { ...position, size: Decimal.zero };
    const { size, isAll, shownMs, late } = await closes.held(now.size, begunMs);
    if (shownMs !== undefined) shown.closed(now, shownMs);
    if (isAll || stop.signal.aborted) return now;
    const sure = { ...now, size };
    if (size.coefficient > 0n && sizeToClose(how, sure) !== undefined) return sure;
    if (!isSaid && late !== undefined) {
      const open = (await closesOf(how, position)).filter(mayRest);
      how.emit({ event: 'note', message: lagWords(now, late, open) });
    }
    await clock.sleep(MOST_SLEEP_MS, stop.signal);
  }
}

/**
 * All of it, or as much as one order takes; undefined where it is less than the least. `free`: what others leave of it, where an order
 * can have that size.
 */
function sizeToClose(
  how: Pick<FlattenWith, 'instrumentOf'>,
  { symbol, size }: Pick<HeldNow, 'symbol' | 'size'>,
  free = Decimal.zero,
): Decimal | undefined {
  const part = free.isZero || free.compare(size) >= 0 ? undefined : sizeToClose(how, { symbol, size: free });
  if (part !== undefined) return part;
  const instrument = how.instrumentOf(symbol);
  if (instrument === undefined) return size;
  const { step, minSize, maxSize } = instrument;
  const whole = maxSize !== undefined && size.compare(maxSize) > 0 ? maxSize : size;
  const cut = sizeOf(ALL, whole, step);
  return cut.isZero || cut.compare(minSize) < 0 ? undefined : cut;
}

interface PartEnd extends Omit<DoneStep, 'name'> {
  /** Nothing more may go. */
  readonly isOver: boolean;
  /** Why the rate limit kept it from being sent. */
  readonly limited?: string;
}

async function sendPart(how: FlattenWith, now: HeldNow, size: Decimal): Promise<PartEnd> {
  const { session, config, account: name, target, live, approval } = how;
  const { symbol, side, marginMode, size: held, average, mark } = now;
  const parts = [{ marginMode, held, size, average, mark }];
  const account = await session.account();
  const facts = { parts, account, halt: await session.halted(), symbol, description: `flattens ${symbol} ${side}` };
  const words = { live, precision: 'by what is held' };
  const request = { config, account: name, side, mode: 'execute', ...words, ...defined({ target }) } as const;
  const run = closeRun(facts, request);
  const [clientOid = ''] = run.schedule.pending.keys();
  const { ends, tally } = await sendClose(how, { ...run, approval }, {});
  const [order] = ends;
  const { withheld } = tally;
  if (withheld !== undefined && (order === undefined || order.state === 'never-sent')) {
    const { reason, message: why = reason } = withheld;
    const limited = reason === 'rate-limit' ? why : undefined;
    return { clientOid, kind: 'withheld', words: why, isOver: true, ...defined({ limited }) };
  }
  const end = order === undefined ? NOT_SENT : closeEnd(order);
  return {
    clientOid,
    isOver: false,
    ...(end ?? { kind: 'unknown', words: order?.message ?? `${order?.state ?? ''}, not seen filled` }),
  };
}
