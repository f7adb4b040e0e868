/** What the disk holds when a life is over, however it ended. */
import { EXIT, type ExitCode } from '../../../src/model/exit-code.ts';
import type { OrderState } from '../../../src/model/outcome.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { Outcome, Task } from '../expected.ts';
import { CANCEL_OPEN } from './cancel-facts.ts';
import type { Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';

type Now = ReadonlyMap<string, JournaledOrder>;

/** Whether an order may have come from one state to another in one life. */
function mayBecome(was: JournaledOrder, is: JournaledOrder | undefined, task: Task): boolean {
  if (is === undefined) return false;
  if (is.state === was.state && is.orderId === was.orderId) return true;
  if (was.state === 'never-sent' || was.state === 'in-flight') return true;
  if (was.state === 'cancelling' && is.state === 'cancel-unknown') return true;
  if (mayGoOn(was, is, task)) return true;
  if (was.state !== 'unknown') return false;
  // What the lists show of it may be that it is over.
  if (is.state === 'accepted' || is.state === 'cancelled' || is.state === 'filled') return true;
  return is.state === 'absent' && task.absent.has(is.id);
}

/** By a look or a cancel. Any run looks how an earlier cancel ended. */
const mayGoOn = (was: JournaledOrder, is: JournaledOrder, { command, replaces }: Task): boolean =>
  (command === 'cancel' || command === 'status' || replaces !== undefined || CANCEL_OPEN.has(was.state)) &&
  (LATER[was.state] ?? []).includes(is.state);

const OF_CANCELS: readonly OrderState[] = ['cancelling', 'cancel-unknown', 'cancelled', 'filled'];
/** What a look or a cancel may make of an order. */
const LATER: Readonly<Partial<Record<OrderState, readonly OrderState[]>>> = {
  unknown: ['accepted', ...OF_CANCELS],
  accepted: OF_CANCELS,
  cancelling: ['accepted', ...OF_CANCELS],
  'cancel-unknown': ['accepted', ...OF_CANCELS],
};

/** A start that was refused did not come to recover anything. */
const REFUSED_STARTS = new Set<ExitCode>([EXIT.usage, EXIT.notAsReviewed]);

const asAside = (state: string | undefined, outcome: string): boolean =>
  // The journal may know more than that it was unknown, and what came after it was accepted.
  state === outcome ||
  (outcome === 'unknown' && state !== 'never-sent') ||
  (outcome === 'accepted' && wasAccepted(state));

const WERE_ACCEPTED: ReadonlySet<string> = new Set(['accepted', ...OF_CANCELS]);
const wasAccepted = (state: string | undefined): boolean => WERE_ACCEPTED.has(state ?? '');

const isInFlight = (now: Now): string | undefined =>
  firstBreach(now.values(), ({ id, state }) => (state === 'in-flight' ? `${id} is still in flight` : undefined));

/** An outcome without how long its answer took. */
const saidOf = (outcome: Outcome): string =>
  JSON.stringify(outcome, (key, value: unknown) => (key === 'latencyMs' ? undefined : value));

/** How the journal tells the run otherwise than the run itself did. */
function toldOtherwise({ around, life }: Facts): string | undefined {
  const story = around.disk.lastStory('sim');
  if (story?.end !== 'finished') return `the newest run is told as ${story?.end ?? 'none'}`;
  const again = new Map<string, Outcome>();
  for (const { event } of story.events) {
    if (event.event !== 'order-outcome') continue;
    if (again.has(event.id)) return `${event.id} has two outcomes`;
    again.set(event.id, event);
  }
  if (again.size !== life.outcomes.size) return `${again.size} outcomes are told again of ${life.outcomes.size}`;
  return firstBreach(life.outcomes, ([id, outcome]) => {
    const told = again.get(id);
    if (told !== undefined && saidOf(told) === saidOf(outcome)) return undefined;
    return `${id} was ${saidOf(outcome)}, and is told again as ${told === undefined ? 'nothing' : saidOf(told)}`;
  });
}

export const JOURNAL: readonly Invariant[] = [
  at('run-ended', 'told again', 'the journal tells a run again as the run told itself', (_, facts) =>
    facts.life.outcomes.size === 0 || facts.around.disk.failures > 0 ? undefined : toldOtherwise(facts),
  ),
  at(
    'over',
    'resting',
    'nothing but a settle record leaves unknown, and no resting state changes',
    ({ now }, { life }) =>
      firstBreach(life.before, ([clientOid, was]) => {
        const is = now.get(clientOid);
        return mayBecome(was, is, life.task) ? undefined : `${was.id} was ${was.state} and is ${is?.state ?? 'gone'}`;
      }),
  ),
  at('over', 'said absent', 'nothing is absent unless a person said so', ({ now }, { settledAbsent }) =>
    firstBreach(now.values(), ({ id, clientOid, state }) =>
      state === 'absent' && !settledAbsent.has(clientOid) ? `${id} is absent, and nobody said so` : undefined,
    ),
  ),
  at('over', 'aside', 'what was kept aside is in the journal once the next run began', ({ now }, facts) =>
    firstBreach(facts.aside, ([clientOid, outcome]) => {
      const state = now.get(clientOid)?.state;
      if (state === 'in-flight' || asAside(state, outcome) || facts.around.disk.failures > 0) return undefined;
      return `${clientOid} was kept aside as ${outcome}, and the journal has ${state ?? 'nothing'}`;
    }),
  ),
  at(
    'over',
    'lost',
    'every order that was taken is accepted, ended, unknown or in flight in the journal',
    ({ now }, facts) => {
      const { venue } = facts.around;
      return firstBreach(venue.ledger, ({ clientOid, orderId }) => {
        const order = now.get(clientOid);
        if (order?.state === 'unknown' || order?.state === 'in-flight' || facts.settledAbsent.has(clientOid))
          return undefined;
        if (wasAccepted(order?.state) && venue.listed.standsAs(clientOid, order?.orderId)) return undefined;
        return `${clientOid} stands as ${orderId}, and the journal has ${order?.state ?? 'nothing'} ${order?.orderId ?? ''}`;
      });
    },
  ),
  at('over', 'rejected later', 'an order reported as rejected never stands', (_, { around, reportedRejected }) =>
    firstBreach(reportedRejected, (clientOid) =>
      around.venue.byClientOid.has(clientOid) ? `${clientOid} was reported as rejected, and stands` : undefined,
    ),
  ),
  at('over', 'recovered', 'nothing is in flight after a run that ended', ({ exitCode, now }, { around, life }) =>
    exitCode === undefined || around.disk.failures > 0 || life.task.command === 'status' || REFUSED_STARTS.has(exitCode)
      ? undefined
      : isInFlight(now),
  ),
];
