/** What the journal alone can have against a run that is compiled. Nobody is asked. */
import type { Session } from '../../session/session.ts';
import { checkCanAsk } from './account-checks.ts';
import type { Check } from './checks.ts';
import { checkNotHalted } from './halted.ts';
import type { PreparedRun } from './prepared-run.ts';
import { checkDead } from './request-expiry.ts';
import { checkRequiredStops } from './required-stops.ts';
import { checkStandingCap } from './standing-cap.ts';

interface Judged {
  readonly session: Session;
  readonly run: PreparedRun;
}

export const RUN_CHECKS: readonly Check<Judged>[] = [
  { name: 'again', ask: ({ session, run: { known, schedule } }) => checkDead(session, known, schedule) },
  {
    name: 'cancels',
    ask: ({ run: { config, schedule } }) => {
      // Only the order lists show how a cancel ended.
      if (schedule.cancels !== undefined) checkCanAsk(config, 'leave --replace and --removed out, or set it to true');
    },
  },
  {
    name: 'halt',
    ask: ({ run }) => {
      checkNotHalted(run);
      return run.halt === undefined ? 'not halted' : 'halted, and the run opens nothing now';
    },
  },
  { name: 'standing', ask: ({ run }) => checkStandingCap(run) },
  { name: 'stops', ask: ({ run }) => checkRequiredStops(run) },
];
