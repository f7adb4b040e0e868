/** Takes an account, or one plan of it, also where another has it: whoever holds it lets go at a halt, and a follower once it is asked to end. */
import { RefusalError } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import { askToEnd, isFollower, type Asking, type Follower } from './asked-followers.ts';
import { withLiveSession } from './live-session.ts';
import type { World } from '../world.ts';

/** How long it waits for whoever holds it. */
const LONGEST_WAIT_MS = 30_000;
const EVERY_MS = 250;

type Place = Parameters<typeof withLiveSession>[1];

interface OnceFree extends Place {
  readonly waits: boolean;
  /** The command that asks whoever follows it to end; absent: nobody is asked. */
  readonly command?: Asking['command'];
  /** Those that are asked already. */
  readonly asked?: readonly Follower[];
}

/** Refuses (exit 10) where another has it still, and names that. */
export async function onceFree<Value>(
  world: World,
  { waits, command, asked: earlier = [], ...place }: OnceFree,
  body: (session: Session) => Promise<Value>,
): Promise<Value> {
  const { clock } = world;
  const untilMs = clock.monotonicMs() + (waits ? LONGEST_WAIT_MS : 0);
  const asked = [...earlier];
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
      if (command !== undefined) asked.push(...(await askedNow(world, { ...place, command }, asked)));
      await clock.sleep(EVERY_MS);
    }
  }
}

/** One that began meanwhile, or that nobody knew of as it had sent nothing. */
async function askedNow(
  world: World,
  { place, emit, command }: Place & Pick<Asking, 'command'>,
  asked: readonly Follower[],
): Promise<readonly Follower[]> {
  const { account, journal, plan } = place;
  const ledger = await world.journals.open(journal.url);
  const holder = await ledger.holder(account, plan);
  if (!isFollower(holder) || asked.some((one) => isSame(one, holder))) return [];
  await askToEnd({ ledger, account, command, emit }, [holder]);
  return [holder];
}

const isSame = (one: Follower, other: Follower): boolean =>
  one.plan === other.plan && one.pid === other.pid && one.host === other.host && one.since === other.since;
