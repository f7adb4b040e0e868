/** Whether something of a plan that is to be followed is held or works already: then no start is refused for what only openings need. */
import { stateOf } from '../../journal/records/known-account.ts';
import { mayRest } from '../../journal/records/state.ts';
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
