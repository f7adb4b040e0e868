/** Orders of a plan that are unknown since an earlier run: what is done about them before anything new is sent. */
import type { Claim, Decision, Sighting } from '../ledger/ledger.ts';
import type { Accepted, Withheld } from '../model/outcome.ts';
import type { FoundAs, LookedUp } from './look-up.ts';
import { foundWords, type Sought } from './sightings.ts';
import { foundSighting, seenOver } from './standing/sighting-of.ts';

export interface Earlier {
  readonly unknown: readonly Sought[];
  /** Whether the exchange has lists to look them up in. */
  readonly canLookUp: boolean;
  /** They are only looked up: there is nothing else to do. */
  readonly isAll?: true;
  /** Of those that the plan says otherwise by now, in which words, by client order id. */
  readonly edits?: ReadonlyMap<string, string>;
}

/** What they came to. */
export interface EarlierEnds {
  /** On record as accepted now, by client order id; of one that is cancelled since, that nothing of it stands. */
  readonly found: ReadonlyMap<string, Accepted | Withheld>;
  /** Ids of those that remain unknown. */
  readonly unknown: readonly string[];
  /** Lists that were not read to their end, and why: an order may stand twice in them, and the exchange is not well. */
  readonly unread: readonly string[];
}

/** Takes what the lists have of them into the ledger, all of it or nothing. Rejects with JournalError where it cannot. */
export async function settleFound(
  lookedUp: AsyncIterable<LookedUp>,
  claim: Pick<Claim, 'settle' | 'see'>,
  edits: Earlier['edits'] = new Map(),
): Promise<EarlierEnds> {
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

function foundNow(orderId: string, as: FoundAs | undefined, edit: string | undefined): Accepted | Withheld {
  const stand = as?.stand;
  if (stand?.kind !== 'seen' || stand.seen.state !== 'cancelled')
    return edit === undefined
      ? { outcome: 'accepted', orderId, rule: 'found' }
      : { outcome: 'withheld', reason: 'edited-after-send', orderId, message: edit };
  return { outcome: 'withheld', reason: 'already-cancelled', orderId, message: seenOver(stand.seen) ?? '' };
}

/** Most ids that a message names. */
const MOST_NAMED = 6;

/** Why nothing new is sent after that; undefined: it is. */
export function whyHeldBack({ unknown, unread }: EarlierEnds): string | undefined {
  if (unknown.length === 0)
    return unread.length === 0 ? undefined : `the lists were not read to their end: ${unread.join('; ')}`;
  const more = unknown.length - MOST_NAMED;
  const named = unknown.slice(0, MOST_NAMED).join(', ');
  return `an earlier order is unknown: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
