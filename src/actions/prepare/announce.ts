/** Emits what a run is about to do, before it does any of it, and returns that. A dry run and an execution emit the same events. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { stopsReplaced } from './stops-replaced.ts';
import { standingOf, type PlanOrder } from '../../journal/records/known-account.ts';
import { removedAfterSend, type KnownOrder } from '../../journal/records/state.ts';
import { haltText } from '../../journal/records/halt.ts';
import { orderStates, standingOrder } from '../../journal/history/order-state-events.ts';
import { accountCheckOf, type Config, type Policy } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { callPlanned, cancelPlanned, computedHeadline, headline } from '../../model/event-of.ts';
import type { OrderHeadline, RunEvent, SpokenFacts, StandingOrder } from '../../model/event.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import { orderContent, type Order, type PlannedOrder } from '../../model/order.ts';
import type { EventSink } from '../../ports.ts';
import { count } from '../../model/count.ts';
import { stopsOfPlan } from '../../protection/followed.ts';
import { orderStands, seenStands, standsOf } from '../../protection/stands.ts';
import { statedOf } from '../../protection/words.ts';
import { assumptions } from './assumptions.ts';
import { followedOf, stepPlanned } from './follow-told.ts';
import { stopsFollowed } from './followed-stops.ts';
import { haltOf } from './halted.ts';
import { missedWords } from './openings-in-time.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';
import { guardedBeside, knownBefore, protectionToCome } from './run-protection.ts';

export function announce(sink: EventSink, run: PreparedRun): readonly RunEvent[] {
  const told: RunEvent[] = [];
  const emit: EventSink = (event) => {
    sink(event);
    told.push(event);
  };
  const { plan, schedule } = run;
  const { steps = [] } = schedule;
  emit({
    event: 'run-started',
    planFile: run.planFile,
    ...defined({ description: plan.description }),
    mode: run.mode,
    target: run.target,
    exchange: run.exchange,
    ...defined({ live: run.live }),
    ...defined({ config: run.configFile, approval: run.reviewed?.approval ?? run.approval?.code }),
    ...defined({ spoken: spokenOf(run.config) }),
    policy: limitsSet(run.config.policy),
    precision: run.precision,
    canLive: run.canLive,
    stopsAtUnknown: run.config.execution.onUnknown === 'stop',
    obstacles: run.obstacles,
    ...defined({ heldBy: run.heldBy, reviewed: run.reviewed, halted: run.halt && haltText(run.halt) }),
    bytes: run.bytes,
    limits: run.config.exchange.limits,
    ...defined({ followed: followedOf(run) }),
    orders: headlinesOf(run),
    ladders: plan.ladders,
    options: run.options,
  });
  emit(loadedOf(run));
  emit({
    event: 'assumptions-stated',
    assumptions: assumptions(run.config, run.precision, steps.length > 0),
  });
  if (run.mode === 'dry-run') for (const event of statesOf(run)) emit(event);
  const standing = standingOf(run.account ?? []);
  const beside = guardedBeside(run);
  if (run.target === 'live' || standing.length > 0)
    emit({ event: 'standing-stated', orders: standingOrders(standing, run), ...defined({ seen: seenStands(beside) }) });
  for (const event of [...plannedCalls(schedule), ...stepsPlanned(run)]) emit(event);
  noteMissed(emit, run);
  if (run.mode === 'execute') noteRemoved(emit, run);
  emit(compiled(schedule));
  // What the record of the run keeps is told again from itself.
  sink({ ...statedOf(protectionToCome(run), 0, { plan: nameOf(run.plan) }), stands: standsOf(beside) });
  return told;
}

const loadedOf = (run: PreparedRun): RunEvent => ({
  event: 'plan-loaded',
  plan: run.plan.name,
  generation: run.plan.generation,
  orders: run.plan.orders.length,
  digest: run.schedule.digest,
  ...(run.mode === 'dry-run' &&
    run.approval !== undefined &&
    haltOf(run) === undefined && { approval: run.approval.code }),
});

/** Only a dry run shows how numbers were computed. An entry says the stop that a follower sends with its first fill. */
function headlinesOf(run: PreparedRun): readonly OrderHeadline[] {
  const stops = stopsOfPlan(run.plan);
  const of = run.mode === 'dry-run' ? computedHeadline : headline;
  return asSent(run).map((order) => of(order, stops.get(order.id)));
}

