/** A person's approval of cancels: as of a run, over the same settings. */
import type { Approval } from '../../journal/records/ledger.ts';
import { someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { amountOf, DIGEST_SHOWN, weightWords } from '../../report/text/phrases.ts';
import type { Session } from '../../session/session.ts';
import { checkApproved, OFF } from '../../actions/approval.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';
import type { World } from '../world.ts';
import type { CancelChosen, PreparedCancel } from './prepared-cancel.ts';

const LOOK_AGAIN =
  'other orders are open now, or a setting has changed: look at ordo cancel again, and approve its code';

/** Returns only if these cancels were approved; otherwise refuses (exit 5, 9 or 2). */
export async function checkCancelsApproved(
  world: World,
  prepared: PreparedCancel,
  { approve, yes }: CancelChosen,
  session: Session,
): Promise<void> {
  if (approve !== undefined) {
    const { place: plan } = prepared;
    const known = await session.state(plan);
    await checkApproved(approve, approvalOf(prepared), {
      session,
      plan,
      known,
      done: 'cancelled',
      mend: () => LOOK_AGAIN,
    });
  } else if (!yes) await ask(world, prepared);
}

/** For a later command to go on from; once nothing stands between it and the first byte. */
export const recordCancels = (prepared: PreparedCancel, session: Session): Promise<void> =>
  session.approve(prepared.place, approvalOf(prepared));

const approvalOf = ({ code, settings, cancels: { resting } }: PreparedCancel): Approval => ({
  code,
  settings,
  orders: Object.fromEntries(resting.map(({ clientOid }) => [clientOid, OFF])),
});

function ask(world: World, { code, place, cancels: { resting, calls, weight }, shown }: PreparedCancel): Promise<void> {
  const question = [
    '',
    `LIVE  ${place.account.origin}`,
    `  account ${safeText(place.account.name)}`,
    `  ${place.plan}, generation ${place.generation}: cancels ${amountOf(resting.length, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, shown.limits)}`,
    `  ${safeText(someOf(resting.map(({ id }) => id)))}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(shown.protection).flatMap((block) => blockLines(questionPage(world), block)),
    `Type ${code.slice(0, TYPED)} to cancel them; anything else declines: `,
  ].join('\n');
  return confirmed(world, question, { code, what: 'cancel' });
}
