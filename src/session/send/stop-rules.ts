import type { ExecutionSettings } from '../../model/config.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Placed, Refused } from '../../exchange/dialect.ts';
import type { LineStop } from './sending.ts';

/** Why nothing new starts after these verdicts: the answer says so, or the settings do; undefined where it goes on. */
export function whyStop({ verdicts, halt }: Placed, { onUnknown, onReject }: ExecutionSettings): string | undefined {
  const has = (outcome: Verdict['outcome']): boolean => verdicts.some((verdict) => verdict.outcome === outcome);
  if (halt !== undefined) return halt;
  if (onUnknown === 'stop' && has('unknown')) return 'an outcome is unknown';
  return onReject === 'stop' && has('rejected') ? 'an order was rejected' : undefined;
}

/** The stop that a call brings which is not tried again. */
export const whyGivenUp = ({ kind, message }: Refused<unknown>): LineStop =>
  kind === 'rate-refused'
    ? { reason: 'rate-limit', why: `refused by the rate limit: ${message}` }
    : { reason: 'stopped', why: `nothing was sent: ${message}` };

/** The stop at a wait that what was approved does not outlast, by the limits or by a person's pause. */
export const tooLong = (what: string, ms: number, whose: 'limits' | 'person' = 'limits'): LineStop =>
  whose === 'person'
    ? { reason: 'stopped', why: `the sending was paused for ${Math.round(ms / 1000)} s, which is execution.maxPause` }
    : {
        reason: 'rate-limit',
        why: `${what} would have to wait ${Math.round(ms / 1000)} s, longer than execution.maxPause`,
        waitMs: ms,
      };

/** How often a call that provably did not leave is tried again, and how long all sending pauses before each. */
export const NOT_SENT_PAUSES_MS: readonly number[] = [250, 1000, 4000];
