/** Closes what a flatten has to close. What was filled a moment ago positions may not show yet: it is waited for, and closed as it comes. */
import { askFilled } from './cancel-orders.ts';
import { closeHeld } from './close-held.ts';
import type { FlattenNotes, FlattenWith } from './flatten-with.ts';
import { lookAtAll, positionName, type HeldNow, type LookedAtAll } from './look-at-all.ts';
import { positionKey, ShownFills } from './shown-fills.ts';
import { untoldOff } from './untold.ts';
import { withTraded } from './whose.ts';

const LOOK_EVERY_MS = 500;

/** It waits for `execution.cancelWait`. What positions showed of what was filled. */
export async function closeAll(how: FlattenWith, notes: FlattenNotes): Promise<ShownFills> {
  const { session, clock, config, stop } = how;
  const { cancelWaitMs } = config.execution;
  const shown = new ShownFills(cancelWaitMs);
  const untilMs = clock.monotonicMs() + cancelWaitMs;
  let looked = await heldFirst(how);
  let closed: readonly HeldNow[] = looked?.held ?? [];
  while (looked !== undefined) {
    shown.look(looked.account, looked);
    for (const position of closed) {
      if (how.all || position.isOurs) await closeHeld(how, position, notes);
      else if (position.mayBeOurs === true) notes.unknown.push(whoseWords(position));
    }
    const late = shown.late(await session.account(), [], clock.wallMs());
    if (late.length === 0 || stop.signal.aborted || clock.monotonicMs() >= untilMs) break;
    await clock.sleep(LOOK_EVERY_MS, stop.signal);
    looked = await lookAtAll({ ...how, signal: stop.signal });
    const keys = new Set(late.map(({ key }) => key));
    closed = (looked?.held ?? []).filter((one) => keys.has(positionKey(one)));
  }
  return shown;
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
