/**
 * What a look at a position proves once ordo itself closed of it. A list of positions may lag: it may tell the position as it was before
 * a close that another list has told as filled. Of what it tells that close may have taken its size already, and is not to take it again.
 */
import { stateOf } from '../../journal/records/known-account.ts';
import { lineageFilled, mayRest, mostFilled, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { FlattenWith } from './flatten-with.ts';
import type { HeldNow } from './look-at-all.ts';
import { fillOf, LONGEST_LAG_MS, type OrderFill } from './shown-fills.ts';

export const isOf = ({ content }: KnownOrder, { symbol, side, marginMode }: HeldNow): boolean =>
  sameSymbol(content['symbol'] ?? '', symbol) &&
  content['side'] === `close-${side}` &&
  content['marginMode'] === marginMode;

export async function closesOf({ session }: FlattenWith, position: HeldNow): Promise<readonly KnownOrder[]> {
  return [...stateOf(await session.account(), CLOSE_PLAN).values()].filter((order) => isOf(order, position));
}

/** What own closes, and others beside them, closed that positions may not show yet. */
export interface LateCloses {
  /** What is known to be filled. */
  readonly closed: Decimal;
  /** The most that was filled beside that, by closes of which that is not known. */
  readonly unsure: Decimal;
  /** Those. */
  readonly unsureIds: readonly string[];
  /** From when on a look shows it, in ms since 1970. */
  readonly untilMs: number;
}

/** How much of what was told is held, whatever of ordo's own closes positions do not show yet. */
export interface HeldAtLeast {
  readonly size: Decimal;
  /** It is all that was told. */
  readonly isAll: boolean;
  /** When the newest close was sent, where every one of them is shown. */
  readonly shownMs?: number;
  readonly late?: LateCloses;
}

/** Those of one position. */
export class OwnCloses {
  readonly #how: FlattenWith;
  readonly #position: HeldNow;
  /** From when on a look shows what a close filled, by the monotonic clock; by client order id. */
  readonly #shownMs = new Map<string, number>();
  #isFirst = true;

  constructor(how: FlattenWith, position: HeldNow) {
    this.#how = how;
    this.#position = position;
  }

  /** None of them may act any more. What was over before this flatten began is shown the earlier. */
  async areOver(): Promise<void> {
    const { clock, session } = this.#how;
    const [nowMs, wallMs] = [clock.monotonicMs(), session.wallMs()];
    for (const close of await this.#closes()) {
      const { clientOid, changedAtMs } = close;
      if (this.#shownMs.has(clientOid)) continue;
      const overForMs = this.#isFirst && !mayRest(close) ? Math.max(0, wallMs - changedAtMs) : 0;
      this.#shownMs.set(clientOid, nowMs + LONGEST_LAG_MS - overForMs);
    }
    this.#isFirst = false;
  }

  /** By a look that told this, and began then. */
  async held(told: Decimal, begunMs: number): Promise<HeldAtLeast> {
    const closes = await this.#closes();
    const young = closes.filter(
      ({ clientOid }) => begunMs < (this.#shownMs.get(clientOid) ?? Number.POSITIVE_INFINITY),
    );
    const late = young.length === 0 ? [] : await this.#lateOf(young, told, closes);
    if (late.length > 0) return told.isZero ? { size: told, isAll: true } : this.#without(told, late, begunMs);
    const shown = closes.length === 0 ? {} : { shownMs: Math.max(...closes.map(({ sentAtMs }) => sentAtMs)) };
    return { size: told, isAll: true, ...shown };
  }

  /** Such a look may lack as well what an order of a plan closed a short while before: what the close then found no more was that. */
  async #without(told: Decimal, late: readonly KnownOrder[], begunMs: number): Promise<HeldAtLeast> {
    const { clock, session } = this.#how;
    const fills = await this.#fills();
    const nowMs = clock.monotonicMs();
    const wasShownMs = session.wallMs() - (nowMs - begunMs) - LONGEST_LAG_MS;
    const others = fills.filter((fill) => isOfPlan(fill) && fill.learnedMs > wasShownMs);
    const open = late.filter((close) => lineageFilled(close) === undefined);
    const [most, unsure] = [sumOf(late).plus(sizeOf(others)), sumOf(open)];
    const unsureIds = open.map(({ id }) => id);
    const shownMs = Math.max(...late.map(({ clientOid }) => this.#shownMs.get(clientOid) ?? nowMs + LONGEST_LAG_MS));
    const untilMs = session.wallMs() + shownMs - nowMs;
    return { size: told.minus(most), isAll: false, late: { closed: most.minus(unsure), unsure, unsureIds, untilMs } };
  }

  /** Those of these closes that no look proves to be shown, this one or one before: each tells of a later moment than the one before. */
  async #lateOf(
    young: readonly KnownOrder[],
    told: Decimal,
    closes: readonly KnownOrder[],
  ): Promise<readonly KnownOrder[]> {
    const { session } = this.#how;
    const fills = await this.#fills();
    const kept = (await session.recentLooks()).flatMap((look): Told[] => {
      const size = this.#toldIn(look);
      return size === undefined ? [] : [{ atMs: look.atMs, size, shownToMs: Number.NEGATIVE_INFINITY }];
    });
    const now = { atMs: Number.POSITIVE_INFINITY, size: told, shownToMs: Number.NEGATIVE_INFINITY };
    const looks: Told[] = [];
    for (const look of [...kept, now]) {
      const shownToMs = looks.at(-1)?.shownToMs ?? look.shownToMs;
      const unshown = (look === now ? young : lateAt(look, closes)).filter(({ sentAtMs }) => sentAtMs > shownToMs);
      const isShown =
        unshown.length > 0 && isBelieved(look, now, fills) && showsAll(look, { looks, unshown, closes, fills });
      looks.push({ ...look, shownToMs: isShown ? look.atMs : shownToMs });
    }
    const toMs = looks.at(-1)?.shownToMs ?? now.shownToMs;
    return young.filter(({ sentAtMs }) => sentAtMs > toMs);
  }

  /** Undefined where it was not told. */
  #toldIn({ symbols }: AccountLook): Decimal | undefined {
    const { symbol, side, marginMode } = this.#position;
    const positions = [...symbols].find(([name]) => sameSymbol(name, symbol))?.[1].positions;
    return positions
      ?.filter((one) => one.side === side && one.marginMode === marginMode)
      .reduce((sum, { size }) => sum.plus(size), Decimal.zero);
  }

  async #fills(): Promise<readonly OrderFill[]> {
    return (await this.#how.session.account()).flatMap(({ plan, orders }) =>
      [...orders.values()].filter((order) => isAt(order, this.#position)).flatMap((order) => fillOf(plan, order)),
    );
  }

  async #closes(): Promise<readonly KnownOrder[]> {
    return (await closesOf(this.#how, this.#position)).filter((close) => !mostFilled(close).isZero);
  }
}

/** What a look told of a position. */
interface Told {
  readonly atMs: number;
  readonly size: Decimal;
  /** It shows every close that was sent until then. */
  readonly shownToMs: number;
}

/** An order that opens or closes the position. */
const isAt = ({ content }: KnownOrder, { symbol, side, marginMode }: HeldNow): boolean =>
  sameSymbol(content['symbol'] ?? '', symbol) &&
  (content['side'] === `close-${side}` || content['side'] === `open-${side}`) &&
  content['marginMode'] === marginMode;

/** Those that were sent before this look ended, and that it may lack. */
const lateAt = ({ atMs }: Told, closes: readonly KnownOrder[]): KnownOrder[] =>
  closes.filter((close) => close.sentAtMs <= atMs && (mayRest(close) || close.changedAtMs > atMs - LONGEST_LAG_MS));

/** A look that left a position out told too little: what is told now is no more than it told, and what was sent to open it since. */
function isBelieved({ atMs, size }: Told, now: Told, fills: readonly OrderFill[]): boolean {
  const since = fills.filter(({ opens, order }) => opens && (order.earlier?.[0] ?? order).sentAtMs > atMs);
  return now.size.compare(size.plus(sizeOf(since))) <= 0;
}

/**
 * Whether a look before told so much more that all of the closes lie between, and all that orders of plans closed meanwhile. Of those
 * before the closes only the last counts, as others may have closed since an older one.
 */
function showsAll(
  look: Told,
  {
    looks,
    unshown,
    closes,
    fills,
  }: Readonly<Record<'unshown' | 'closes', readonly KnownOrder[]>> & {
    readonly looks: readonly Told[];
    readonly fills: readonly OrderFill[];
  },
): boolean {
  const sentMs = Math.min(...unshown.map(({ sentAtMs }) => sentAtMs));
  const first = Math.max(
    0,
    looks.findLastIndex(({ atMs }) => atMs <= sentMs),
  );
  return looks.slice(first).some((before) => {
    const fromMs = before.atMs - SHOWN_IN_MS;
    const own = closes.filter(
      (close) =>
        close.sentAtMs > before.shownToMs &&
        close.sentAtMs <= look.atMs &&
        (mayRest(close) || close.changedAtMs > fromMs),
    );
    const others = fills.filter((fill) => isOfPlan(fill) && fill.learnedMs > fromMs);
    return look.size.compare(before.size.minus(sumOf(own)).minus(sizeOf(others))) <= 0;
  });
}

/** A target, or a stop. */
const isOfPlan = ({ opens, isOwn }: OrderFill): boolean => !opens && !isOwn;

/** A look shows what was over for so long when it ended: it may have begun as long ago as positions lag. */
const SHOWN_IN_MS = 2 * LONGEST_LAG_MS;

const sumOf = (closes: readonly KnownOrder[]): Decimal =>
  closes.reduce((sum, order) => sum.plus(mostFilled(order)), Decimal.zero);

const sizeOf = (fills: readonly OrderFill[]): Decimal => fills.reduce((sum, { size }) => sum.plus(size), Decimal.zero);
