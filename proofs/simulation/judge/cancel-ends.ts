/** What is told of an order that was to be taken off, held against the truth of the exchange in that moment. */
import { EXIT } from '../../../src/model/exit-code.ts';
import { unitsOf, type AliveOrder } from '../cancels/alive-order.ts';
import type { CancelOutcome } from '../expected.ts';
import type { Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';

const truthOf = ({ clientOid, orderId }: CancelOutcome, { around }: Facts): AliveOrder | undefined =>
  around.venue.listed.standsAs(clientOid, orderId) ? around.venue.listed.aliveAs(orderId) : undefined;

/** What is filled of an order that is over is told exactly, or not at all. */
const isWrongSize = ({ filledSize }: CancelOutcome, { now, facts }: AliveOrder): boolean =>
  filledSize !== undefined && !facts.isTrigger && unitsOf(filledSize) !== now.filled;

function wronglyOver(end: CancelOutcome, facts: Facts): string | undefined {
  if (truthOf(end, facts) === undefined) return `${end.id} is told as ${end.outcome}, and is not at the exchange`;
  const lasts = facts.around.venue.listed.lastsOf(end.clientOid, end.orderId);
  const those = lasts.filter(({ now: { state } }) => state === end.outcome);
  if (those.length === 0) return `${end.id} is told as ${end.outcome}, and is ${lasts[0]?.now.state}`;
  return those.every((last) => isWrongSize(end, last))
    ? `${end.id} is told as filled by ${end.filledSize}, and is by ${(those[0]?.now.filled ?? 0) / 1e6}`
    : undefined;
}

/** Where a list of this life may have told it; where an honest answer called it over, it did not rest since. */
function wronglyStanding(end: CancelOutcome, facts: Facts): string | undefined {
  const order = truthOf(end, facts);
  const { cancels } = facts.scenario;
  // A cancel that did not leave says nothing of the order, unless it was looked at.
  if (order === undefined || cancels === undefined || (end.rule === 'cancel-not-sent' && end.filledSize === undefined))
    return undefined;
  const wasCalledOver = facts.around.venue.desk?.calledOver.has(end.orderId ?? '') === true;
  const lagMs = wasCalledOver ? 0 : cancels.nature.listLagMs;
  const since = wasCalledOver ? Number.POSITIVE_INFINITY : facts.cancels.beganMs - lagMs;
  return order.restedSince(since) || order.became?.restedSince(since) === true
    ? undefined
    : `${end.id} is told as standing, and is ${order.now.state}`;
}

/** Of a trigger at a price, what it became may rest. */
function wronglyFired(end: CancelOutcome, facts: Facts): string | undefined {
  const order = truthOf(end, facts);
  if (order?.now.state !== 'triggered') return `${end.id} is told as fired, and is ${order?.now.state}`;
  return order.facts.isAtMarket === true ? `${end.id} is told as fired, and became a market order` : undefined;
}

const GIVEN_UP = / list: the next question would have to wait /;

/** Only a list named it, and lists show another order of its request: which of the two is over is a person's to say. */
export function isOneOfTwo(clientOid: string, { life, lists }: Facts): boolean {
  const before = life.before.get(clientOid);
  return before?.isSettled === true && lists.showsOther(clientOid, before.orderId);
}

/** What a page told plainly is told as it is: the trades and the record agree as soon as both are there. */
function hidesEnd(end: CancelOutcome, facts: Facts): string | undefined {
  const { cancels, lists, life, around } = facts;
  const seen = cancels.seenOver.get(end.clientOid);
  if (seen === undefined || seen !== end.orderId || facts.scenario.cancels?.nature.filled === 'trades-late')
    return undefined;
  // Its own look was given up for want of weight: what a later look at another order showed is not looked through for it.
  if (end.message !== undefined && GIVEN_UP.test(end.message)) return undefined;
  const hadOrderId = life.before.get(end.clientOid)?.orderId === seen;
  if (isOneOfTwo(end.clientOid, facts)) return undefined;
  // What a trigger became is followed to an end of its own.
  if (around.venue.listed.aliveAs(seen)?.became !== undefined) return undefined;
  if (!hadOrderId || !lists.isWhole || around.disk.failures > 0 || !lists.isClear(end.clientOid, seen))
    return undefined;
  return `${end.id} is told as unknown, and a list told that it is over`;
}

/** Nothing was asked about: it was refused before it began, or what had been kept aside makes other calls than were approved. */
const wasRefused = (exitCode: number | undefined, { cancels, life, aside }: Facts): boolean =>
  cancels.ends.size === 0 &&
  !cancels.hasSent &&
  (exitCode === EXIT.usage || (exitCode === EXIT.notAsReviewed && life.task.approved !== undefined && aside.size > 0));

/** A journal that knows nothing of the plan cannot say that nothing of it stands. */
const hasCause = (exitCode: number, { around, life }: Facts): boolean =>
  exitCode !== EXIT.usage || around.disk.failures > 0 || life.before.size === 0;

/** The code that the outcomes make; at a limit another one, where anything came that asks for it. */
function wrongExit(exitCode: number, facts: Facts): string | undefined {
  const { cancels, life, around } = facts;
  if (wasRefused(exitCode, facts)) return hasCause(exitCode, facts) ? undefined : 'exit 2 without a cause';
  const has = (outcome: CancelOutcome['outcome']): boolean =>
    [...cancels.ends.values()].some((end) => end.outcome === outcome);
  if (exitCode === EXIT.rateLimited && mayBeLimited(facts) && !has('unknown')) return undefined;
  const failed = stands(facts) || around.disk.failures > 0;
  const unsignalled = failed ? EXIT.incomplete : EXIT.done;
  const expected = has('unknown') ? EXIT.unknown : (life.signalled ?? unsignalled);
  // A signal may come while the end is on its way to the server.
  if (around.journalAwayMs > 0 && expected === life.signalled && exitCode === unsignalled) return undefined;
  return exitCode === expected ? undefined : `exit ${exitCode}, and the outcomes make ${expected}`;
}

const stands = ({ cancels }: Facts): boolean =>
  [...cancels.ends.values()].some(({ outcome }) => outcome === 'refused' || outcome === 'fired');

/** Whether a limit, or a clock that was set back, may have stopped it. */
export const mayBeLimited = ({ life, around }: Facts): boolean =>
  life.signalled === undefined && (life.refusal !== undefined || life.halted !== undefined || around.clock.wentBack);

export const CANCEL_ENDS: readonly Invariant[] = [
  at('cancel-end', 'one end', 'an order that is to be taken off has one outcome', ({ end }, { cancels }) =>
    cancels.ends.has(end.clientOid) ? `${end.id} has two outcomes` : undefined,
  ),
  at('cancel-end', 'over', 'what is told as cancelled or filled is so, by as much as it is told', ({ end }, facts) =>
    end.outcome === 'cancelled' || end.outcome === 'filled' ? wronglyOver(end, facts) : undefined,
  ),
  at(
    'cancel-end',
    'over on disk',
    'what is told as cancelled or filled is so in the journal',
    ({ end }, { around }) => {
      if (end.outcome !== 'cancelled' && end.outcome !== 'filled') return undefined;
      const state = around.disk.orders().get(end.clientOid)?.state;
      return state === end.outcome ? undefined : `${end.id} is told as ${end.outcome}, and the journal has ${state}`;
    },
  ),
  at(
    'cancel-end',
    'fired',
    'what is told as fired is a trigger that fired and became a limit order',
    ({ end }, facts) => (end.outcome === 'fired' ? wronglyFired(end, facts) : undefined),
  ),
  at('cancel-end', 'standing', 'what is told as refused rests', ({ end }, facts) =>
    end.outcome === 'refused' ? wronglyStanding(end, facts) : undefined,
  ),
  at(
    'cancel-end',
    'nothing pending',
    'nothing that was sent may still take off what is told as refused',
    ({ end }, facts) => {
      const { desk } = facts.around.venue;
      const isPending = desk?.mayStillCome(end.orderId ?? '') === true;
      return end.outcome === 'refused' && isPending
        ? `${end.id} is told as refused, and a cancel may still arrive`
        : undefined;
    },
  ),
  at('cancel-end', 'hidden end', 'an end that a list told is not told as unknown', ({ end }, facts) =>
    end.outcome === 'unknown' ? hidesEnd(end, facts) : undefined,
  ),
  at(
    'cancel-over',
    'every end',
    'each order that was asked about has an outcome, and nothing else has',
    (moment, facts) => {
      const { cancels } = facts;
      if (wasRefused(moment.exitCode, facts)) return undefined;
      const asked = facts.askedToCancel();
      const without = asked.find(({ clientOid }) => !cancels.ends.has(clientOid));
      if (without !== undefined) return `${without.id} has no outcome`;
      return firstBreach(cancels.ends.values(), ({ id, clientOid }) =>
        asked.some((one) => one.clientOid === clientOid) ? undefined : `${id} was not asked about`,
      );
    },
  ),
  at(
    'cancel-over',
    'cancel exit',
    'the exit code of a cancel is the one that its outcomes make',
    ({ exitCode }, facts) => wrongExit(exitCode, facts),
  ),
];
