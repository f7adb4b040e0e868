/**
 * What a settle may conclude from what the lists told it, in other words than the program's.
 *
 *  found      an order is told as found only where the lists told it once, rightly and under an order id of its own; and
 *             where they did, it is told so
 */
import type { Outcome } from './expected.ts';
import type { ToldRecord } from './listed-book.ts';
import type { Surroundings } from './sim-world.ts';

const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value));
};

export class ListJudge {
  readonly #around: Surroundings;
  #beganMs = 0;
  /** Whether every question so far was answered with a page. */
  #isWhole = true;
  readonly #orderIds = new Map<string, Set<string>>();
  readonly #clientOids = new Map<string, Set<string>>();
  readonly #mistold = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  begin(): void {
    this.#beganMs = this.#around.clock.monotonicMs();
    this.#isWhole = true;
    for (const seen of [this.#orderIds, this.#clientOids, this.#mistold]) seen.clear();
  }

  /** Undefined: an answer that is no page, or a signal, so that lists may not have been read to their end. */
  listed(told: readonly ToldRecord[] | undefined): void {
    if (told === undefined) this.#isWhole = false;
    for (const { clientOid, orderId, isTrue } of told ?? []) {
      put(this.#orderIds, clientOid, orderId);
      put(this.#clientOids, orderId, clientOid);
      if (!isTrue) this.#mistold.add(clientOid);
    }
  }

  told(event: Outcome): void {
    const { id, clientOid } = event;
    const doubt = this.#doubt(clientOid);
    if (event.outcome === 'accepted' && event.rule === 'found' && doubt !== undefined)
      this.#around.accuse('found', `${id} is told as found, and ${doubt}`);
    if (event.outcome === 'unknown' && doubt === undefined)
      this.#around.accuse('found', `${id} is told as unknown (${event.rule}), and the lists have it`);
  }

  /** Why the lists do not prove that the order stands. */
  #doubt(clientOid: string): string | undefined {
    const [orderId, another] = this.#orderIds.get(clientOid) ?? [];
    if (orderId === undefined) return 'no list told it';
    if (another !== undefined) return `it was told as ${orderId} and ${another}`;
    if (this.#mistold.has(clientOid)) return 'what was told of it is not what was sent';
    if ((this.#clientOids.get(orderId)?.size ?? 0) > 1) return `another was told as ${orderId} too`;
    if (this.#isWhole && this.#around.venue.listed.standsTwice(clientOid, this.#beganMs)) return 'it stands twice';
    return undefined;
  }
}
