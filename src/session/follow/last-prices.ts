/** The last prices that were asked for, and what works although the market has passed it. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { hasPassed } from '../../compile/follow/turn.ts';
import { Decimal } from '../../model/decimal.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { partsOf, type SeenOfPart } from '../lists/followed-parts.ts';

/** A price, and when it was asked for by the exchange's clock. */
interface LastPrice {
  readonly price: Decimal;
  readonly ms: number;
}

/** What the last look saw open, and when it began. */
interface LastLook {
  readonly open: ReadonlySet<string>;
  readonly lookedMs: number | undefined;
}

type PriceLooks = NonNullable<SeenOfPart['priceLooks']>;

export class LastPrices {
  readonly known = new Map<string, LastPrice>();
  readonly #follow: FollowPlan;
  readonly #looks = new Map<string, PriceLooks & { readonly lookedMs: number }>();

  constructor(follow: FollowPlan) {
    this.#follow = follow;
  }

  take(symbol: string, price: LastPrice): void {
    this.known.set(symbol, price);
  }

  looksAt(clientOid: string): PriceLooks | undefined {
    return this.#looks.get(clientOid);
  }

  /** Once a look, of what it saw work. */
  holdAgainst(symbol: string, journal: JournalState, look: LastLook): void {
    const price = this.known.get(symbol)?.price;
    if (price === undefined) return;
    for (const order of this.#follow.orders) {
      const kind = this.#follow.kindOf.get(order.id);
      if (kind === undefined || order.symbol !== symbol) continue;
      for (const { known } of partsOf(order, journal)) {
        const trigger = Decimal.parse(known.content['trigger'] ?? '');
        if (trigger !== undefined)
          this.#count(known.clientOid, hasPassed({ side: order.side, trigger }, kind, price), look);
      }
    }
  }

  #count(clientOid: string, isPassed: boolean, { open, lookedMs = 0 }: LastLook): void {
    const before = this.#looks.get(clientOid);
    if (!open.has(clientOid) || before?.lookedMs === lookedMs) return;
    const { asked = 0, passed = 0 } = before ?? {};
    this.#looks.set(clientOid, { asked: asked + 1, passed: passed + (isPassed ? 1 : 0), lookedMs });
  }
}
