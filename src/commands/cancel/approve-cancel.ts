/** The approval of a cancel: under the plan's lock, or while the plan is followed, before its follower is asked to end. */
import { apart, checkApproved, otherInterface } from '../../actions/approval.ts';
import { checkCanCancel } from '../../actions/cancel.ts';
import { followerWords } from '../../journal/records/end-asked.ts';
import { haltText } from '../../journal/records/halt.ts';
import { itOrThem, someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Exchange } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { amountOf, DIGEST_SHOWN, haltWords, weightWords } from '../../report/text/phrases.ts';
import type { Session } from '../../session/session.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { connectKnown, connectLive } from '../live/connect-live.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { Terminal, World } from '../world.ts';
import type { CancelAsked, CancelChosen, PreparedCancel } from './prepared-cancel.ts';

interface Admitting {
  readonly task: CancelAsked;
  readonly prepared: PreparedCancel;
}

/** What was approved without the plan's lock. */
export interface ApprovedBeside {
  readonly code: string;
  /** Its keys are read: nobody is asked to end for a cancel that could not be sent. */
  readonly take: () => Exchange;
  /** Where no session came to close it. */
  readonly close: () => Promise<void>;
}

/** Next to a follower. Refuses as `admit` does, and nobody was asked to end then. */
export async function approvedBeside(
  world: World,
  { task: { options, setup }, prepared }: Admitting,
): Promise<ApprovedBeside> {
  checkCanCancel(prepared.cancels, setup.config);
  const { place } = prepared;
  const ledger = await world.journals.open(place.journal.url);
  await checkCancelsApproved(world.terminal, prepared, options, {
    approvals: () => ledger.approvals(place),
    state: async () => prepared.state,
  });
  const exchange = await connectLive(world, setup, place.account.origin);
  let isTaken = false;
  return {
    code: prepared.approval.code,
    take() {
      isTaken = true;
      return exchange;
    },
    async close() {
      if (!isTaken) await exchange.close();
    },
  };
}

/** Approved, and connected with the account's key. */
export async function admit(
  world: World,
  {
    task: { options, setup },
    prepared,
    session,
    beside,
  }: Admitting & { readonly session: Session; readonly beside?: ApprovedBeside },
): Promise<void> {
  const { place, cancels } = prepared;
  checkCanCancel(cancels, setup.config);
  // What no call names is only looked up.
  const sends = cancels.calls.length > 0;
  if (beside !== undefined) checkStillApproved(beside, prepared);
  else if (sends) await checkCancelsApproved(world.terminal, prepared, options, session);
  await connectKnown(world, { setup, session, place, rebind: options.rebind, connected: beside?.take });
  if (sends) await recordCancels(prepared, session);
}

const CHANGED = 'other orders are open now, or a setting has changed';
const LOOK_AGAIN = 'look at ordo cancel again, and approve its code';

/** The approval of a followed plan covers what was placed meanwhile. */
function checkStillApproved({ code }: ApprovedBeside, { approval }: PreparedCancel): void {
  if (approval.code === code) return;
  const [was, needed] = apart(code, approval.code);
  refuse(
    'approval/other-bytes',
    `approved ${was}, but what would be cancelled has the approval code ${needed}`,
    `${CHANGED}: ${LOOK_AGAIN}`,
  );
}

/** Returns only if these cancels were approved; otherwise refuses (exit 5, 9 or 2). */
async function checkCancelsApproved(
  terminal: Terminal,
  prepared: PreparedCancel,
  { approve, yes }: CancelChosen,
  session: Pick<Session, 'state' | 'approvals'>,
): Promise<void> {
  if (approve !== undefined) {
    const { place: plan, approval, approvals } = prepared;
    const known = await session.state(plan);
    await checkApproved(approve, approval, {
      session,
      plan,
      known,
      done: 'cancelled',
      mend: (earlier) => `${otherInterface(approve, earlier, approvals) ?? CHANGED}: ${LOOK_AGAIN}`,
    });
  } else if (!yes) await ask(terminal, prepared);
}

/** For a later command to go on from; once nothing stands between it and the first byte. */
const recordCancels = (prepared: PreparedCancel, session: Session): Promise<void> =>
  session.approve(prepared.place, prepared.approval);

function ask(
  terminal: Terminal,
  { approval: { code }, place, cancels: { resting, calls, weight }, shown }: PreparedCancel,
): Promise<void> {
  const { halt, follower, limits, protection } = shown;
  const question = [
    '',
    `LIVE  ${place.account.origin}`,
    ...(halt === undefined ? [] : [haltWords(haltText(halt))]),
    `  account ${safeText(place.account.name)}`,
    `  ${place.plan}, generation ${place.generation}: cancels ${amountOf(resting.length, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, limits)}`,
    ...(resting.length === 0 ? [] : [`  ${safeText(someOf(resting.map(({ id }) => id)))}`]),
    ...(follower === undefined
      ? []
      : [
          `  ${safeText(followerWords(follower))} is asked to end first`,
          '  what it places until then is cancelled too',
        ]),
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(protection).flatMap((block) => blockLines(questionPage(terminal), block)),
    `Type ${code.slice(0, TYPED)} to cancel ${itOrThem(resting.length)}; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'cancel' });
}
