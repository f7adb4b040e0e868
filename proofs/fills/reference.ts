/**
 * The reference: one symbol's market, tick by tick, every order looked at on every tick. It shares no code with the program, and is
 * written from the rule alone: the last price moves by ticks, and bid and ask are a tick to either side of it, or at it for touch.
 *
 * Money is counted in millionths of a tenth of a tick times a step.
 */
import type { Fees, SceneHold, SceneOrder } from './scene.ts';

const MONEY = 10_000_000n;
const TENTH = 1_000_000n;

type Waits = 'limit' | 'trigger' | 'preset';

/** An order that waits. */
interface Waiting {
  readonly order: SceneOrder;
  readonly part: 'placed' | 'fired' | 'target' | 'stop';
  readonly waits: Waits;
  readonly price: number;
  /** Whether it acts when the price comes up to it. */
  readonly up: boolean;
  readonly size: number;
  readonly turn: number;
}

export interface ReferenceFill {
  readonly id: string;
  readonly part: 'placed' | 'fired' | 'target' | 'stop';
  readonly size: number;
  readonly price: number;
  readonly role: 'maker' | 'taker';
}

type ReferenceFate = 'filled' | 'waiting' | 'refused' | 'withheld' | 'cancelled';

interface Rules {
  readonly spread: 0 | 1;
  readonly fees: Fees;
  readonly isThird: boolean;
}

/** All of it is copied by `copy`, and nothing else is kept. */
export class Reference {
  readonly #rules: Rules;
  last: number;
  cash = 0n;
  paid = 0n;
  waiting: Waiting[] = [];
  /** What is held, by side and margin mode. */
  held = new Map<string, number>();
  fates = new Map<string, ReferenceFate>();
  fills: ReferenceFill[] = [];
  turn = 0;
  /** The lowest result since it was asked last. */
  lowest: bigint;
  /** Moments after which nothing more happens at their price: how many there were, and how many of them bare. */
  moments = 0;
  bareMoments = 0;

  constructor(rules: Rules, start: number, hold: readonly SceneHold[]) {
    this.#rules = rules;
    this.last = start;
    for (const { isLong, isolated, size, tenths } of hold) {
      const key = keyOf({ isLong, isolated });
      this.held.set(key, (this.held.get(key) ?? 0) + size);
      this.cash -= BigInt(isLong ? size : -size) * BigInt(tenths) * TENTH;
    }
    this.lowest = this.result();
  }

  copy(): Reference {
    const copy = new Reference(this.#rules, this.last, []);
    copy.cash = this.cash;
    copy.paid = this.paid;
    copy.waiting = [...this.waiting];
    copy.held = new Map(this.held);
    copy.fates = new Map(this.fates);
    copy.fills = [...this.fills];
    copy.turn = this.turn;
    copy.lowest = this.lowest;
    copy.moments = this.moments;
    copy.bareMoments = this.bareMoments;
    return copy;
  }

  result(): bigint {
    let net = 0n;
    for (const [key, size] of this.held) net += BigInt(key.startsWith('long') ? size : -size);
    return this.cash + net * BigInt(this.last) * MONEY;
  }

  /** Whether it is accepted. */
  place(order: SceneOrder): boolean {
    if (this.#isRefused(order)) {
      this.fates.set(order.id, 'refused');
      return false;
    }
    this.fates.set(order.id, 'waiting');
    if (order.trigger === undefined) this.#enter(order, 'placed', order.size);
    else {
      const { trigger: price, size } = order;
      this.#wait({ order, part: 'placed', waits: 'trigger', price, up: price >= this.last, size });
    }
    this.#settle();
    return true;
  }

  /** One tick up or down. */
  tick(way: 1 | -1): void {
    this.last += way;
    this.#see();
    this.#settle();
  }

  move(to: number): void {
    while (this.last !== to) this.tick(to > this.last ? 1 : -1);
  }

  jump(to: number): void {
    const from = this.last;
    this.last = to;
    this.#see();
    this.#settle((one) =>
      Math.max(0, one.up ? actsAt(one, this.#rules.spread) - from : from - actsAt(one, this.#rules.spread)),
    );
  }

  isBare(): boolean {
    for (const [key, size] of this.held) {
      let stops = 0;
      for (const { order, up, waits, part, size: closes } of this.waiting) {
        if (waits === 'limit' || (waits === 'trigger' && (order.opens || order.limit !== undefined))) continue;
        if (keyOf(order) === key && up !== order.isLong && part !== 'target') stops += closes;
      }
      if (size > stops) return true;
    }
    return false;
  }

  /** What of it matters later: everything but money, and how long it waited where no other is at that price. */
  state(): string {
    const queue = this.waiting.toSorted((one, other) => one.turn - other.turn);
    const waits = queue.map(({ order, part, price, up, size }) => `${order.id}:${part}:${price}:${up}:${size}`);
    return `${waits.join()}|${[...this.held]
      .map(([key, size]) => `${key} ${size}`)
      .toSorted()
      .join()}`;
  }

  #see(): void {
    const now = this.result();
    if (now < this.lowest) this.lowest = now;
  }

  #isRefused(order: SceneOrder): boolean {
    const { isLong, limit, trigger, takeProfit, stopLoss, opens } = order;
    const against = limit ?? trigger ?? this.last;
    const way = isLong ? 1 : -1;
    if (takeProfit !== undefined && (takeProfit - against) * way <= 0) return true;
    if (stopLoss !== undefined && (against - stopLoss) * way <= 0) return true;
    if (opens || trigger !== undefined) return false;
    if (this.#rules.isThird && this.#isReserved(order)) return true;
    const asked = this.waiting.filter(
      (one) => one.waits === 'limit' && !one.order.opens && keyOf(one.order) === keyOf(order),
    );
    return order.size > (this.held.get(keyOf(order)) ?? 0) - asked.reduce((all, { size }) => all + size, 0);
  }

  /** On version 3 presets that wait keep their part of the position for themselves. */
  #isReserved(order: SceneOrder): boolean {
    const sizes = new Map<string, number>();
    for (const one of this.waiting)
      if (one.waits === 'preset' && one.order.isLong === order.isLong) sizes.set(one.order.id, one.size);
    if (sizes.size === 0) return false;
    let free = 0;
    for (const [key, size] of this.held) if (key.startsWith(order.isLong ? 'long' : 'short')) free += size;
    for (const size of sizes.values()) free -= size;
    return order.size > free;
  }

