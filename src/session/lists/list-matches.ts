/**
 * What the lists told of the orders that are sought, and what it proves.
 *
 * Invariants
 * 1. A record with an order's client order id proves that the order was accepted only where all of this holds: it stands
 *    under one order id, that order id is nobody else's, and every record of it says what was sent, as far as it says it.
 * 2. What contradicts that proves nothing. Which of two orders is the right one, a person decides.
 * 3. A record without a client order id may be any order that it fits: then no list proves that the order is not there.
 */
import { tellsTriggers, type ListedOrder, type ListName, type TellingRecord } from '../../model/listing.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Kin } from './kin.ts';
import { differences, mayBe, MOST_SHOWN } from './record-differences.ts';
import { chosen, isOpenList, isOurForm, rests, type ChosenLineage, type ToldLineage } from './lineages.ts';

/** An unknown order, as far as it can be looked for and recognised. */
export interface Sought {
  readonly id: string;
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  readonly isTrigger: boolean;
  readonly sentAtMs: number;
  /** `market`, or what it was sent with; of a trigger order the price at which it executes. */
  readonly price?: string;
  readonly trigger?: string;
  /** The order id that a person says it has. */
  readonly claimedAs?: string;
  /** For an order that was never sent from here. */
  readonly elsewhere?: Elsewhere;
}

/** What another journal may have placed. */
interface Elsewhere {
  readonly marginMode: string;
  /** The client order ids under which it may have gone, by lineage. */
  readonly clientOids: () => readonly string[];
  /** Those under which it may have gone as something else. */
  readonly kin: () => Iterable<Kin>;
  /** A part of an exit: of whatever size up to its own, and an ordinary order where the market had passed its trigger. */
  readonly isPart?: true;
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

const PLACES: Readonly<Record<ListName, string>> = {
  open: 'among the open orders',
  history: 'in the order history',
  'open-triggers': 'among the open triggers',
  'trigger-history': 'in the trigger history',
};

/** What an accepted order rests on, as the journal keeps it. */
export function foundWords({ lists, unread }: Found): string {
  const found = `found ${lists.map((list) => PLACES[list]).join(' and ')}`;
  return unread.length === 0
    ? found
    : `${found}; it may be there twice, as these were not read to the end: ${unread.join('; ')}`;
}

/** The order that the ledger has under an order id, by its own id. */
export type OwnerOf = (orderId: string) => Promise<string | undefined>;

/** What was read for an order: its lists, and of those not read to their end why. */
interface ListsRead {
  readonly lists: readonly ListName[];
  readonly unread: readonly string[];
}

export class Sightings {
  readonly #sought: ReadonlyMap<string, Sought>;
  readonly #isElsewhere: boolean;
  readonly #sightings = new Map<string, TellingRecord[]>();
  /** Whether any of these was told among what rests. */
  #anyMayRest = false;
  /** Records without a client order id. */
  readonly #nameless: TellingRecord[] = [];
  readonly #claims: ReadonlyMap<string, Sought>;
  /** By client order id of an order: the one that its claimed order id was told with instead. */
  readonly #strangers = new Map<string, string>();
  /** Client order ids by the order id that they were told under. */
  readonly #toldUnder = new Map<string, Set<string>>();

  constructor(sought: readonly Sought[]) {
    this.#sought = new Map(sought.map((order) => [order.clientOid, order]));
    this.#isElsewhere = sought.some(({ elsewhere }) => elsewhere !== undefined);
    this.#claims = new Map(
      sought.flatMap((order) => (order.claimedAs === undefined ? [] : [[order.claimedAs, order]])),
    );
  }