function standingOrders(standing: readonly PlanOrder[], run: PreparedRun): StandingOrder[] {
  const known = knownBefore(run);
  const stopOf = stopsFollowed(run.account ?? []);
  return standing.map((one) => {
    const told = standingOrder(one);
    const order = known.get(one.order.clientOid);
    const { standing: is, filled } = order === undefined ? { standing: 'open' } : orderStands(order);
    const isPlain = told.isHeld === true || (filled === undefined && (is === 'open' || is === 'unsure'));
    return {
      ...told,
      ...defined({ preset: order?.preset, known: isPlain ? undefined : { standing: is, ...defined({ filled }) } }),
      ...defined({ followedStop: order && stopOf(order)?.canonical() }),
    };
  });
}

/** Version 2 is the documented one, whose orders say all of it. */
const spokenOf = (config: Pick<Config, 'exchange' | 'execution'>): SpokenFacts | undefined =>
  config.exchange.interface === 'v2'
    ? undefined
    : { interface: config.exchange.interface, accountCheck: accountCheckOf(config) };

/** The plan's orders as they go out: of one that was filled in part the rest, and with the stops that an entry waits for. */
function asSent({ plan, schedule }: PreparedRun): readonly PlannedOrder[] {
  const sent = new Map([...schedule.pending.values()].map((order) => [order.id, order]));
  return plan.orders.map((order) => {
    const { size, after, carried } = sent.get(order.id) ?? (order as Order);
    const staged = after === order.after ? order : { ...order, ...defined({ after }) };
    if (carried === undefined) return staged;
    const { size: _ofWhole, ...formulas } = order.formulas ?? {};
    return { ...staged, size, formulas };
  });
}

function stepsPlanned(run: PreparedRun): RunEvent[] {
  const replaced = stopsReplaced(run);
  return (run.schedule.steps ?? []).map((step) =>
    stepPlanned(step, step.does === 'place' ? replaced.get(step.id) : undefined),
  );
}

/** What is cancelled first, then what is placed. */
const plannedCalls = ({ cancels, calls }: Schedule): RunEvent[] => [
  ...(cancels?.calls ?? []).map(cancelPlanned),
  ...calls.map(callPlanned),
];

const compiled = ({ cancels, calls, weight, lowerBound, naive, check, forecastMs }: Schedule): RunEvent => ({
  event: 'plan-compiled',
  calls: calls.length + (cancels?.calls.length ?? 0),
  weight,
  lowerBound,
  naive,
  ...defined({ check }),
  forecastMs,
});

const limitsSet = (policy: Policy): string[] =>
  Object.entries(policy).flatMap(([name, value]) => (value === undefined ? [] : [name.replace(/Ms$/, '')]));

/** How each order stands to the journal, and why it would not be sent. */
function statesOf({ plan, known, schedule }: PreparedRun): RunEvent[] {
  const withheld = new Map(schedule.withheld.map(({ order, outcome }) => [order.id, outcome]));
  const events: RunEvent[] = [];
  for (const event of orderStates(plan.orders, known, orderContent)) {
    const outcome = event.state === 'removed' ? undefined : withheld.get(event.id);
    if (outcome === undefined) events.push(event);
    else events.push({ ...event, withheld: outcome.reason, ...defined({ message: outcome.message }) });
  }
  return events;
}

function noteMissed(emit: EventSink, run: PreparedRun): void {
  const message = missedWords(run);
  if (message !== undefined) emit({ event: 'note', message });
}

function noteRemoved(emit: EventSink, { known, plan, schedule }: PreparedRun): void {
  // A plan of ordo's own has one order after the other, and nobody removed those before.
  if (isOwnPlan(plan.name)) return;
  const off = new Set(schedule.cancels?.orders.map(({ clientOid }) => clientOid));
  const ids = plan.orders.map(({ id }) => id);
  const removed = removedAfterSend(known, ids).filter(({ clientOid }) => !off.has(clientOid));
  if (removed.length > 0) emit({ event: 'note', message: removedWords(removed) });
}

/** A note names at most this many removed orders. */
const MOST_NAMED = 5;

function removedWords(removed: readonly KnownOrder[]): string {
  const named = removed.slice(0, MOST_NAMED).map(standsWords);
  const more = removed.length - named.length;
  const all = `${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return `${count(removed.length, 'order')} removed from the plan after being sent: ${all}. ordo status shows each`;
}

/** Only what was accepted, and not asked to go, is known to be live. */
function standsWords({ id, orderId, state }: KnownOrder): string {
  const named = orderId === undefined ? '' : ` (order ${orderId})`;
  return `${id} ${state === 'accepted' ? 'is' : 'may be'} live${named}`;
}
