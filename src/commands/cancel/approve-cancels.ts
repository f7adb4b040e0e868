/** A person's approval of cancels: as of a run, over the same settings. */
import { itOrThem, someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { haltText } from '../../journal/records/halt.ts';
import { amountOf, DIGEST_SHOWN, haltWords, weightWords } from '../../report/text/phrases.ts';
import type { Session } from '../../session/session.ts';
import { checkApproved, otherInterface } from '../../actions/approval.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { Terminal } from '../world.ts';
import type { CancelChosen, PreparedCancel } from './prepared-cancel.ts';

const CHANGED = 'other orders are open now, or a setting has changed';
const LOOK_AGAIN = 'look at ordo cancel again, and approve its code';

/** Returns only if these cancels were approved; otherwise refuses (exit 5, 9 or 2). */
export async function checkCancelsApproved(
  terminal: Terminal,
  prepared: PreparedCancel,
  { approve, yes }: CancelChosen,
  session: Session,
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
export const recordCancels = (prepared: PreparedCancel, session: Session): Promise<void> =>
  session.approve(prepared.place, prepared.approval);

function ask(
  terminal: Terminal,
  { approval: { code }, place, cancels: { resting, calls, weight }, shown }: PreparedCancel,
): Promise<void> {
  const question = [
    '',
    `LIVE  ${place.account.origin}`,
    ...(shown.halt === undefined ? [] : [haltWords(haltText(shown.halt))]),
    `  account ${safeText(place.account.name)}`,
    `  ${place.plan}, generation ${place.generation}: cancels ${amountOf(resting.length, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, shown.limits)}`,
    `  ${safeText(someOf(resting.map(({ id }) => id)))}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(shown.protection).flatMap((block) => blockLines(questionPage(terminal), block)),
    `Type ${code.slice(0, TYPED)} to cancel ${itOrThem(resting.length)}; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'cancel' });
}