  take(list: ListName, orders: readonly ListedOrder[]): void {
    for (const record of orders) {
      const { clientOid, orderId } = record;
      const claim = this.#claims.get(orderId);
      if (claim !== undefined && claim.isTrigger === tellsTriggers(list) && !idsOf(claim).includes(clientOid))
        this.#strangers.set(claim.clientOid, clientOid);
      if (clientOid === '') {
        this.#nameless.push({ list, record });
        continue;
      }
      put(this.#toldUnder, orderId, () => new Set<string>()).add(clientOid);
      if (!this.#sought.has(clientOid) && !(this.#isElsewhere && isOurForm(clientOid))) continue;
      put(this.#sightings, clientOid, (): TellingRecord[] => []).push({ list, record });
      this.#anyMayRest ||= isOpenList(list);
    }
  }

  /** Whether every one of these was told. */
  hasAll(orders: readonly Sought[]): boolean {
    return orders.every((order) => this.#toldOf(order).length > 0);
  }

  /** The order as it was told: a part that went at once is no trigger order. */
  asTold(sought: Sought): Sought {
    const isTrigger = this.#isTrigger(sought);
    return isTrigger === sought.isTrigger ? sought : { ...sought, isTrigger };
  }

  #isTrigger({ clientOid, elsewhere, isTrigger }: Sought): boolean {
    const told = elsewhere?.isPart === true ? this.#sightings.get(clientOid) : undefined;
    return told === undefined ? isTrigger : told.some(({ list }) => tellsTriggers(list));
  }

  /** What was told of an order, under the lineage that counts; undefined where it was not told, or under two that rest. */
  lineageOf(sought: Sought): ChosenLineage | undefined {
    const [one, ...others] = chosen(this.#toldOf(sought));
    return others.length === 0 ? one : undefined;
  }

  /** What all that was told comes to, once these lists were read. */
  async finding(sought: Sought, { lists, unread }: ListsRead, ownerOf: OwnerOf): Promise<Finding> {
    const stranger = this.#strangers.get(sought.clientOid);
    if (stranger !== undefined && sought.claimedAs !== undefined) {
      const whose = stranger === '' ? 'no client order id' : `client order id ${safeText(stranger, MOST_SHOWN)}`;
      const standing = { orderId: sought.claimedAs, differences: [`${whose}, not ${sought.clientOid}`], owners: [] };
      return { kind: 'found-differs', standing };
    }
    const lineages = chosen(this.#toldOf(sought));
    const standing: Standing[] = [];
    for (const lineage of lineages) {
      for (const [orderId, told] of Map.groupBy(lineage.records, ({ record }) => record.orderId)) {
        const owner = await ownerOf(orderId);
        standing.push(this.#standing(sought, { ...lineage, records: told }, { orderId, owner }));
      }
    }
    const [one] = standing;
    if (one === undefined) {
      const otherwise = this.#otherwise(sought);
      if (otherwise !== undefined) return otherwise;
      const why = [...unread, ...(await this.#doubts(sought, ownerOf))];
      return why.length > 0 ? { kind: 'failed', message: why.join('; ') } : { kind: 'not-found', lists };
    }
    if (standing.length > 1) return { kind: 'found-twice', standing };
    if (one.owners.length > 0) return { kind: 'order-id-shared', standing: one };
    if (one.differences.length > 0) return { kind: 'found-differs', standing: one };
    const inLists = [...new Set(lineages.flatMap(({ records }) => records.map(({ list }) => list)))];
    return { kind: 'found', orderId: one.orderId, lists: inLists, unread };
  }

  /** By lineage, the oldest first. The ordinary order that a fired trigger became is no second one of it. */
  #toldOf(sought: Sought): readonly ToldLineage[] {
    if (this.#sightings.size === 0) return [];
    const isTrigger = this.#isTrigger(sought);
    return idsOf(sought).flatMap((clientOid, lineage) => {
      const all = this.#sightings.get(clientOid) ?? [];
      const records = all.filter(({ list }) => tellsTriggers(list) === isTrigger);
      return records.length === 0 ? [] : [{ clientOid, lineage, records }];
    });
  }

  /** What was told of it as something else; looked for only where an order of ours was told that is none of these. */
  #otherwise({ elsewhere }: Sought): Finding | undefined {
    if (elsewhere === undefined || this.#sightings.size === 0) return undefined;
    const found = new Map<string, string>();
    for (const { clientOid, as, isEarlier = false } of elsewhere.kin()) {
      if (isEarlier && !this.#anyMayRest) break;
      // What a trigger became has its client order id, and rests by itself.
      const orders = Map.groupBy(this.#sightings.get(clientOid) ?? [], ({ record }) => record.orderId);
      for (const [orderId, records] of orders) if (!isEarlier || rests({ records })) found.set(orderId, as);
    }
    const [one, ...others] = found;
    if (one === undefined) return undefined;
    const as = [one[1], ...others.map(([orderId, other]) => `and order ${orderId}, ${other}`)];
    return { kind: 'found-differs', standing: { orderId: one[0], differences: as, owners: [] } };
  }

  /** Records that may be of it, for all that they say. */
  async #doubts(sought: Sought, ownerOf: OwnerOf): Promise<string[]> {
    const doubts: string[] = [];
    for (const { list, record } of this.#nameless) {
      const { orderId } = record;
      if (tellsTriggers(list) !== sought.isTrigger || this.#toldUnder.has(orderId) || !mayBe(sought, record)) continue;
      if ((await ownerOf(orderId)) === undefined)
        doubts.push(`the ${list} list: order ${orderId} has no client order id, and may be this one`);
    }
    return [...new Set(doubts)].slice(0, 1);
  }

  #standing(
    sought: Sought,
    { clientOid: own, carried, records }: ChosenLineage,
    { orderId, owner: known }: { readonly orderId: string; readonly owner: string | undefined },
  ): Standing {
    const others = [...(this.#toldUnder.get(orderId) ?? [])].filter((clientOid) => clientOid !== own);
    const owners = [known, ...others.map((clientOid) => this.#sought.get(clientOid)?.id ?? '')];
    return {
      orderId,
      differences: [
        ...new Set(records.flatMap(({ record }) => differences(sought, record, carried))),
        ...(carried === undefined ? ['what was filled of it before is not reported'] : []),
      ],
      owners: [...new Set(owners.filter((owner) => owner !== undefined))],
    };
  }
}

/** The client order ids of an order, by lineage; one that was sent from here has its own only. */
const idsOf = ({ clientOid, elsewhere }: Sought): readonly string[] => elsewhere?.clientOids() ?? [clientOid];

function put<K, V>(map: Map<K, V>, key: K, fresh: () => V): V {
  const held = map.get(key) ?? fresh();
  map.set(key, held);
  return held;
}
