/** What a run comes to as a whole: an outcome for each order, and the exit code that they make. */
import { EXIT, type ExitCode } from '../../../src/model/exit-code.ts';
import type { WithheldReason } from '../../../src/model/outcome.ts';
import { expectedExit, expectedReason, REFUSES, saysTheSame, type Outcome } from '../expected.ts';
import { mayBeLimited } from './cancel-ends.ts';
import { unitsOf } from '../cancels/alive-order.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import { waitsFor, type OrderWords } from '../plan-text.ts';
import { CANCEL_OPEN } from './cancel-facts.ts';
import { PLACED, type Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';
import { notSeenOff } from './off-first.ts';
import { holds, holdsOther } from './positions.ts';
import { standingBeside } from './replacing.ts';

/** Whether a run may end with this code before it reports any outcome. */
function mayEndAtOnce(exitCode: number, facts: Facts): boolean {
  const { around, aside, life, lists } = facts;
  if (exitCode === EXIT.forbidden) return facts.scenario.cap !== undefined;
  if (exitCode === EXIT.usage)
    return (
      around.disk.failures > 0 ||
      life.isAccountUntold ||
      facts.unanswered() !== undefined ||
      isRefusedByCheck(facts) ||
      againBy(facts).some(({ clientOid, orderId }) => !lists.isWhole || !lists.isClear(clientOid, orderId))
    );
  if (exitCode === EXIT.rateLimited) return mayBeLimited(facts);
  // The journal failed under the check of the account.
  if (exitCode === EXIT.incomplete) return around.disk.failures > 0 && refusalOf(facts) === 'journal/failed';
  if (exitCode !== EXIT.notAsReviewed) return false;
  return (
    life.task.isPastValid() ||
    (life.task.approved !== undefined && aside.size > 0) ||
    againBy(facts).some(({ clientOid, orderId }) => lists.showsOther(clientOid, orderId))
  );
}

/** What lists alone had of orders that are to go again: those are read once more before. */
const againBy = ({ life }: Facts): readonly JournaledOrder[] =>
  [...life.before.values()].filter(({ id, isSettled }) => life.task.again.has(id) && isSettled === true);

const refusalOf = ({ life }: Facts): string => life.finished?.refusal?.code ?? '';

/** Whether the check of the account refused it, by its own word: where it only warns, for the key alone. */
function isRefusedByCheck(facts: Facts): boolean {
  const { accountCheck } = facts.scenario;
  const code = refusalOf(facts);
  return code === 'exchange/no-answer'
    ? accountCheck !== 'off'
    : code === 'account/unread' && accountCheck === 'refuse';
}

/** Whether an order of an earlier run was unknown, or its cancel, this run found it, and tells it as lists and plan have it by now. */
function isFound(reported: Outcome | undefined, facts: Facts): boolean {
  if (reported === undefined) return false;
  const before = facts.stateBefore(reported.id) ?? '';
  if (CANCEL_OPEN.has(before)) return reported.outcome === 'withheld' && isAsNow(reported, 'already-accepted', facts);
  if (before !== 'unknown' && before !== 'in-flight') return false;
  if (reported.outcome === 'accepted') return reported.rule === 'found';
  return reported.outcome === 'withheld' && isAsNow(reported, undefined, facts);
}

/** `same`: the reason of one that stands and says what the plan says. */
function isAsNow({ id, clientOid, reason }: WithheldOutcome, same: string | undefined, facts: Facts): boolean {
  const now = facts.around.disk.orders().get(clientOid)?.state ?? '';
  if (reason === 'already-cancelled') return now === 'cancelled';
  const [sent, words] = [facts.sentAs.get(clientOid), facts.words(id)];
  if (sent === undefined || words === undefined || !PLACED.has(now)) return false;
  return reason === (saysTheSame(sent, words) ? same : 'edited-after-send');
}

type WithheldOutcome = Extract<Outcome, { outcome: 'withheld' }>;

/** Whether it was filled before as far as the plan wants it, or nobody knows how far. */
function isOfRest({ id, size }: OrderWords, reason: string, facts: Facts): boolean {
  const filled = standingBeside(facts.around, id, '');
  if (reason === 'filled') return filled >= unitsOf(size ?? '');
  const { nature, cancels } = facts.scenario;
  // A record that tells no size, or trades that could not be asked for, leave it open.
  const mayBeOpen =
    filled > 0 || nature.listShare > 0 || cancels?.nature.filled === 'record-silent' || wasCutShort(id, facts);
  return reason === 'unresolved' && mayBeOpen && facts.stateBefore(id) === 'cancelled';
}

/** It went off in a life that was stopped, and none has told since how far it was filled. */
function wasCutShort(id: string, facts: Facts): boolean {
  const { clientOid = '' } = facts.knownBefore(id) ?? {};
  const { cutShort, toldSize } = facts.cancels;
  return cutShort.has(clientOid) && !toldSize.has(clientOid);
}

const isOfPlacedBefore = (order: OrderWords, reason: string, facts: Facts): boolean =>
  isOfRest(order, reason, facts) || isOfReplacing(order, reason, facts) || isOfPositions(order, reason, facts);

/** It holds what another order would, or waits for one of which something was filled, whether or not anybody knows yet. */
function isOfPositions(order: OrderWords, reason: string, facts: Facts): boolean {
  const isPlacedAnew = facts.life.task.again.has(order.id) || facts.stateBefore(order.id) === 'never-sent';
  if (reason === 'edited-after-send') return isPlacedAnew && holdsOther(order, facts);
  const missing = facts.missing(order).filter((id) => !facts.cancels.toldFilled.has(id));
  const isKnown = expectedReason(order, facts.stateBefore(order.id), undefined, facts.life.task) !== undefined;
  return !isKnown && (reason === 'dependency' || !REFUSES.has(reason)) && missing.some((id) => holds(id, facts));
}

/** What a cancel of this run decided: whether it was placed too early is judged when it leaves. */
const isOfReplacing = ({ id }: OrderWords, reason: string, { life }: Facts): boolean =>
  life.replaced.has(id) || (life.replaced.size > 0 && reason === 'dependency');

const reasonOf = (reported: Outcome): WithheldReason | 'sent' =>
  reported.outcome === 'withheld' ? reported.reason : 'sent';

/** The reason that it must be withheld for; undefined where it must be tried. */
function expectedOf(order: OrderWords, reason: string, facts: Facts): string | undefined {
  const sent = facts.sentAs.get(facts.knownBefore(order.id)?.clientOid ?? '');
  const own = expectedReason(order, facts.stateBefore(order.id), sent, facts.life.task);
  if (own !== undefined) return own;
  // What is new is kept back first for what is to go off first, whatever it waits for besides.
  if (reason === 'stopped' && notSeenOff(facts) !== undefined) return reason;
  const missing = facts.missing(order).filter((id) => !facts.cancels.toldFilled.has(id));
  return missing.length > 0 ? 'dependency' : undefined;
}

/** Whether an order that the journal has an opinion of was withheld for that, and every other was tried. */
function wronglyReported(order: OrderWords, reported: Outcome, facts: Facts): string | undefined {
  const known = facts.knownBefore(order.id);
  const reason = reasonOf(reported);
  if (isFound(reported, facts) || isOfPlacedBefore(order, reason, facts)) return undefined;
  const expected = expectedOf(order, reason, facts);
  // What was found in this run was unknown when its calls were made.
  if (reason === 'dependency' && waitsFor(order).some((id) => isFound(facts.life.outcomes.get(id), facts)))
    return undefined;
  const isWrong = expected === undefined ? REFUSES.has(reason) || reason === 'dependency' : reason !== expected;
  if (!isWrong) return undefined;
  return `${order.id} was ${known?.state ?? 'never-sent'}: reported as ${reason}, expected ${expected ?? 'to be sent'}`;
}

const isDone = (reported: Outcome): boolean =>
  reported.outcome === 'accepted' ||
  (reported.outcome === 'withheld' && (REFUSES.has(reported.reason) || reported.reason === 'dependency'));

/** What a life left open holds its weight for as long as the wall clock says, which may be an hour where it was set back. */
const waitsForClock = (reported: Outcome, { around }: Facts): boolean =>
  reported.outcome === 'withheld' && reported.reason === 'rate-limit' && around.clock.wentBack;

/** What the orders came to that this run took off first. */
const cancelled = ({ cancels }: Facts): ReadonlySet<string> =>
  new Set([...cancels.ends.values()].map(({ outcome }) => outcome));

/** Of a limit that kept back its last cancels a run tells by its exit code alone: it ranks before 5 and 6. */
const isLimitedInCancels = (expected: ExitCode, facts: Facts): boolean =>
  (expected === EXIT.notAsReviewed || expected === EXIT.incomplete) &&
  mayBeLimited(facts) &&
  [...facts.cancels.ends.values()].some(({ rule }) => rule === 'cancel-not-sent');

/** Closes that a run took off, and that its end names as not back. */
const namedOff = ({ life }: Facts): readonly { readonly id: string }[] => life.finished?.notBack ?? [];

export const ENDINGS: readonly Invariant[] = [
  at('over', 'finished', 'what ends by itself says so, with its exit code', ({ exitCode }, { life }) => {
    if (exitCode === undefined || life.task.command === 'status') return undefined;
    if (life.finished === undefined) return `exit ${exitCode} without run-finished`;
    return life.finished.exitCode === exitCode ? undefined : `exit ${exitCode}, reported as ${life.finished.exitCode}`;
  }),
  at('run-ended', 'no outcome', 'a run without outcomes was refused before it began', ({ exitCode }, facts) =>
    facts.life.outcomes.size > 0 || mayEndAtOnce(exitCode, facts) ? undefined : `exit ${exitCode} without an outcome`,
  ),
  at('run-ended', 'every order', 'each order of the plan has an outcome, and nothing else has', (_, { life }) => {
    const { outcomes, task } = life;
    if (outcomes.size === 0) return undefined;
    const without = task.orders.find(({ id }) => !outcomes.has(id));
    if (without !== undefined) return `${without.id} has no outcome`;
    return outcomes.size === task.orders.length
      ? undefined
      : `${outcomes.size} outcomes for ${task.orders.length} orders`;
  }),
  at('run-ended', 'reasons', 'an order is withheld for what the journal has of it, and else tried', (_, facts) =>
    firstBreach(facts.life.task.orders, (order) => {
      const reported = facts.life.outcomes.get(order.id);
      return reported === undefined ? undefined : wronglyReported(order, reported, facts);
    }),
  ),
  at('run-ended', 'exit code', 'the exit code is the one that the outcomes make', ({ exitCode }, facts) => {
    const { outcomes, signalled } = facts.life;
    if (outcomes.size === 0) return undefined;
    // A run with nothing to send looks up what is unknown all the same.
    const isHeldBack = facts.heldBackBy() !== undefined;
    const { disk, journalAwayMs } = facts.around;
    const by = (signal: ExitCode | undefined): ExitCode =>
      isHeldBack ? EXIT.unknown : expectedExit([...outcomes.values()], signal, disk.failures > 0, cancelled(facts));
    const made = by(signalled);
    // A run that leaves a close off is not done, whatever it was asked for.
    const expected = made === EXIT.done && namedOff(facts).length > 0 ? EXIT.incomplete : made;
    // A signal may come while the end is on its way to the server.
    if (journalAwayMs > 0 && exitCode === by(undefined)) return undefined;
    if (exitCode === EXIT.rateLimited && isLimitedInCancels(expected, facts)) return undefined;
    return exitCode === expected ? undefined : `exit ${exitCode}, and the outcomes make ${expected}`;
  }),
  at('run-ended', 'not back', 'a close that the end names as off does not stand', (_, facts) =>
    firstBreach(namedOff(facts), ({ id }) => (facts.stands(id) ? `${id} is named as off, and stands` : undefined)),
  ),
  at('run-ended', 'done', 'after exit 0 every chosen order stands, as the exchange has it', ({ exitCode }, facts) => {
    const { orders, only } = facts.life.task;
    if (exitCode !== EXIT.done) return undefined;
    const chosen = orders.filter(({ id }) => only?.has(id) !== false);
    return firstBreach(chosen, ({ id }) => (facts.stands(id) ? undefined : `exit 0, and ${id} does not stand`));
  }),
  at('end', 'complete', 'a clean run on an exchange that behaves leaves nothing undone', (_, facts) =>
    firstBreach(facts.life.outcomes.values(), (reported) =>
      isDone(reported) || facts.heldBackBy() !== undefined || waitsForClock(reported, facts)
        ? undefined
        : `in the last, clean run ${reported.id} is ${JSON.stringify(reported)}`,
    ),
  ),
];
