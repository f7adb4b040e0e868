/** Takes an account, or one plan of it, also where another has it: whoever holds it lets go at a halt, and a follower once it is asked to end. */
import type { Ledger } from '../journal/records/ledger.ts';
import type { Clock } from '../ports.ts';
import { RefusalError } from '../refusal.ts';
import {
  askToEnd,
  EVERY_MS,
  followersNow,
  isFollower,
  isSameRun,
  LONGEST_WAIT_MS,
  refuseNotEnded,
  withdraw,
  type AskWith,
  type HoldingFollower,
} from './asked-followers.ts';

interface OnceFree extends Omit<AskWith, 'command' | 'ledger'> {
  readonly ledger: Pick<Ledger, 'askToEnd' | 'holder'>;
  readonly clock: Clock;
  /** What is taken of the account; absent: all of it. */
  readonly plan?: string;
  readonly waits: boolean;
  /** In whose name whoever follows it is asked to end; absent: nobody is asked. */
  readonly command?: AskWith['command'];
  /** Those that are asked already. */
  readonly asked?: readonly HoldingFollower[];
}

/** `take` refuses where another has it, and says so once it has it. Refuses (exit 10) where another has it still, and names that. */
export async function onceFree<Value>(how: OnceFree, take: (has: () => void) => Promise<Value>): Promise<Value> {
  const { clock, waits, command, asked: earlier = [] } = how;
  const untilMs = clock.monotonicMs() + (waits ? LONGEST_WAIT_MS : 0);
  const asked = [...earlier];
  let isGivenUp = false;
  for (;;) {
    let isHeld = false;
    try {
      return await take(() => (isHeld = true));
    } catch (error) {
      const isTaken = error instanceof RefusalError && error.refusal.code.startsWith('account/locked');
      if (isHeld || !isTaken) throw error;
      if (isGivenUp || (clock.monotonicMs() >= untilMs && asked.length === 0))
        return refuseLocked(error, await stillHeld(how, asked));
      if (clock.monotonicMs() >= untilMs) {
        // One that has heard it by now may have ended: tried once more.
        await withdraw({ ...how, command: command ?? '' }, asked);
        isGivenUp = true;
        continue;
      }
      if (command !== undefined) asked.push(...(await askedNow({ ...how, command }, asked)));
      await clock.sleep(EVERY_MS);
    }
  }
}

/** All of an account, once all who follow a plan of it were asked to end. Whoever else holds it is a refusal then, too. */
export async function onceFollowersEnd<Value>(
  how: AskWith & { readonly ledger: Pick<Ledger, 'account' | 'askToEnd' | 'holder'>; readonly clock: Clock },
  take: () => Promise<Value>,
): Promise<Value> {
  const asked = await followersNow(how.ledger, how.account);
  await askToEnd(how, asked);
  return onceFree({ ...how, waits: asked.length > 0, asked }, take);
}

/** One that began meanwhile, or that nobody knew of as it had sent nothing. */
async function askedNow(
  { ledger, account, plan, emit, command }: OnceFree & Pick<AskWith, 'command'>,
  asked: readonly HoldingFollower[],
): Promise<readonly HoldingFollower[]> {
  const holder = await ledger.holder(account, plan);
  if (!isFollower(holder) || asked.some((one) => isSameRun(holder, one))) return [];
  await askToEnd({ ledger, account, command, emit }, [holder]);
  return [holder];
}

/** One that was asked, and has it still. */
async function stillHeld(
  { ledger, account, plan }: OnceFree,
  asked: readonly HoldingFollower[],
): Promise<HoldingFollower | undefined> {
  const holder = await ledger.holder(account, plan);
  return asked.find((one) => isSameRun(holder, one));
}

function refuseLocked(error: unknown, follower: HoldingFollower | undefined): never {
  if (follower !== undefined) refuseNotEnded(follower);
  throw error;
}
