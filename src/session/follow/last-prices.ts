/** The last prices that were asked for, and what works although the market has passed it. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { hasPassed } from '../../compile/follow/turn.ts';
import { Decimal } from '../../model/decimal.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import { partsOf, type SeenOfPart } from '../lists/followed-parts.ts';
import { LAG_MS } from '../lists/short-positions.ts';

/** A price, and when it was asked for by the exchange's clock. */
interface LastPrice {
  readonly price: Decimal;
  readonly ms: number;
}

/** What the last look saw open, and when it began. */
export interface LastLook {
  readonly open: ReadonlySet<string>;
  readonly lookedMs: number | undefined;
}

interface PriceLooks extends NonNullable<SeenOfPart['priceLooks']> {
  readonly lookedMs: number;
  /** When the first of the prices in a row was told that had passed it. */
  readonly passedMs: number | undefined;
}

interface HeldAgainst {
  readonly known: KnownOrder;
  readonly isPassed: boolean;
}

const NEVER: PriceLooks = { asked: 0, passed: 0, lookedMs: Number.NEGATIVE_INFINITY, passedMs: undefined };
const NONE: ReadonlySet<string> = new Set();

export class LastPrices {
  readonly known = new Map<string, LastPrice>();
  readonly #follow: FollowPlan;
  readonly #looks = new Map<string, PriceLooks>();

  constructor(follow: FollowPlan) {
    this.#follow = follow;
  }

  take(symbol: string, price: LastPrice): void {
    this.known.set(symbol, price);
  }

  looksAt(clientOid: string): SeenOfPart['priceLooks'] {
    return this.#looks.get(clientOid);
  }

  /** What this look would tell to be stuck: it works, and was passed for longer than a list is late. */
  stuckBy(symbol: string, journal: JournalState, look: LastLook): readonly KnownOrder[] {
    return [...this.#triggers(symbol, journal)].flatMap(({ known, isPassed }) =>
      isPassed && this.#isNew(known, look) && this.#isLong(known, look) ? [known] : [],
    );
  }

  /** Once a look, of what it saw work; `inDoubt`: what may have fired all the same, by client order id. */
  holdAgainst(symbol: string, journal: JournalState, look: LastLook, inDoubt = NONE): void {
    const told = this.known.get(symbol);
    for (const { known, isPassed } of this.#triggers(symbol, journal)) {
      if (told === undefined || !this.#isNew(known, look)) continue;
      const { clientOid } = known;
      const { asked, passedMs = told.ms } = this.#looks.get(clientOid) ?? NEVER;
      const isStuck = this.#isLong(known, look) && !inDoubt.has(clientOid);
      const passed = isPassed ? (isStuck ? 2 : 1) : 0;
      const { lookedMs = 0 } = look;
      this.#looks.set(clientOid, { asked: asked + 1, passed, lookedMs, passedMs: isPassed ? passedMs : undefined });
    }
  }

  *#triggers(symbol: string, journal: JournalState): Generator<HeldAgainst> {
    const price = this.known.get(symbol)?.price;
    if (price === undefined) return;
    for (const order of this.#follow.orders) {
      const kind = this.#follow.kindOf.get(order.id);
      if (kind === undefined || order.symbol !== symbol) continue;
      for (const { known } of partsOf(order, journal)) {
        const trigger = Decimal.parse(known.content['trigger'] ?? '');
        if (trigger !== undefined) yield { known, isPassed: hasPassed({ side: order.side, trigger }, kind, price) };
      }
    }
  }

  #isNew({ clientOid }: KnownOrder, { open, lookedMs = 0 }: LastLook): boolean {
    return open.has(clientOid) && this.#looks.get(clientOid)?.lookedMs !== lookedMs;
  }

  /** The list of this look, however late, is of a time when the market had passed it. */
  #isLong({ clientOid }: KnownOrder, { lookedMs = 0 }: LastLook): boolean {
    const { passedMs = Number.POSITIVE_INFINITY } = this.#looks.get(clientOid) ?? NEVER;
    return lookedMs - passedMs >= LAG_MS;
  }
}
