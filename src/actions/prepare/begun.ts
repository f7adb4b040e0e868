/**
 * Whether something of a plan that is to be followed is held or works already. Such a start is not refused for what only openings need,
 * nor because the exchange does not answer: exits go on, and openings wait (docs/contract.md#openings-checked).
 */
import { stateOf } from '../../journal/records/known-account.ts';
import { mayRest } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { isOpening } from '../../model/order.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import { RefusalError } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import { followedNow } from './not-followed.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

export function isBegun({ plan, config, account = [], known, again, follows, instrumentOf }: PreparedRun): boolean {
  if (follows !== true) return false;
  if ([...known.values()].some(mayRest)) return true;
  const name = nameOf(plan);
  // What is held does not go by the time.
  const of = { plan, config, journal: stateOf(account, name), again, account, name, instrumentOf, nowMs: 0 };
  return followedNow(of).groups.some(({ held }) => !held.isZero);
}

/** What a start that is begun says of what it would be refused for if it were not: what of it would open, if anything is left. */
export function notOpenedWords({ schedule: { pending, later = [] } }: PreparedRun, why: string): string {
  const ids = new Set([...pending.values(), ...later].flatMap(({ id, side }) => (isOpening(side) ? [id] : [])));
  return ids.size === 0
    ? `nothing is left to open, so this keeps nothing from being sent: ${why}`
    : `what opens is withheld (${someOf([...ids])}), exits and cancels go on: ${why}`;
}

/** What only openings need, and what is not known while nothing answers. */
const OF_OPENINGS: ReadonlySet<RefusalCode> = new Set([
  'account/file',
  'account/loss-today',
  'account/unread',
  'exchange/no-answer',
  'exchange/rate-limited',
  'limit/no-stop',
  'limit/standing-notional',
  'plan/market-moved',
]);

/** What `ask` finds. Where it refuses a run that is begun for what only openings need, that refusal: they are checked again when they are due. */
export async function forOpenings<T>(
  { run, session }: { readonly run: PreparedRun; readonly session: Pick<Session, 'trouble'> },
  ask: () => Promise<T>,
): Promise<T | RefusalError> {
  try {
    return await ask();
  } catch (error) {
    const isOfOpenings = error instanceof RefusalError && OF_OPENINGS.has(error.refusal.code);
    // A key that is refused sends nothing else either.
    if (!isOfOpenings || session.trouble?.kind === 'access' || !isBegun(run)) throw error;
    return error;
  }
}
