/**
 * In which order the orders of a run are shown: what is unknown, what was rejected, what is in flight, what stands though the
 * plan no longer has it, and then the rest by plan. Of a plan that is followed, what works comes before what waits, its stops first,
 * and what is over comes last. With a filter, only what matches it.
 *
 * A change of an order costs a search among those that are not of the rest, whatever the size of the plan. A new filter looks
 * at each order once.
 */
import type { OrderRows, OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { searchText, sectionOf, type Section } from './standing.ts';

/** Places of orders, each once, from the first of the plan on. */
class Places {
  readonly #sorted: number[] = [];

  get length(): number {
    return this.#sorted.length;
  }

  at(position: number): number | undefined {
    return this.#sorted[position];
  }

  /** How many are before this place; where it is itself, that is its position. */
  before(place: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(place: number): boolean {
    return this.#sorted[this.before(place)] === place;
  }

  add(place: number): void {
    const last = this.#sorted.at(-1);
    if (last === undefined || last < place) this.#sorted.push(place);
    else if (!this.has(place)) this.#sorted.splice(this.before(place), 0, place);
  }

  delete(place: number): void {
    if (this.has(place)) this.#sorted.splice(this.before(place), 1);
  }
}

const SECTIONS = ['unknown', 'rejected', 'moving', 'stop', 'works'] as const satisfies readonly Section[];
/** What comes behind the rest. */
const LAST = ['filled', 'gone'] as const satisfies readonly Section[];

class RowIndex {
  readonly #run: RunView;
  readonly #orders: OrderRows;
  readonly #words: readonly string[];
  readonly #sections: Readonly<Record<Exclude<Section, 'rest'>, Places>> = {
    unknown: new Places(),
    rejected: new Places(),
    moving: new Places(),
    stop: new Places(),
    works: new Places(),
    filled: new Places(),
    gone: new Places(),
  };
  /** All places of the sections. */
  readonly #apart = new Places();
  /** What matches; undefined where there is no filter. */
  readonly #matching: Places | undefined;
  #removed: readonly OrderView[] = [];
  #read = 0;
  #described = -1;

  constructor(run: RunView, filter: string) {
    this.#run = run;
    this.#orders = run.orders;
    this.#words = wordsOf(filter);
    this.#matching = this.#words.length === 0 ? undefined : new Places();
  }

  /** Takes in what has changed since. */
  refresh(): this {
    const { changes, described, length, removed } = this.#orders;
    if (described === this.#described)
      for (; this.#read < changes.length; this.#read++) this.#place(changes[this.#read]);
    else for (let place = 0; place < length; place++) this.#place(place);
    if (this.#removed.length !== removed.length || described !== this.#described)
      this.#removed = removed.filter((order) => this.#matches(order));
    this.#described = described;
    this.#read = changes.length;
    return this;
  }

  get length(): number {
    return this.#all + this.#removed.length;
  }

  /** Rows of what is unknown or rejected, which come first. */
  get problems(): number {
    return this.#sections.unknown.length + this.#sections.rejected.length;
  }

  /** Rows of what is in flight or removed, which come next. */
  get moving(): number {
    const { moving, stop, works } = this.#sections;
    return moving.length + stop.length + works.length + this.#removed.length;
  }

  /** How many rows of the rest come before this place of the plan. */
  restBefore(place: number): number {
    return (this.#matching?.before(place) ?? place) - this.#apart.before(place);
  }

  at(position: number): OrderView | undefined {
    let left = position;
    for (const name of SECTIONS) {
      const section = this.#sections[name];
      if (left < section.length) return this.#orders.byPlace(section.at(left) as number);
      left -= section.length;
    }
    if (left < this.#removed.length) return this.#removed[left];
    left -= this.#removed.length;
    if (left < this.#rest) return this.#ofRest(left);
    left -= this.#rest;
    const { filled, gone } = this.#sections;
    const place = left < filled.length ? filled.at(left) : gone.at(left - filled.length);
    return place === undefined ? undefined : this.#orders.byPlace(place);
  }

  /** -1 where the order is not shown. */
  positionOf(id: string): number {
    const place = this.#orders.placeOf(id);
    const heads = this.problems + this.moving - this.#removed.length;
    if (place === undefined) {
      const gone = this.#removed.findIndex((order) => order.id === id);
      return gone < 0 ? -1 : heads + gone;
    }
    let start = 0;
    for (const name of SECTIONS) {
      const section = this.#sections[name];
      if (section.has(place)) return start + section.before(place);
      start += section.length;
    }
    start = heads + this.#removed.length + this.#rest;
    for (const name of LAST) {
      const section = this.#sections[name];
      if (section.has(place)) return start + section.before(place);
      start += section.length;
    }
    if (this.#matching !== undefined && !this.#matching.has(place)) return -1;
    return heads + this.#removed.length + this.restBefore(place);
  }

  get #rest(): number {
    return this.#all - this.#apart.length;
  }

  get #all(): number {
    return this.#matching?.length ?? this.#orders.length;
  }

  /** The first place with so many of the rest up to and with it. */
  #ofRest(number: number): OrderView | undefined {
    let [low, high] = [0, this.#all];
    while (low < high) {
      const middle = (low + high) >> 1;
      const place = this.#matching?.at(middle) ?? middle;
      const isRest = this.#apart.has(place) ? 0 : 1;
      if (this.restBefore(place) + isRest <= number) low = middle + 1;
      else high = middle;
    }
    return this.#orders.byPlace(this.#matching === undefined ? low : (this.#matching.at(low) ?? -1));
  }

  #place(place: number | undefined): void {
    const order = place === undefined ? undefined : this.#orders.byPlace(place);
    if (place === undefined || order === undefined) return;
    for (const section of Object.values(this.#sections)) section.delete(place);
    this.#apart.delete(place);
    if (this.#matching !== undefined) {
      this.#matching.delete(place);
      if (!this.#matches(order)) return;
      this.#matching.add(place);
    }
    const section = sectionOf(order, this.#run);
    if (section === 'rest') return;
    this.#sections[section].add(place);
    this.#apart.add(place);
  }

  #matches(order: OrderView): boolean {
    if (this.#words.length === 0) return true;
    const text = searchText(order, this.#run);
    return this.#words.every((word) => text.includes(word));
  }
}

const wordsOf = (filter: string): string[] =>
  filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');

const kept = new WeakMap<RunView, { filter: string; index: RowIndex }>();

/** The rows of a run under a filter, up to date. */
export function rowIndexOf(run: RunView, filter: string): RowIndex {
  const known = kept.get(run);
  if (known?.filter === filter) return known.index.refresh();
  const index = new RowIndex(run, filter);
  kept.set(run, { filter, index });
  return index.refresh();
}
