/**
 * Judges each request of a follower in the moment in which it arrives, by the true position. A follower knows what its last look told,
 * so a size is held against what was held at any time since then.
 */
import { exitsOf, stepsIn, sumsOf, type Book, type Named, type Placed } from '../../following/book.ts';
import type { ByHand } from '../../following/judge.ts';
import type { DrawnGroup, DrawnPlan } from '../../following/draw.ts';
import type { Accuse } from '../violation.ts';
import type { Sent, SimExchange } from './sim-exchange.ts';

interface Moment {
  readonly atMs: number;
  /** What was opened. */
  readonly filled: number;
  /** By the orders of the plan, and less what somebody else closed. */
  readonly counted: number;
  readonly held: number;
}

const clientOidsIn = (body: string): readonly string[] =>
  [...body.matchAll(/"(ordo[a-z2-7]{32})"/g)].map(([, clientOid]) => clientOid ?? '');

/** Until then a follower waits for an answer before it looks. */
const LATE_MS = 500;

/** A tenth of the largest size, which a stop may exceed what is held by. */
const TENTH = 10;

export class MomentJudge {
  readonly #book: Book;
  readonly #plan: DrawnPlan;
  readonly #accuse: Accuse;
  readonly #nowMs: () => number;
  readonly #wallMs: () => number;
  /** How long what a look told may be old. */
  readonly #oldMs: number;
  readonly #byHand: (isLong: boolean) => ByHand;
  /** Trades are told before the lists have what they are of. */
  readonly #isEarly: boolean;
  /** How long after a trigger fired no look may have told of it. */
  readonly #untoldMs: number;
  readonly #held = new Map<DrawnGroup, Moment[]>();
  readonly #names: ReadonlyMap<string, Named>;
  /** Client order ids. */
  readonly #left = new Set<string>();
  /** By client order id, when it left and when its sender heard of it. */
  readonly #answers = new Map<string, { readonly leftMs: number; answeredMs?: number }>();
  /** A person takes orders off: that is no step of a follower. */
  isPerson = false;
  #before: readonly Placed[] = [];

  constructor(of: {
    book: Book;
    names: ReadonlyMap<string, Named>;
    plan: DrawnPlan;
    accuse: Accuse;
    nowMs: () => number;
    wallMs: () => number;
    oldMs: number;
    byHand: (isLong: boolean) => ByHand;
    isEarly: boolean;
    untoldMs: number;
  }) {
    this.#book = of.book;
    this.#names = of.names;
    this.#plan = of.plan;
    this.#accuse = of.accuse;
    this.#nowMs = of.nowMs;
    this.#wallMs = of.wallMs;
    this.#oldMs = of.oldMs;
    this.#byHand = of.byHand;
    this.#isEarly = of.isEarly;
    this.#untoldMs = of.isEarly ? of.oldMs : of.untoldMs;
  }

  listenTo(exchange: SimExchange): void {
    exchange.left = (sent) => this.#leaves(sent);
    exchange.arriving = (sent) => this.#arriving(sent);
    exchange.arrived = (sent) => this.#arrived(sent);
    exchange.answered = ({ body }) => {
      for (const clientOid of clientOidsIn(body)) {
        const answer = this.#answers.get(clientOid);
        if (answer !== undefined) answer.answeredMs = this.#nowMs();
      }
    };
  }

  /** What is held may have changed. */
  moved(): void {
    const placed = this.#book.placed();
    const atMs = this.#nowMs();
    for (const group of this.#plan.groups) {
      const moments = this.#held.get(group) ?? [];
      const { held: counted, filled } = sumsOf(placed, group);
      const held = counted - this.#byHand(group.isLong).all;
      const last = moments.at(-1);
      // What opens and what closes may be as much.
      if (last?.held !== held || last.counted !== counted || last.filled !== filled)
        moments.push({ atMs, filled, counted, held });
      this.#held.set(group, moments);
    }
  }

