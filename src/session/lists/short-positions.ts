/**
 * Positions that are smaller than what plans that are followed hold by their trades: closed by hand, by a preset or a liquidation, or
 * nobody knows how. Nothing follows from one; it is said.
 */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { Decimal } from '../../model/decimal.ts';
import { positionName } from '../../model/followed.ts';
import { notBelowZero, sizeIn, type Sizes } from './held-by-plan.ts';
import type { ListReader } from './list-reader.ts';

export interface ShortPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** What the exchange has. */
  readonly position: Decimal;
  /** What the plan holds by its trades, and what other plans that are followed do. */
  readonly counted: Decimal;
  readonly others: Decimal;
}

const isBelow = (one: Decimal, other: Decimal): boolean => one.compare(other) < 0;

/** What is left of each position for the plan. */
export const withoutOthers = (positions: Sizes, others: Sizes): Sizes =>
  new Map([...positions].map(([name, size]) => [name, notBelowZero(size.minus(sizeIn(others, name)))]));

export function shortPositions(groups: readonly GroupStanding[], positions: Sizes, others: Sizes): ShortPosition[] {
  const sides = Map.groupBy(groups, ({ symbol, isLong: long }) => positionName(symbol, long));
  return [...sides].flatMap(([name, [first, ...more]]) => {
    const position = positions.get(name);
    if (first === undefined || position === undefined) return [];
    const counted = more.reduce((sum, { held }) => sum.plus(held), first.held);
    const other = sizeIn(others, name);
    if (counted.isZero || !isBelow(position, counted.plus(other))) return [];
    return [{ symbol: first.symbol, side: first.isLong ? 'long' : 'short', position, counted, others: other } as const];
  });
}

/** `position 0.1 long cmt_btcusdt, the plan counts 0.3` */
export function shortWords({ symbol, side, position, counted, others }: ShortPosition): string {
  const beside = others.isZero ? '' : `, other plans ${others.canonical()}`;
  return `position ${position.canonical()} ${side} ${symbol}, the plan counts ${counted.canonical()}${beside}`;
}

/** How late the lists may be. */
export const LAG_MS = 2_000;
/** So long the end of a follow waits for looks that agree. */
const MOST_UNSURE_MS = 10_000;

interface Look {
  readonly ms: number;
  readonly short: ShortPosition;
}

/** Two looks saw the same, this one the earlier of them: what was traded before it is in both. */
export interface Agreed {
  readonly short: ShortPosition;
  readonly sinceMs: number;
}

/**
 * One look alone may have read the one list before the other. Two that are further apart than lists are late say that something is
 * short; how much, they say where they agree.
 */
export class ShortWatch {
  /** What all looks in a row have, over more time than lists are late by. */
  told: readonly ShortPosition[] = [];
  /** Those of which two looks that are further apart than lists are late say the very same. */
  agreed: readonly Agreed[] = [];
  #looks: ReadonlyMap<string, readonly Look[]> = new Map();
  #unsureSinceMs: number | undefined;
  #lookedMs = 0;

  /** Something is short, and only the next looks tell whether lists were late. */
  get isUnsure(): boolean {
    return this.#unsureSinceMs !== undefined && this.#lookedMs - this.#unsureSinceMs < MOST_UNSURE_MS;
  }

  /** Whether something else is to be told now. */
  take(found: readonly ShortPosition[], ms: number): boolean {
    const before = this.told.map(shortWords).join('; ');
    const [looks, told] = [new Map<string, readonly Look[]>(), new Map<string, ShortPosition>()];
    const earlier = new Map(this.told.map((short) => [nameOf(short), short]));
    const agreed: Agreed[] = [];
    for (const short of found) {
      const name = nameOf(short);
      const seen = this.#looks.get(name) ?? [];
      const at = seen.findLastIndex((look) => look.ms <= ms - LAG_MS);
      const old = seen[at]?.short;
      const sure = old && sureOf(old, short, earlier.get(name));
      if (sure !== undefined) told.set(name, sure);
      if (old !== undefined && isSame(old, short)) agreed.push({ short, sinceMs: (seen[at] as Look).ms });
      looks.set(name, [...seen.slice(Math.max(0, at)), { ms, short }]);
    }
    const isSure = found.every((short) => isSame(short, told.get(nameOf(short))));
    this.#unsureSinceMs = isSure ? undefined : (this.#unsureSinceMs ?? ms);
    this.#lookedMs = ms;
    this.#looks = looks;
    this.told = [...told.values()];
    this.agreed = agreed;
    return this.told.map(shortWords).join('; ') !== before;
  }
}

const nameOf = ({ symbol, side }: ShortPosition): string => positionName(symbol, side === 'long');
const isSame = (one: ShortPosition, other: ShortPosition | undefined): boolean =>
  other !== undefined && shortWords(one) === shortWords(other);

/**
 * While orders fill, each of two looks may be short by what the lists lack yet: not the greater position by the smaller count. Where
 * they do not agree on more, what was told stands; before that, what is short by both.
 */
function sureOf(old: ShortPosition, now: ShortPosition, told: ShortPosition | undefined): ShortPosition | undefined {
  if (isSame(old, now)) return now;
  const countOf = ({ counted, others }: ShortPosition): Decimal => counted.plus(others);
  const { position } = isBelow(old.position, now.position) ? now : old;
  const least = isBelow(countOf(old), countOf(now)) ? old : now;
  return isBelow(position, countOf(least)) ? (told ?? { ...least, position }) : undefined;
}

/** Reads what is held of each symbol into `into`; in words, what was not told. */
export async function readPositions(
  reader: Pick<ListReader, 'position'>,
  symbols: Iterable<string>,
  into: Map<string, Decimal>,
): Promise<string[]> {
  const unread: string[] = [];
  for (const symbol of symbols) {
    const told = await reader.position(symbol);
    if (told.kind === 'failed') unread.push(`the position of ${symbol}: ${told.message}`);
    else {
      into.set(positionName(symbol, true), Decimal.of(told.long));
      into.set(positionName(symbol, false), Decimal.of(told.short));
    }
  }
  return unread;
}
