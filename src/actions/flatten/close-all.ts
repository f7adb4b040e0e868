/** Closes what a flatten has to close. What was filled a moment ago positions may not show yet: it is waited for, and closed as it comes. */
import { askFilled } from './cancel-orders.ts';
import { closeHeld, type Closing } from './close-held.ts';
import type { FlattenNotes, FlattenWith } from './flatten-with.ts';
import { lookAtAll, positionName, type HeldNow, type LookedAtAll } from './look-at-all.ts';
import { LONGEST_LAG_MS, positionKey, ShownFills } from './shown-fills.ts';
import { untoldOff } from './untold.ts';
import { lateNote } from './waiting-words.ts';
import { withTraded } from './whose.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 2_000;

/**
 * It waits until positions show what was filled, at most for as long as they may lag: then they show that it is gone, by a preset or by
 * hand. What positions showed of what was filled.
 */
export async function closeAll(how: FlattenWith, notes: FlattenNotes): Promise<ShownFills> {
  const { session, clock, stop } = how;
  const shown = new ShownFills();
  const letBe = new Set<string>();
  // Twice as long, as something may be filled meanwhile.
  const untilMs = clock.monotonicMs() + 2 * LONGEST_LAG_MS;
  let looked = await heldFirst(how);
  let closed: readonly HeldNow[] = looked?.held ?? [];
  for (let waitMs = FIRST_WAIT_MS; looked !== undefined; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const gone = await closeTold(how, closed, { notes, shown });
    for (const one of closed) if (!gone.has(one)) letBe.add(positionKey(one));
    const held = looked.held.filter((one) => !gone.has(one));
    const late = shown.late(await session.account(), held, looked.begunMs).filter(({ key }) => !letBe.has(key));
    if (late.length === 0 || stop.signal.aborted || clock.monotonicMs() >= untilMs) break;
    if (waitMs === FIRST_WAIT_MS) how.emit({ event: 'note', message: lateNote(late) });
    await clock.sleep(waitMs, stop.signal);
    looked = await lookAtAll({ ...how, signal: stop.signal });
    const keys = new Set(late.map(({ key }) => key));
    closed = (looked?.held ?? []).filter((one) => keys.has(positionKey(one)));
  }
  return shown;
}

/** Those of which nothing is told any more. */
async function closeTold(how: FlattenWith, held: readonly HeldNow[], closing: Closing): Promise<ReadonlySet<HeldNow>> {
  const gone = new Set<HeldNow>();
  for (const position of held) {
    if (how.all || position.isOurs) {
      if (await closeHeld(how, position, closing)) gone.add(position);
    } else if (position.mayBeOurs === true)
      closing.notes.letBe.push({ position: positionName(position), is: 'unknown', words: whoseWords(position) });
  }
  return gone;
}

/** What is held. Where it may be ours by an order that went off, it is asked first how far that was filled. */
async function heldFirst(how: FlattenWith): Promise<LookedAtAll | undefined> {
  const { signal } = how.stop;
  const first = await lookAtAll({ ...how, signal });
  if (first === undefined || how.all || !first.held.some(({ mayBeOurs }) => mayBeOurs === true)) return first;
  await askFilled(how, untoldOff(first.account));
  const now = await lookAtAll({ ...how, signal });
  return now === undefined ? undefined : { ...now, held: await withTraded(how, now) };
}

const whoseWords = (held: HeldNow): string =>
  `${positionName(held)} ${held.size.canonical()} is held, and whether an order of this journal opened it is not known: --all closes it`;
