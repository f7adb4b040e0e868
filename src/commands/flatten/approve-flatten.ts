/** The approval of a flatten, of what is open and held as it was shown. */
import { checkApproved } from '../../actions/approval.ts';
import type { PreparedFlatten } from '../../actions/flatten/prepare-flatten.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import type { GivenExecution } from '../command-line/approval-code.ts';
import type { HoldingFollower } from '../../actions/asked-followers.ts';
import type { World } from '../world.ts';
import { askToFlatten } from './ask-to-flatten.ts';

interface Approving {
  readonly asked: GivenExecution;
  readonly account: AccountName;
  readonly session: Session;
  readonly prepared: PreparedFlatten;
  readonly again: () => Promise<PreparedFlatten>;
  readonly asks: readonly HoldingFollower[];
}

const CHANGED = 'what is open or held has changed: look at ordo flatten again, and approve its code';

/** Refuses (exit 5) what is not as it was shown. */
export async function approved(
  world: World,
  { asked, account, session, prepared, again, asks }: Approving,
): Promise<void> {
  const { approve } = asked;
  if (approve !== undefined) {
    const known = stateOf(await session.account(), CLOSE_PLAN);
    await checkApproved(approve, prepared.approval, {
      session,
      plan: CLOSE_PLAN,
      known,
      done: 'sent',
      mend: () => CHANGED,
    });
    return;
  }
  if (asked.yes) return;
  await askToFlatten(world.terminal, account, prepared, asks);
  checkStillSo(await again(), prepared.approval.code);
}

/** As it was when it was approved. */
export function checkStillSo({ approval }: PreparedFlatten, code: string): void {
  if (approval.code === code) return;
  refuse(
    'close/position-changed',
    'what is open or held has changed since it was shown',
    'nothing was sent; look again, and approve that',
  );
}
