/** What the program reports of an order, judged in the moment it is reported. */
import type { WithheldReason } from '../../../src/model/outcome.ts';
import { REFUSES, type Outcome } from '../expected.ts';
import type { Facts } from './facts.ts';
import { at, type Invariant } from './invariant.ts';
import { notSeenOff } from './off-first.ts';

/** Steps of the journal under which an outcome may be reported. */
const STEPS: Readonly<Record<Outcome['outcome'], readonly string[] | undefined>> = {
  accepted: ['accepted', 'settle-accepted'],
  rejected: ['rejected'],
  unknown: ['unknown', 'cancel-unplaced'],
  withheld: undefined,
};

/** What was found may be over. A run tells one that is cancelled as such. */
const FOUND: Readonly<Record<'settle' | 'run', readonly string[]>> = {
  settle: ['settle-accepted', 'filled', 'cancelled'],
  run: ['settle-accepted', 'filled'],
};

/** Whether an order of an earlier run is unknown, or lists that were asked for such orders did not answer. */
const isHeldBack = (facts: Facts): boolean => facts.heldBackBy() !== undefined || !facts.lists.isWhole;

/** Whether anything came that may end the sending for this reason. */
// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the reasons
function hasCause(reason: WithheldReason, facts: Facts): boolean {
  const { life, around } = facts;
  switch (reason) {
    case 'expired':
      return life.task.isPastValid();
    case 'halted':
      // Nobody halts an account there yet.
      return false;
    case 'rate-limit':
      // What a life left open counts for as long as the wall clock says, which may be an hour where it was set back.
      return life.refusal !== undefined || life.halted !== undefined || around.clock.wentBack;
    case 'policy':
    case 'missed':
    case 'let-go':
    case 'waiting':
    case 'not-needed':
      // Nobody follows a plan there.
      return false;
    case 'stopped': {
      const hasFailed = around.disk.failures > 0 || life.notSent > 0 || life.clockRefusals.size > 0;
      const isHalted = life.stopped !== undefined || life.halted !== undefined || life.mayNameAnother;
      return hasFailed || isHalted || isHeldBack(facts) || notSeenOff(facts) !== undefined;
    }
    case 'already-accepted':
    case 'already-rejected':
    case 'already-absent':
    case 'already-cancelled':
    case 'already-closed':
    case 'filled':
    case 'unresolved':
    case 'edited-after-send':
    case 'dependency':
    case 'not-selected':
      // Judged by the journal once the run has ended.
      return true;
  }
}

const IS_OVER: ReadonlySet<string> = new Set(['cancelled', 'filled', 'rejected']);

export const OUTCOMES: readonly Invariant[] = [
  at('event', 'last', 'run-finished is the last event', ({ event }, { life }) =>
    life.finished === undefined ? undefined : `${event.event} after run-finished`,
  ),
  at('outcome', 'one outcome', 'an order has one outcome', ({ outcome: { id } }, { life }) =>
    life.outcomes.has(id) ? `${id} has two outcomes` : undefined,
  ),
  at(
    'outcome',
    'reported',
    'an outcome is on disk before it is reported, or beside a journal that failed',
    ({ outcome: one }, { around, triedAside, life }) => {
      const { id, clientOid, outcome } = one;
      const isFound = one.outcome === 'accepted' && one.rule === 'found';
      const steps = isFound ? FOUND[life.task.command === 'settle' ? 'settle' : 'run'] : STEPS[outcome];
      const step = around.disk.lastStep(clientOid)?.step ?? 'nothing';
      const isBeside = around.disk.failures > 0 && triedAside.has(clientOid);
      if (steps === undefined || steps.includes(step) || isBeside) return undefined;
      return `${id} is reported as ${outcome}, and the journal has ${step}`;
    },
  ),
  at('outcome', 'accepted', 'an order reported as accepted stands, under that order id', ({ outcome }, { around }) => {
    if (outcome.outcome !== 'accepted') return undefined;
    const { id, clientOid, orderId } = outcome;
    if (around.venue.listed.standsAs(clientOid, orderId)) return undefined;
    return `${id} is reported as ${orderId}, and is ${around.venue.byClientOid.get(clientOid)?.orderId ?? 'nowhere'}`;
  }),
  at('outcome', 'rejected', 'an order reported as rejected does not stand', ({ outcome }, { around }) => {
    const taken = around.venue.byClientOid.get(outcome.clientOid);
    if (outcome.outcome !== 'rejected' || taken === undefined) return undefined;
    return `${outcome.id} stands as ${taken.orderId}`;
  }),
  at('outcome', 'withheld', 'an order reported as not sent is not out there', ({ outcome }, { life, mayStand }) => {
    if (outcome.outcome !== 'withheld' || life.task.command === 'settle') return undefined;
    if (REFUSES.has(outcome.reason) || !mayStand.has(outcome.clientOid)) return undefined;
    // To be placed again it would go under another client order id.
    if (IS_OVER.has(life.before.get(outcome.clientOid)?.state ?? '') || life.replaced.has(outcome.id)) return undefined;
    return `${outcome.id} is reported as not sent (${outcome.reason}), and may be out there`;
  }),
  at('outcome', 'withheld accepted', 'an order withheld as accepted stands', ({ outcome }, { around }) => {
    if (outcome.outcome !== 'withheld' || outcome.reason !== 'already-accepted') return undefined;
    return around.venue.byClientOid.has(outcome.clientOid)
      ? undefined
      : `${outcome.id} is withheld as accepted, and is nowhere`;
  }),
  at('outcome', 'withheld rejected', 'an order withheld as rejected does not stand', ({ outcome }, facts) => {
    if (outcome.outcome !== 'withheld' || outcome.reason !== 'already-rejected') return undefined;
    const taken = facts.around.venue.byClientOid.get(outcome.clientOid);
    return taken === undefined ? undefined : `${outcome.id} is withheld as rejected, and stands as ${taken.orderId}`;
  }),
  at('outcome', 'cause', 'sending ends only for a cause that came from outside', ({ outcome }, facts) => {
    if (outcome.outcome !== 'withheld' || hasCause(outcome.reason, facts)) return undefined;
    return `${outcome.id} is withheld (${outcome.reason}), and nothing came that asks for it`;
  }),
];