  #wait(one: Omit<Waiting, 'turn'>): void {
    this.waiting.push({ ...one, turn: this.turn++ });
  }

  /** An order that is not a trigger, or no longer one. */
  #enter(order: SceneOrder, part: 'placed' | 'fired', size: number): void {
    const isBuy = order.isLong === order.opens;
    const { spread } = this.#rules;
    const facing = isBuy ? this.last + spread : this.last - spread;
    const { limit } = order;
    const takes = limit === undefined || (isBuy ? facing <= limit : facing >= limit);
    const must = part === 'fired' ? undefined : order.must;
    if ((must === 'post-only' && takes) || ((must === 'fok' || must === 'ioc') && !takes)) {
      this.fates.set(order.id, 'cancelled');
      return;
    }
    if (takes) this.#fill(order, part, size, { price: facing, role: 'taker' });
    else this.#wait({ order, part, waits: 'limit', price: limit, up: !isBuy, size });
  }

  #due(one: Waiting): boolean {
    const at = actsAt(one, this.#rules.spread);
    return one.up ? this.last >= at : this.last <= at;
  }

  #settle(away: (one: Waiting) => number = () => 0): void {
    for (;;) {
      const due = this.waiting.filter((one) => this.#due(one));
      const [first] = due.toSorted((one, other) => away(one) - away(other) || one.turn - other.turn);
      if (first === undefined) break;
      this.waiting = this.waiting.filter((one) => one !== first);
      this.#act(first);
    }
    this.moments++;
    if (this.isBare()) this.bareMoments++;
  }

  #act(one: Waiting): void {
    const { order, part, waits, size, price } = one;
    if (waits === 'limit') {
      this.#fill(order, part, size, { price, role: 'maker' });
      return;
    }
    if (waits === 'preset') {
      this.waiting = this.waiting.filter((other) => !(other.order.id === order.id && other.waits === 'preset'));
      const closes = Math.min(size, this.held.get(keyOf(order)) ?? 0);
      if (closes > 0) this.#close(order, part, closes, { price: this.#exit(order), role: 'taker' });
      return;
    }
    const open = order.opens ? size : Math.min(size, this.held.get(keyOf(order)) ?? 0);
    if (open === 0) this.fates.set(order.id, 'cancelled');
    else this.#enter(order, 'fired', open);
  }

  /** Where a market order that closes is filled. */
  #exit({ isLong }: SceneOrder): number {
    return isLong ? this.last - this.#rules.spread : this.last + this.#rules.spread;
  }

  #fill(order: SceneOrder, part: Waiting['part'], size: number, at: At): void {
    this.fates.set(order.id, 'filled');
    if (!order.opens) {
      this.#close(order, part, Math.min(size, this.held.get(keyOf(order)) ?? 0), at);
      return;
    }
    const key = keyOf(order);
    this.held.set(key, (this.held.get(key) ?? 0) + size);
    this.#pay(order, part, size, { ...at, isBuy: order.isLong });
    const { takeProfit, stopLoss, isLong } = order;
    if (takeProfit !== undefined)
      this.#wait({ order, part: 'target', waits: 'preset', price: takeProfit, up: isLong, size });
    if (stopLoss !== undefined)
      this.#wait({ order, part: 'stop', waits: 'preset', price: stopLoss, up: !isLong, size });
  }

  #close(order: SceneOrder, part: Waiting['part'], size: number, at: At): void {
    const key = keyOf(order);
    const left = (this.held.get(key) ?? 0) - size;
    if (left > 0) this.held.set(key, left);
    else this.held.delete(key);
    this.#pay(order, part, size, { ...at, isBuy: !order.isLong });
    if (left > 0) return;
    for (const one of this.waiting)
      if (one.waits === 'limit' && !one.order.opens && keyOf(one.order) === key)
        this.fates.set(one.order.id, 'cancelled');
    this.waiting = this.waiting.filter((one) => one.waits !== 'limit' || one.order.opens || keyOf(one.order) !== key);
  }

  #pay({ id }: SceneOrder, part: Waiting['part'], size: number, { price, role, isBuy }: Paid): void {
    const worth = BigInt(price) * BigInt(size);
    const fee = worth * BigInt(this.#rules.fees[role]) * 10n;
    this.cash += (isBuy ? -worth : worth) * MONEY - fee;
    this.paid += fee;
    this.fills.push({ id, part, size, price, role });
    this.#see();
  }
}

interface At {
  readonly price: number;
  readonly role: 'maker' | 'taker';
}

interface Paid extends At {
  readonly isBuy: boolean;
}

const keyOf = ({ isLong, isolated }: Pick<SceneOrder, 'isLong' | 'isolated'>): string =>
  `${isLong ? 'long' : 'short'} ${isolated ? 'isolated' : 'cross'}`;

/** The last price at which it acts. */
const actsAt = ({ waits, price, up }: Waiting, spread: number): number =>
  waits === 'limit' ? (up ? price + spread : price - spread) : price;
