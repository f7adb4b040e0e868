/** A plan that is followed by hand: what the exchange did is said, and what is due is shown in a word or two. */
import { due } from '../../src/compile/follow/due.ts';
import { followPlan, type FollowPlan } from '../../src/compile/follow/follow-plan.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { FollowKnown, FollowStep, PlacedPart } from '../../src/model/followed.ts';
import type { PlannedOrder } from '../../src/model/order.ts';

type Draft = Partial<Omit<PlannedOrder, 'size' | 'price' | 'trigger' | 'stopLoss' | 'reference'>> & {
  readonly id: string;
};
interface Numbers {
  readonly size: string;
  readonly price?: string;
  readonly trigger?: string;
  readonly stopLoss?: string;
  readonly reference?: string;
}

/** An order as a value: long, at market where no price is given. */
export function planned({ size, price, trigger, stopLoss, reference, ...order }: Draft & Numbers): PlannedOrder {
  return {
    symbol: 'cmt_btcusdt',
    marginMode: 'cross',
    side: order.exit === undefined ? 'open-long' : 'close-long',
    timeInForce: 'normal',
    line: 1,
    size: Decimal.of(size),
    price: price === undefined ? { kind: 'market' } : { kind: 'limit', at: Decimal.of(price) },
    ...(trigger !== undefined && { trigger: Decimal.of(trigger) }),
    ...(stopLoss !== undefined && { stopLoss: Decimal.of(stopLoss) }),
    ...(reference !== undefined && { reference: Decimal.of(reference) }),
    ...order,
  };
}

const STEP = Decimal.of('0.001');
const RULES = { onUnknown: 'stop', maxPauseMs: 300_000 } as const;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** What is known of a plan, changed part by part. Its clock begins at 0. */
export class Followed {
  readonly plan: FollowPlan;
  now = 0;
  readonly #placed = new Map<string, PlacedPart[]>();
  known: FollowKnown;

  constructor(orders: readonly PlannedOrder[], price = '64500', least = '0.001') {
    const instrument = { step: STEP, minSize: Decimal.of(least) };
    this.plan = followPlan({ orders }, { ...RULES, instrumentOf: () => instrument });
    this.known = {
      approvedMs: 0,
      startedMs: 0,
      placed: this.#placed,
      closedElsewhere: new Map(),
      positions: new Map(),
      prices: new Map([['cmt_btcusdt', { price: Decimal.of(price), ms: Infinity }]]),
    };
  }

  set(change: Partial<FollowKnown>): void {
    this.known = { ...this.known, ...change };
  }

  price(price: string): void {
    this.set({ prices: new Map([['cmt_btcusdt', { price: Decimal.of(price), ms: Infinity }]]) });
  }

  /** A part changed. */
  put(id: string, number: number, change: Partial<PlacedPart>): void {
    const parts = this.#placed.get(id) as PlacedPart[];
    const at = parts.findIndex((part) => part.number === number);
    parts[at] = { ...(parts[at] as PlacedPart), ...change };
  }

  part(id: string, number = 1): PlacedPart {
    return this.#placed.get(id)?.find((part) => part.number === number) as PlacedPart;
  }

  /** So much of a part was filled, in all; over once nothing is left. */
  fill(id: string, number: number, size: string, price = '64000'): void {
    const part = this.part(id, number);
    const before = [...part.trades.values()].reduce((sum, trade) => sum.plus(trade.size), Decimal.zero);
    const trade = { size: Decimal.of(size).minus(before), price: Decimal.of(price), ms: this.now };
    const trades = new Map([...part.trades, [`${part.clientOid} ${part.trades.size}`, trade] as const]);
    const isWhole = part.size.compare(Decimal.of(size)) === 0;
    this.put(id, number, { trades, ...(isWhole && { state: 'over', end: 'filled' }) });
  }

  /** A look, some time after the last. */
  look(afterMs = 2 * SECOND): void {
    this.now += afterMs;
    this.set({ lookedMs: this.now });
    for (const parts of this.#placed.values())
      for (const [at, part] of parts.entries()) if (part.state === 'accepted') parts[at] = { ...part, state: 'works' };
  }

  /** A look sees so much filled of a part, and what follows is done. */
  seen(id: string, number: number, size: string, price?: string): string[] {
    this.fill(id, number, size, price);
    this.look();
    return this.settle();
  }

  due(): readonly FollowStep[] {
    return due(this.plan, this.known, this.now).steps;
  }

  said(): string[] {
    return this.due().map((step) => wordsOf(step));
  }

  /** What is due is done, in its order, until nothing is: what is placed is taken, what is cancelled is over. */
  settle(state: PlacedPart['state'] = 'accepted'): string[] {
    const all: string[] = [];
    for (let steps = this.due(); steps.length > 0 && all.length < 200; steps = this.due()) {
      for (const step of steps) {
        all.push(wordsOf(step));
        this.#do(step, state);
      }
      if (state !== 'accepted') break;
    }
    return all;
  }

  #do(step: FollowStep, state: PlacedPart['state']): void {
    if (step.does === 'cancel') {
      const cancel = { by: 'follower', answer: 'taken', ms: this.now, tries: 1 } as const;
      this.put(step.id, step.part, { state: 'over', end: 'follower', cancel });
    }
    if (step.does === 'withhold')
      this.set({ withheld: new Map([...(this.known.withheld ?? []), [step.id, step.reason]]) });
    if (step.does !== 'place') return;
    const { order, id, part, because } = step;
    const parts = this.#placed.get(id) ?? [];
    this.#placed.set(id, parts);
    parts.push({
      clientOid: `${id} ${part}`,
      number: part,
      size: order.size,
      ...(order.trigger !== undefined && { trigger: order.trigger }),
      state,
      sentMs: this.now,
      answeredMs: this.now,
      because,
      trades: new Map(),
    });
  }
}

function wordsOf(step: FollowStep): string {
  switch (step.does) {
    case 'ask-price':
      return `ask ${step.symbol}`;
    case 'cancel':
      return `cancel ${nameOf(step)}: ${step.because}`;
    case 'withhold':
      return `${step.id}: ${step.reason}`;
    case 'place': {
      const { trigger, price, size } = step.order;
      const at = price.kind === 'market' ? 'market' : price.at.toString();
      return `${step.name} ${size.canonical()} ${at}${trigger === undefined ? '' : ` at ${trigger.canonical()}`}: ${step.because}`;
    }
  }
}

const nameOf = ({ id, part }: { readonly id: string; readonly part: number }): string =>
  part === 1 ? id : `${id}/${part}`;

/** An entry of 1 at 64000 with a stop at 62000 and a target, `out`, at 65000. */
export const entryStopTarget = (): Followed =>
  new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '1', trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
  ]);
