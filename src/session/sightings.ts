/**
 * What the lists told of the orders that are sought, and what it proves.
 *
 * Invariants
 * 1. A record with an order's client order id proves that the order was accepted only where all of this holds: it stands
 *    under one order id, that order id is nobody else's, and every record of it says what was sent, as far as it says it.
 * 2. What contradicts that proves nothing. Which of two orders is the right one, a person decides.
 */
import { Decimal } from '../model/decimal.ts';
import { tellsTriggers, type ListedOrder, type ListName } from '../model/listing.ts';
import { safeText } from '../model/safe-text.ts';

/** An unknown order, as far as it can be looked for and recognised. */
export interface Sought {
  readonly id: string;
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly isTrigger: boolean;
  readonly sentAtMs: number;
  /** The order id that a person says it has. */
  readonly claimedAs?: string;
}

/** An order id under which the order was told, and what speaks against it. */
export interface Standing {
  readonly orderId: string;
  /** `size 5, not 0.1` */
  readonly differences: readonly string[];
  /** Ids of the other orders that have it; empty text for one that is none of ours. */
  readonly owners: readonly string[];
}

export type Finding =
  | {
      readonly kind: 'found';
      readonly orderId: string;
      readonly lists: readonly ListName[];
      /** The lists that were not read to their end, and why: in them it may stand twice. */
      readonly unread: readonly string[];
    }
  | { readonly kind: 'found-twice'; readonly standing: readonly Standing[] }
  | { readonly kind: 'order-id-shared'; readonly standing: Standing }
  | { readonly kind: 'found-differs'; readonly standing: Standing }
  /** Every list was looked through, and none has it. */
  | { readonly kind: 'not-found'; readonly lists: readonly ListName[] }
  | { readonly kind: 'failed'; readonly message: string };

type Found = Extract<Finding, { kind: 'found' }>;

/** What an accepted order rests on, as the journal keeps it. */
export function foundWords({ lists, unread }: Found): string {
  const found = `found in the ${lists.length === 1 ? 'list' : 'lists'} ${lists.join(', ')}`;
  return unread.length === 0 ? found : `${found}; it may stand twice, as not read to its end: ${unread.join('; ')}`;
}

/** The order that the ledger has under an order id, by its own id. */
export type OwnerOf = (orderId: string) => Promise<string | undefined>;

/** Most characters that are shown of a list's word. */
export const MOST_SHOWN = 64;

/** What was read for an order: its lists, and of those not read to their end why. */
export interface ListsRead {
  readonly lists: readonly ListName[];
  readonly unread: readonly string[];
}

interface Sighting {
  readonly list: ListName;
  readonly order: ListedOrder;
}

export class Sightings {
  readonly #sought: ReadonlyMap<string, Sought>;
  readonly #sightings = new Map<string, Sighting[]>();
  readonly #claims: ReadonlyMap<string, Sought>;
  /** By client order id of an order: the one that its claimed order id was told with instead. */
  readonly #strangers = new Map<string, string>();
  /** Client order ids by the order id that they were told under. */
  readonly #toldUnder = new Map<string, Set<string>>();

  constructor(sought: readonly Sought[]) {
    this.#sought = new Map(sought.map((order) => [order.clientOid, order]));
    this.#claims = new Map(
      sought.flatMap((order) => (order.claimedAs === undefined ? [] : [[order.claimedAs, order]])),
    );
  }

  take(list: ListName, orders: readonly ListedOrder[]): void {
    for (const order of orders) {
      const { clientOid, orderId } = order;
      const claim = this.#claims.get(orderId);
      if (claim !== undefined && claim.clientOid !== clientOid && claim.isTrigger === tellsTriggers(list))
        this.#strangers.set(claim.clientOid, clientOid);
      if (clientOid === '') continue;
      put(this.#toldUnder, orderId, () => new Set<string>()).add(clientOid);
      // The ordinary order that a fired trigger became is no second one of it.
      if (this.#sought.get(clientOid)?.isTrigger === tellsTriggers(list))
        put(this.#sightings, clientOid, (): Sighting[] => []).push({ list, order });
    }
  }

  /** What all that was told comes to, once these lists were read. */
  async finding(sought: Sought, { lists, unread }: ListsRead, ownerOf: OwnerOf): Promise<Finding> {
    const stranger = this.#strangers.get(sought.clientOid);
    if (stranger !== undefined && sought.claimedAs !== undefined) {
      const whose = stranger === '' ? 'no client order id' : `client order id ${safeText(stranger, MOST_SHOWN)}`;
      const standing = { orderId: sought.claimedAs, differences: [`${whose}, not ${sought.clientOid}`], owners: [] };
      return { kind: 'found-differs', standing };
    }
    const sightings = this.#sightings.get(sought.clientOid) ?? [];
    const byOrderId = Map.groupBy(sightings, ({ order }) => order.orderId);
    const standing: Standing[] = [];
    for (const [orderId, told] of byOrderId) {
      standing.push(this.#standing(sought, told, { orderId, owner: await ownerOf(orderId) }));
    }
    const [one] = standing;
    if (one === undefined) {
      return unread.length > 0 ? { kind: 'failed', message: unread.join('; ') } : { kind: 'not-found', lists };
    }
    if (standing.length > 1) return { kind: 'found-twice', standing };
    if (one.owners.length > 0) return { kind: 'order-id-shared', standing: one };
    if (one.differences.length > 0) return { kind: 'found-differs', standing: one };
    return { kind: 'found', orderId: one.orderId, lists: [...new Set(sightings.map(({ list }) => list))], unread };
  }

  #standing(
    sought: Sought,
    told: readonly Sighting[],
    { orderId, owner: known }: { readonly orderId: string; readonly owner: string | undefined },
  ): Standing {
    const others = [...(this.#toldUnder.get(orderId) ?? [])].filter((clientOid) => clientOid !== sought.clientOid);
    const owners = [known, ...others.map((clientOid) => this.#sought.get(clientOid)?.id ?? '')];
    return {
      orderId,
      differences: [...new Set(told.flatMap(({ order }) => differences(sought, order)))],
      owners: [...new Set(owners.filter((owner) => owner !== undefined))],
    };
  }
}

/** What a record says that is not what was sent: `size 5, not 0.1`. */
export function differences(sought: Pick<Sought, 'symbol' | 'side' | 'size'>, told: ListedOrder): string[] {
  const pairs = [
    ['symbol', told.symbol, sought.symbol, sameText],
    ['side', told.side, sought.side, sameText],
    ['size', told.size, sought.size, sameValue],
  ] as const;
  return pairs.flatMap(([name, is, sent, isSame]) =>
    is === undefined || isSame(is, sent) ? [] : [`${name} ${safeText(is, MOST_SHOWN)}, not ${sent}`],
  );
}

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** `0.10` is `0.1`. */
function sameValue(a: string, b: string): boolean {
  const [left, right] = [Decimal.parse(a), Decimal.parse(b)];
  return left === undefined || right === undefined ? a === b : left.compare(right) === 0;
}

function put<K, V>(map: Map<K, V>, key: K, fresh: () => V): V {
  const held = map.get(key) ?? fresh();
  map.set(key, held);
  return held;
}
