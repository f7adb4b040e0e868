/**
 * Ends unknowns, by a person's word or by finding the orders in the exchange's lists. `ordo settle` and the library's `settle` and
 * `lookUp` are its callers.
 */
import { knownOf, type KnownPlan } from '../journal/records/known-account.ts';
import { isCancelOpen, isNowhere, type JournalState, type KnownOrder } from '../journal/records/state.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { RunEnding } from '../journal/records/run-record.ts';
import type { Config } from '../model/config.ts';
import { onceAsked, defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { isOpening, type Plan, type Side } from '../model/order.ts';
import { orderOfPart } from '../model/ids.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { Clock, EventSink } from '../ports.ts';
import { lostIds } from '../session/lists/followed-parts.ts';
import type { LookedUp } from '../session/lists/look-up.ts';
import type { Session } from '../session/session.ts';
import type { StopRequest } from './end-of-run.ts';
import { checkCanLookUp, lookUp } from './look-up.ts';
import { youngLook } from '../protection/journal/account.ts';
import type { Protection } from '../protection/protection.ts';
import { protectionNow } from './prepare/run-protection.ts';
import { Conclusions, type Ended } from './settling/conclusions.ts';
import { decide } from './settling/decide.ts';
import type { Decisions } from './settling/decisions.ts';

interface SettleRequest {
  readonly name: PlanName;
  /** Where it can be read: its ladders have names then, and an order that was placed from elsewhere is taken in. */
  readonly plan?: Plan;
  /** As it is named in words. */
  readonly planPath: string;
  /** The absolute path of the plan's file, for the record. */
  readonly planFile: string;
  /** Without any, every unknown order is looked up. */
  readonly decisions: Decisions;
  /** Who decides, in words for the journal. */
  readonly by: string;
  /** The words that say the plan and its journal again, behind the name of a command. */
  readonly again: string;
  /** The origin of the exchange, for the words. */
  readonly origin: string;
}

/** What a caller that holds the account gives. */
interface SettleWith {
  readonly session: Session;
  readonly config: Config;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: EventSink;
  /** Ties the account to its key; refuses (exit 2) another one. */
  readonly connect: () => Promise<void>;
  /** Why a decision cannot be held against the exchange's lists; undefined where it can. */
  readonly cannotAsk?: () => string | undefined;
  readonly stop: StopRequest;
}

interface SettledOrder extends Ended {
  readonly isRemoved: boolean;
  /** A follower placed it as an exit: settled as absent, the next follow sends what is due in its place, and needs no `--again`. */
  readonly isFollowed?: true;
}

export interface SettledPlan {
  /** Each order that was looked up or decided, in the plan's order; where the plan cannot be read, in the journal's. */
  readonly orders: readonly SettledOrder[];
  readonly lookedUp: readonly LookedUp[];
  /** How many orders of the plan are unknown now. */
  readonly unknown: number;
  /** Ids of accepted orders of which nobody knows how their cancel ended. */
  readonly cancels: readonly string[];
  /** Ids of accepted orders that no list had when they were last looked for. */
  readonly nowhere: readonly string[];
  /** Ids of orders that a follower placed, and that fired into nobody knows what. */
  readonly lost: readonly string[];
  readonly counts: RunEnding['counts'];
  /** What of the account is covered, naked and not known now. */
  readonly protection: Protection;
  readonly exitCode: ExitCode;
  /** What ended it once something was concluded, which stands: for the caller to throw when that is told. */
  readonly failure?: { readonly thrown: unknown };
}

export async function settle(held: SettleWith, request: SettleRequest): Promise<SettledPlan> {
  const { session, stop, emit } = held;
  const { name, plan } = request;
  const conclusions = new Conclusions(session, emit);
  const knownNow = async (): Promise<JournalState> => inPlanNames(await session.state(name), plan?.orders ?? []);
  const lookedUp: LookedUp[] = [];
  let failure: SettledPlan['failure'];
  try {
    const known = await knownNow();
    if (request.decisions.orders.length > 0) await decided(held, request, { known, conclusions });
    else lookedUp.push(...(await lookedUpAll(held, request, { known, conclusions })));
  } catch (thrown) {
    if (conclusions.orders.length === 0) throw thrown;
    failure = { thrown };
  }
  const known = await knownNow();
  const ids = plan?.orders.map(({ id }) => id) ?? [...known.keys()];
  const left = {
    unknown: [...known.values()].filter(({ state }) => state === 'unknown').length,
    cancels: [...known.values()].filter(isCancelOpen).map(({ id }) => id),
    nowhere: [...known.values()].filter(isNowhere).map(({ id }) => id),
    lost: lostIds(known),
  };
  const account = await session.account();
  const look = youngLook(await session.newestLook(), held.clock.wallMs());
  const protection = protectionNow({ account, config: held.config, ...defined({ plan, look }) });
  const isOpen = left.unknown > 0 || left.cancels.length > 0 || left.lost.length > 0;
  return {
    orders: inOrder(conclusions.orders, ids, { known, isExit: exitsIn(plan, knownOf(account, name)) }),
    lookedUp,
    ...left,
    counts: countsOf(conclusions.orders, left.unknown),
    protection,
    exitCode: isOpen ? EXIT.unknown : (stop.exitCode ?? EXIT.done),
    ...defined({ failure }),
  };
}

interface Concluding {
  readonly known: JournalState;
  readonly conclusions: Conclusions;
}

const decided = (held: SettleWith, request: SettleRequest, concluding: Concluding): Promise<void> =>
  decide({
    ...held,
    ...request,
    ...concluding,
    run: { ...request.name, planFile: request.planFile },
    nowMs: held.clock.wallMs(),
    connect: onceAsked(async () => {
      const why = held.config.exchange.queries ? held.cannotAsk?.() : 'exchange.queries is off';
      if (why === undefined) await held.connect();
      return why;
    }),
  });

async function lookedUpAll(
  { session, config, emit, connect, stop }: SettleWith,
  { name, planFile, origin }: SettleRequest,
  { known, conclusions }: Concluding,
): Promise<readonly LookedUp[]> {
  const unknown = [...known.values()].filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return [];
  checkCanLookUp(config);
  await connect();
  return lookUp({ session, conclusions, emit }, { plan: name, planFile, unknown, origin, signal: stop.signal });
}

/** A follower sends the next part of an exit by itself, as what is held would be bare; of anything else nothing goes again by itself. */
function exitsIn(plan: Plan | undefined, known: KnownPlan | undefined): (order: KnownOrder) => boolean {
  const ids =
    plan?.orders.flatMap(({ id, exit }) => (exit === undefined ? [] : [id])) ??
    known?.groups?.flatMap(({ exits }) => exits.map(([id]) => id));
  if (ids === undefined) return ({ content }) => !isOpening(content['side'] as Side);
  const exits = new Set(ids);
  return ({ id }) => exits.has(orderOfPart(id));
}

interface Settled {
  readonly known: JournalState;
  readonly isExit: (order: KnownOrder) => boolean;
}

function inOrder(orders: readonly Ended[], ids: readonly string[], settled: Settled): SettledPlan['orders'] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: Ended): number => place.get(orderOfPart(id)) ?? ids.length;
  return orders
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((one) => settledOrder(one, { isRemoved: !place.has(orderOfPart(one.id)), ...settled }));
}

function settledOrder(
  { id, end, evidence }: Ended,
  { isRemoved, known, isExit }: Settled & { readonly isRemoved: boolean },
): SettledOrder {
  const order = known.get(id);
  const isFollowed = order?.because !== undefined && isExit(order);
  return { id, end, evidence, isRemoved, ...(isFollowed && { isFollowed: true }) };
}

/** Ends of an order that was accepted. */
const STANDS_OR_STOOD: ReadonlySet<Ended['end']> = new Set([
  'found',
  'filled',
  'fired',
  'triggered',
  'cancelled',
  'placed',
]);

const countsOf = (orders: readonly Ended[], unknown: number): RunEnding['counts'] => ({
  accepted: orders.filter(({ end }) => STANDS_OR_STOOD.has(end)).length,
  rejected: 0,
  unknown,
  withheld: orders.filter(({ end }) => end === 'absent').length,
});
