/** What the exchange's lists showed in one life, and what that proves of an order, in words of the judge's own. */
import type { ToldRecord } from '../listed-book.ts';
import type { Surroundings } from '../life.ts';

const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value));
};

export class ListFacts {
  readonly #around: Surroundings;
  #beganMs = 0;
  #isWhole = true;
  readonly #orderIds = new Map<string, Set<string>>();
  readonly #clientOids = new Map<string, Set<string>>();
  readonly #misshown = new Set<string>();
  /** What spoke against each order that is settled by now, when it was settled: what is shown later is not held against that. */
  readonly #whenSettled = new Map<string, string | undefined>();
  readonly #read = new Set<string>();
  /** Order ids, in any life, and when each was shown first. */
  readonly #everShown = new Map<string, number>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  begin(): void {
    this.#beganMs = this.#around.clock.monotonicMs();
    this.#isWhole = true;
    for (const seen of [this.#orderIds, this.#clientOids, this.#misshown, this.#read, this.#whenSettled]) seen.clear();
  }

  /** Whether every question so far was answered with a page. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** A page of a list of a symbol, or of all of them, has come, or something else in its place. */
  read(list: string, symbol: string | undefined, isPage: boolean): void {
    if (isPage) this.#read.add(`${list} ${symbol ?? ''}`);
    else this.#read.delete(`${list} ${symbol ?? ''}`);
  }

  /** Whether the last answer to it was a page. */
  wasRead(list: string, symbol: string | undefined): boolean {
    return this.#read.has(`${list} ${symbol ?? ''}`);
  }

  /** Undefined: an answer that is not a page, or a signal, so that lists may not have been read to their end. */
  listed(records: readonly ToldRecord[] | undefined): void {
    for (const { clientOid } of records ?? [])
      if (this.#isSettled(clientOid) && !this.#whenSettled.has(clientOid))
        this.#whenSettled.set(clientOid, this.doubt(clientOid));
    if (records === undefined) this.#isWhole = false;
    for (const { clientOid, orderId, isTrue } of records ?? []) {
      if (!this.#everShown.has(orderId)) this.#everShown.set(orderId, this.#around.clock.wallMs());
      put(this.#orderIds, clientOid, orderId);
      put(this.#clientOids, orderId, clientOid);
      if (!isTrue) this.#misshown.add(clientOid);
    }
  }

  /** Whether a list had shown that order id by then, in this life or an earlier one. */
  wasShown(orderId: string, byMs: number): boolean {
    const shownMs = this.#everShown.get(orderId);
    return shownMs !== undefined && shownMs <= byMs;
  }

  /** Whether a list of this life showed it under another order id as well. */
  showsOther(clientOid: string, orderId: string | undefined): boolean {
    return [...(this.#orderIds.get(clientOid) ?? [])].some((shown) => shown !== orderId);
  }

  /** Whether nothing that was shown speaks against what was shown of it. */
  isClear(clientOid: string, orderId: string | undefined): boolean {
    const orderIds = this.#orderIds.get(clientOid);
    if (orderId === undefined || orderIds?.has(orderId) !== true || this.#misshown.has(clientOid)) return false;
    return this.#clientOids.get(orderId)?.size === 1;
  }

  /** Why the lists do not prove that the order stands; undefined where they do. */
  doubt(clientOid: string): string | undefined {
    if (this.#whenSettled.has(clientOid)) return this.#whenSettled.get(clientOid);
    const [orderId, another] = this.#orderIds.get(clientOid) ?? [];
    if (orderId === undefined) return 'no list showed it';
    if (another !== undefined) return `it was shown as ${orderId} and ${another}`;
    if (this.#misshown.has(clientOid)) return 'what was shown of it is not what was sent';
    if ((this.#clientOids.get(orderId)?.size ?? 0) > 1) return `another was shown as ${orderId} too`;
    if (this.#isWhole && this.#around.venue.listed.standsTwice(clientOid, this.#beganMs)) return 'it stands twice';
    return undefined;
  }

  #isSettled(clientOid: string): boolean {
    const state = this.#around.disk.orders().get(clientOid)?.state;
    return state !== undefined && state !== 'unknown' && state !== 'in-flight';
  }
}
