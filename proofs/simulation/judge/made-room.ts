/** Which cancels were to make room for a new placing: those of a run that replaces, of the orders that it replaces. */
import type { Surroundings } from '../life.ts';

export class MadeRoom {
  readonly #around: Surroundings;
  /** By record and client order id; a record that came since is of the life that goes on. */
  readonly #known = new Map<string, boolean>();
  #replaced: ReadonlySet<string> = new Set();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** A life begins: what came on record since the one before, and is still there, is of that one. */
  begin(replacedBefore: ReadonlySet<string> = new Set()): void {
    for (const [clientOid, record] of this.#around.disk.lastCancels()) {
      const key = `${record} ${clientOid}`;
      if (!this.#known.has(key)) this.#known.set(key, replacedBefore.has(this.#idOf(clientOid)));
    }
    this.#replaced = new Set();
  }

  /** Ids of orders whose place the life may take. */
  takes(replaced: ReadonlySet<string>): void {
    this.#replaced = replaced;
  }

  /** Whether the order's last cancel was to make room for it. */
  readonly isFor = (clientOid: string): boolean => {
    const record = this.#around.disk.lastCancels().get(clientOid);
    if (record === undefined) return false;
    return this.#known.get(`${record} ${clientOid}`) ?? this.#replaced.has(this.#idOf(clientOid));
  };

  #idOf(clientOid: string): string {
    return this.#around.disk.orders().get(clientOid)?.id ?? '';
  }
}
