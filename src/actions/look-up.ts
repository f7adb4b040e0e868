/** Looks unknown orders up in the exchange's lists, for `ordo settle` and for the library's `lookUp`. */
import type { PlanName } from '../journal/records/scope.ts';
import { mayRest, type KnownOrder } from '../journal/records/state.ts';
import type { Config } from '../model/config.ts';
import { defined } from '../model/defined.ts';
import { restsBySight } from '../model/standing.ts';
import type { EventSink } from '../ports.ts';
import { checkCanAsk } from './prepare/account-checks.ts';
import { foundWords } from '../session/lists/list-matches.ts';
import type { LookedUp } from '../session/lists/look-up.ts';
import { soughtOf } from '../session/lists/lookup-keys.ts';
import type { Session } from '../session/session.ts';
import type { Conclusions } from './settling/conclusions.ts';
import { openWords } from './settling/finding-words.ts';
import { troubleLine } from './trouble-line.ts';

/** Refuses (exit 2) where the lists cannot be asked. */
export const checkCanLookUp = (config: Config): void =>
  checkCanAsk(config, 'look on the exchange, and decide with --placed or --absent');

interface LookUpRequest {
  readonly plan: PlanName;
  /** The absolute path of the plan's file, for the record. */
  readonly planFile: string;
  readonly unknown: readonly KnownOrder[];
  /** The origin of the exchange, for the words. */
  readonly origin: string;
  /** Once it is aborted, nothing more is asked. */
  readonly signal: AbortSignal;
}

/** What a caller that holds the account, and is connected, gives. */
interface LookUpWith {
  readonly session: Session;
  readonly conclusions: Conclusions;
  readonly emit: EventSink;
}

/** What each comes to is on record before the next is told. */
export async function lookUp(
  { session, conclusions, emit }: LookUpWith,
  { plan: { plan, generation }, planFile, unknown, origin, signal }: LookUpRequest,
): Promise<readonly LookedUp[]> {
  const byClientOid = new Map(unknown.map((order) => [order.clientOid, order]));
  const all: LookedUp[] = [];
  for await (const looked of session.lookUp({ plan, generation, planFile }, unknown.map(soughtOf), signal)) {
    const message = troubleLine(session, origin);
    if (all.length === 0 && message !== undefined) emit({ event: 'note', message });
    await conclude(byClientOid.get(looked.order.clientOid) as KnownOrder, looked, conclusions);
    all.push(looked);
  }
  return all;
}

async function conclude(order: KnownOrder, { finding, as }: LookedUp, conclusions: Conclusions): Promise<void> {
  if (finding.kind !== 'found') return conclusions.open(order, finding.kind, openWords(order.id, finding));
  const { clientOid } = order;
  const decision = { clientOid, rule: 'found', evidence: foundWords(finding), orderId: finding.orderId } as const;
  return conclusions.settled([{ order, decision, ...defined({ stand: as?.stand }) }]);
}

/** Asked how it stands: what has an order id, and is not known to be over, or not with what was filled. An unknown placing is for settle. */
export const isAsked = (order: KnownOrder): boolean =>
  (mayRest(order) || isUnsized(order) || isByWord(order)) && order.orderId !== undefined;

/** A person called it closed, and no record of it says that it is over. */
const isByWord = ({ state, seen }: KnownOrder): boolean =>
  state === 'closed' && (seen === undefined || restsBySight(seen) || seen.state === 'not-found');

const isUnsized = ({ state, seen }: KnownOrder): boolean => state === 'cancelled' && seen?.filledSize === undefined;
