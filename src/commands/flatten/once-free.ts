/** Takes the account, also where another has it: whoever holds it lets go at a halt. */
import { RefusalError } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import { withLiveSession } from '../live/live-session.ts';
import type { World } from '../world.ts';

/** How long it waits for whoever holds the account. */
const LONGEST_WAIT_MS = 30_000;
const EVERY_MS = 250;

type Place = Parameters<typeof withLiveSession>[1];

/** Refuses (exit 10) where another has it still, and names that. */
export async function onceFree<Value>(
  world: World,
  { waits, ...place }: Place & { readonly waits: boolean },
  body: (session: Session) => Promise<Value>,
): Promise<Value> {
  const { clock } = world;
  const untilMs = clock.monotonicMs() + (waits ? LONGEST_WAIT_MS : 0);
  for (;;) {
    let isHeld = false;
    try {
      return await withLiveSession(world, place, (session) => {
        isHeld = true;
        return body(session);
      });
    } catch (error) {
      const isTaken = error instanceof RefusalError && error.refusal.code.startsWith('account/locked');
      if (isHeld || !isTaken || clock.monotonicMs() >= untilMs) throw error;
      await clock.sleep(EVERY_MS);
    }
  }
}
