/** What a run that follows its plan knows of its orders beside its looks, by client order id. */
import type { KnownOrder } from '../../journal/records/state.ts';
import type { FollowCancelReason } from '../../model/followed.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';

export interface KnownBeside {
  /** Why its cancels were sent. */
  readonly causes: ReadonlyMap<string, FollowCancelReason>;
  /** What earlier runs sent, and had no answer to. */
  readonly unanswered: ReadonlySet<string>;
}

const isUnanswered = ({ state }: KnownOrder): boolean => state === 'unknown' || state === 'in-flight';

export const unansweredOf = ({ known }: Pick<PreparedRun, 'known'>): ReadonlySet<string> =>
  new Set([...known.values()].filter(isUnanswered).map(({ clientOid }) => clientOid));
