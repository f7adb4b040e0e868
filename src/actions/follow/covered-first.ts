/** Since when each part of a stop was missing: the time of the oldest fill that it is the first to cover. Pure. */
import { Decimal } from '../../model/decimal.ts';
import { isSurePart, isUnsurePart, surelyFilled, type PlacedPart } from '../../model/followed.ts';
import { negated, type BareOf } from './bare-since.ts';

/** So much came to be held without a stop then, or has none since. */
interface Lot {
  readonly ms: number;
  readonly size: Decimal;
  /** A stop that covered it has ended. */
  readonly isAnew?: true;
}

/** What covers more than is held: of which part, where it is one that comes. */
interface Spare {
  readonly part?: PlacedPart;
  readonly size: Decimal;
}

interface Change extends Lot {
  /** The part that comes with it. */
  readonly part?: PlacedPart;
}

/**
 * By client order id, in ms. What was filled first is covered first, and closed first. A part of which nobody knows counts from its sending
 * on: what is sent after it is for what came later.
 */
export function coveredFirst({ entries, covering, targets, elsewhere }: BareOf): ReadonlyMap<string, number> {
  const changes: Change[] = [...tradesOf(entries), ...covering.flatMap(coverOf), ...tradesOf(targets).map(closedBy)];
  const walk = new Walk(elsewhere);
  for (const change of changes.toSorted((one, other) => one.ms - other.ms)) walk.take(change);
  return walk.first;
}

const tradesOf = (parts: readonly PlacedPart[]): Lot[] => parts.flatMap(({ trades }) => [...trades.values()]);
const closedBy = ({ ms, size }: Lot): Lot => ({ ms, size: negated(size) });

function coverOf(part: PlacedPart): Change[] {
  const { state, size, sentMs, endedMs } = part;
  if (!isSurePart(part) && !isUnsurePart(part) && state !== 'over') return [];
  const came = { ms: sentMs, size: negated(size), part };
  return endedMs === undefined ? [came] : [came, { ms: endedMs, size: size.minus(surelyFilled(part)), isAnew: true }];
}

class Walk {
  readonly first = new Map<string, number>();
  readonly #bare: Lot[] = [];
  readonly #spare: Spare[] = [];

  constructor(elsewhere: Decimal) {
    if (!elsewhere.isZero) this.#spare.push({ size: elsewhere });
  }

  take({ ms, size, part, isAnew }: Change): void {
    if (size.compare(Decimal.zero) < 0) {
      const left = takenOf(this.#bare, negated(size), (lot) => this.#covers(part, lot));
      if (!left.isZero) this.#spare.push({ ...(part !== undefined && { part }), size: left });
      return;
    }
    // Two clocks may differ by a little: a part may come just before the fill that it was sent for.
    const left = takenOf(this.#spare, size, (spare) => this.#covers(spare.part, { ms, isAnew }));
    if (!left.isZero) this.#bare.push({ ms, size: left, ...(isAnew === true && { isAnew }) });
  }

  #covers(part: PlacedPart | undefined, { ms, isAnew }: Pick<Change, 'ms'> & { isAnew?: true | undefined }): void {
    if (part !== undefined && isAnew !== true && !this.first.has(part.clientOid)) this.first.set(part.clientOid, ms);
  }
}

/** Takes so much off them, the oldest first, and tells each that it takes of. What they do not come to. */
function takenOf<T extends Lot | Spare>(all: T[], size: Decimal, tell: (one: T) => void): Decimal {
  let left = size;
  for (let one = all[0]; one !== undefined && !left.isZero; one = all[0]) {
    tell(one);
    const more = one.size.minus(left);
    if (more.compare(Decimal.zero) > 0) {
      all[0] = { ...one, size: more };
      return Decimal.zero;
    }
    left = negated(more);
    all.shift();
  }
  return left;
}