  /** An order that leaves and does not arrive is unknown, and an unknown stop counts as one. */
  #leaves({ body }: Sent): void {
    for (const clientOid of clientOidsIn(body)) {
      this.#left.add(clientOid);
      this.#answers.set(clientOid, { leftMs: this.#nowMs() });
    }
  }

  #hasLeft(ids: readonly string[]): boolean {
    return [...this.#left].some((clientOid) => ids.includes(this.#names.get(clientOid)?.id ?? ''));
  }

  #arriving({ method }: Sent): void {
    if (method !== 'GET') this.#before = this.#book.placed();
  }

  #arrived(sent: Sent): void {
    if (sent.method === 'GET') return;
    this.moved();
    const placed = this.#book.placed();
    const known = new Set(this.#before.map(({ order }) => order.orderId));
    const fresh = placed.filter(({ order }) => !known.has(order.orderId));
    for (const group of this.#plan.groups) {
      for (const one of fresh) if (exitsOf(group).includes(one.id)) this.#placed(group, one, placed);
      if (!this.isPerson) this.#cancelled(group, placed);
    }
  }

  /** The least and the most that were held since the last look may have been. */
  #since(group: DrawnGroup): { readonly least: number; readonly most: number } {
    const moments = this.#held.get(group) ?? [];
    const fromMs = this.#nowMs() - this.#oldMs;
    const first = Math.max(
      0,
      moments.findLastIndex(({ atMs }) => atMs <= fromMs),
    );
    const since = moments.slice(first);
    const { known } = this.#byHand(group.isLong);
    return {
      least: Math.min(...since.map(({ held }) => held), moments.length === 0 ? 0 : Infinity),
      most: Math.max(0, ...since.map(({ counted }) => counted - known), this.#mixed(group, since) - known),
    };
  }

  /**
   * Where trades are told before lists, or the answer to an exit is late, so that no look asks for its trades: what was opened by now,
   * less what exits were seen to have closed.
   */
  #mixed(group: DrawnGroup, since: readonly Moment[]): number {
    const [first, last] = [since[0], since.at(-1)];
    if (!(this.#isEarly || this.#isLate(group)) || first === undefined || last === undefined) return 0;
    return last.filled - (first.filled - first.counted);
  }

  #isLate(group: DrawnGroup): boolean {
    const [nowMs, exits] = [this.#nowMs(), exitsOf(group)];
    return [...this.#answers].some(
      ([clientOid, { leftMs, answeredMs = nowMs }]) =>
        answeredMs > nowMs - this.#oldMs &&
        answeredMs - leftMs >= LATE_MS &&
        exits.includes(this.#names.get(clientOid)?.id ?? ''),
    );
  }

  #placed(group: DrawnGroup, one: Placed, placed: readonly Placed[]): void {
    const { most } = this.#since(group);
    const name = `${one.id}/${one.part}`;
    const openOf = (ids: readonly string[]): number =>
      placed.reduce((sum, { id, open }) => (ids.includes(id) ? sum + open : sum), 0);
    if (group.targets.includes(one.id)) {
      if (openOf(group.targets) > most)
        this.#accuse('4', `${name}: targets of ${openOf(group.targets)}, and at most ${most} was held`);
      if (group.atOnce?.length !== 0 && !this.#hasLeft(group.stops)) this.#accuse('8', `${name} before a stop`);
    }
    if (group.stops.includes(one.id)) {
      const parts = placed.filter(({ id, open }) => id === one.id && open > 0);
      const largest = Math.max(...parts.map(({ open }) => open), 0);
      const all = parts.reduce((sum, { open }) => sum + open, 0);
      const entries = placed.filter(({ id }) => group.entries.includes(id));
      const tenth = entries.reduce((sum, { order }) => sum + Number(order.size) * 10_000, 0) / TENTH;
      if (parts.length > 1 && all - largest > most + tenth)
        this.#accuse('4', `${name}: a stop of ${all} without its largest ${largest}, and at most ${most} was held`);
      if (one.order.kind !== 'trigger') this.#closesOnce(group, name, placed);
      if (one.part > 48) this.#accuse('4', `${name}: too many parts`);
    }
    if (group.closeOuts.includes(one.id) && openOf(group.targets) > 0)
      this.#accuse('8', `${name}, and targets of ${openOf(group.targets)} work`);
  }

  /**
   * A stop that closes at market comes, with all that stops closed or are closing, to no more than was opened and a tenth. Where the
   * market came to one that the lists are late to tell of, and went away again, nobody can know yet that it fired.
   */
  #closesOnce(group: DrawnGroup, name: string, placed: readonly Placed[]): void {
    let [closing, filled, most] = [0, 0, 0];
    for (const one of placed) {
      const closes = one.order.kind !== 'trigger' || one.order.status === 'triggered';
      if (group.stops.includes(one.id) && !this.#isUntold(one)) closing += one.filled + (closes ? one.open : 0);
      if (!group.entries.includes(one.id)) continue;
      filled += one.filled;
      most += stepsIn(one.order.size);
    }
    if (closing > filled + most / TENTH)
      this.#accuse('E4', `${name} at market: stops close ${closing} in all, and ${filled} was opened`);
  }

  #isUntold({ order: { triggeredAtMs } }: Placed): boolean {
    return triggeredAtMs !== undefined && this.#wallMs() - triggeredAtMs < this.#untoldMs;
  }

  /** No cancel takes working cover below what is held. */
  #cancelled(group: DrawnGroup, placed: readonly Placed[]): void {
    const isGone = ({ order, open, id }: Placed): boolean =>
      group.stops.includes(id) &&
      open > 0 &&
      placed.some(
        (now) => now.order.orderId === order.orderId && ['canceled', 'canceling'].includes(now.order.status),
      ) &&
      !['canceled', 'canceling'].includes(order.status);
    const gone = this.#before.filter(isGone);
    if (gone.length === 0) return;
    const left = placed.reduce(
      (sum, { id, open, order }) => (group.stops.includes(id) && order.status !== 'canceling' ? sum + open : sum),
      0,
    );
    const { least } = this.#since(group);
    const names = gone.map(({ id, part }) => `${id}/${part}`).join(', ');
    if (left < least) this.#accuse('5', `${names} cancelled: ${left} works, and at least ${least} was held`);
  }
}
