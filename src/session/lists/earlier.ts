/** Orders of a plan that are unknown since an earlier run: what is done about them before anything new is sent. */
import type { Claim, Decision, Sighting } from '../../journal/records/ledger.ts';
import { isCancelOpen, isNowhere, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { EarlierStated } from '../../model/event.ts';
import type { Accepted, Withheld } from '../../model/outcome.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { FoundAs, LookedUp } from './look-up.ts';
import { foundWords, type Sought } from './list-matches.ts';
import { foundSighting, seenOver } from './sighting-of.ts';

export interface Earlier {
  readonly unknown: readonly Sought[];
  /** Those that were to go off, and nobody saw how that ended; what this run takes off again is none of them. */
  readonly cancels: readonly KnownOrder[];
  /** Whether the exchange has lists to look them up in. */
  readonly canLookUp: boolean;
  /** They are only looked up: there is nothing else to do. */
  readonly isAll?: true;
  /** What the plan says otherwise by now, in words, by client order id. */
  readonly edits?: ReadonlyMap<string, string>;
}

/** What they came to. */
export interface EarlierEnds {
  /** On record as accepted now, by client order id; of one that is cancelled since, that nothing of it stands. */
  readonly found: ReadonlyMap<string, Accepted | Withheld>;
  /** Ids of those that remain unknown. */
  readonly unknown: readonly string[];
  /** Ids of those whose cancel still has no known end. */
  readonly cancels: readonly string[];
  /** Ids of these that no list had. */
  readonly nowhere: readonly string[];
  /** Ids of these that were to be placed again. */
  readonly replaced: readonly string[];
  /** Lists that were not read to their end, and why: an order may stand twice in them, and the exchange is not well. */
  readonly unread: readonly string[];
}

/** For whoever shows the run. */
export const earlierStated = (earlier: Omit<EarlierStated, 'event'>): EarlierStated => {
  const { unknown, cancels, nowhere, replaced } = earlier;
  return { event: 'earlier-stated', unknown, cancels, nowhere, replaced };
};

/** The same of orders as they are known, before anything is looked up. */
export const earlierOf = ({
  unknown,
  cancels,
}: Pick<Earlier, 'unknown' | 'cancels'>): Omit<EarlierStated, 'event'> => ({
  unknown: idsOf(unknown),
  cancels: idsOf(cancels),
  nowhere: idsOf(cancels.filter(isNowhere)),
  replaced: idsOf(cancels.filter(({ isReplaced }) => isReplaced === true)),
});

const idsOf = (orders: readonly { readonly id: string }[]): string[] => orders.map(({ id }) => id);

interface LookingEarlier {
  readonly claim: Pick<Claim, 'settle' | 'see' | 'state'>;
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
  /** Looks at how orders stand whose cancel has no known end. */
  readonly refresh: (orders: readonly KnownOrder[], signal: AbortSignal) => Promise<unknown>;
}

/** Looks all of them up, where the exchange may be asked. What is found is on record. */
export async function lookEarlier(
  { claim, lookUp, refresh }: LookingEarlier,
  { plan, earlier }: { readonly plan: PlanName; readonly earlier: Earlier },
  signal: AbortSignal,
): Promise<EarlierEnds> {
  const { unknown, cancels, canLookUp, edits } = earlier;
  if (!canLookUp) return { found: new Map(), ...earlierOf(earlier), unread: [] };
  const settled = await settleFound(lookUp(unknown, signal), claim, edits);
  if (cancels.length > 0) await refresh(cancels, signal);
  const ended = cancelsNow(earlier, await claim.state(plan));
  return { ...settled, ...ended, found: new Map([...settled.found, ...ended.found]) };
}

/** Takes what the lists have of them into the ledger, all of it or nothing. Rejects with JournalError where it cannot. */
export async function settleFound(
  lookedUp: AsyncIterable<LookedUp>,
  claim: Pick<Claim, 'settle' | 'see'>,
  edits: Earlier['edits'] = new Map(),
): Promise<Pick<EarlierEnds, 'found' | 'unknown' | 'unread'>> {
  const found = new Map<string, Accepted | Withheld>();
  const decisions: Decision[] = [];
  const sightings: Sighting[] = [];
  const unknown: string[] = [];
  const unread = new Set<string>();
  for await (const { order, finding, as } of lookedUp) {
    if (finding.kind === 'found') {
      const { clientOid } = order;
      const { orderId } = finding;
      for (const list of finding.unread) unread.add(list);
      decisions.push({ clientOid, orderId, rule: 'found', evidence: foundWords(finding) });
      found.set(clientOid, foundNow(orderId, as, edits.get(clientOid)));
      sightings.push(...foundSighting(clientOid, as?.stand));
    } else unknown.push(order.id);
  }
  if (decisions.length > 0) await claim.settle(decisions);
  await claim.see(sightings);
  return { found, unknown, unread: [...unread] };
}

/** What is on record of the cancels, now that their orders were looked at. */
function cancelsNow(
  { cancels, edits = new Map<string, string>() }: Pick<Earlier, 'cancels' | 'edits'>,
  known: JournalState,
): Pick<EarlierEnds, 'found' | 'cancels' | 'nowhere' | 'replaced'> {
  const asked = new Map(cancels.map(({ id, clientOid }) => [clientOid, id]));
  const now = [...known.values()].filter(({ clientOid }) => asked.has(clientOid));
  const found = now.flatMap((order): [string, Withheld][] =>
    isCancelOpen(order) ? [] : [[order.clientOid, standsNow(order, edits.get(order.clientOid))]],
  );
  const open = now.filter(isCancelOpen);
  const ids = (orders: readonly KnownOrder[]): string[] => orders.map(({ clientOid }) => asked.get(clientOid) ?? '');
  const replaced = open.filter(({ isReplaced }) => isReplaced === true);
  return { found: new Map(found), cancels: ids(open), nowhere: ids(open.filter(isNowhere)), replaced: ids(replaced) };
}

function foundNow(orderId: string, as: FoundAs | undefined, edit: string | undefined): Accepted | Withheld {
  const seen = as?.stand.kind === 'seen' ? as.stand.seen : undefined;
  if (seen?.state === 'cancelled') return cancelledNow({ orderId, seen });
  return edit === undefined ? { outcome: 'accepted', orderId, rule: 'found' } : { ...editedNow(edit), orderId };
}

/** It was accepted by an earlier run: it stands, or it was cancelled. */
function standsNow({ state, orderId = '', seen }: KnownOrder, edit: string | undefined): Withheld {
  if (state === 'cancelled') return cancelledNow({ orderId, seen });
  return edit === undefined
    ? { outcome: 'withheld', reason: 'already-accepted', orderId }
    : { ...editedNow(edit), orderId };
}

const editedNow = (message: string): Withheld => ({ outcome: 'withheld', reason: 'edited-after-send', message });

const cancelledNow = ({ orderId, seen }: { orderId: string; seen: LastSeen | undefined }): Withheld => ({
  outcome: 'withheld',
  reason: 'already-cancelled',
  orderId,
  message: (seen && seenOver(seen)) ?? '',
});

/** Most ids that a message names. */
const MOST_NAMED = 6;

/** Why nothing new is sent after that; undefined: it is. */
export function whyHeldBack({ unknown, cancels, unread }: EarlierEnds): string | undefined {
  if (unknown.length > 0) return `an earlier order is unknown: ${named(unknown)}`;
  if (cancels.length > 0) return `how an earlier cancel ended is not known: ${named(cancels)}`;
  return unread.length === 0 ? undefined : `the lists were not read to their end: ${unread.join('; ')}`;
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  return `${ids.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
