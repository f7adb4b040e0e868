/** Since when some of what a group holds has no stop: by the times of its fills, and of its stops as they came and went. Pure. */
import { Decimal } from '../../model/decimal.ts';
import { isSurePart, surelyFilled, type PlacedPart } from '../../model/followed.ts';

type Parts = readonly PlacedPart[];

export interface BareOf {
  readonly entries: Parts;
  /** Stops, and closes of all that is held. */
  readonly covering: Parts;
  readonly targets: Parts;
  /** What was closed of it by other hands. */
  readonly elsewhere: Decimal;
}

/** What came to be held without a stop then, or has one since, where it is below zero. */
interface Change {
  readonly ms: number;
  readonly size: Decimal;
}

/** Undefined where all of it has one, as far as these tell. */
export function bareSince({ entries, covering, targets, elsewhere }: BareOf): number | undefined {
  const changes = [
    ...entries.flatMap(tradesOf),
    // What a stop fills is held no more, and no more covered.
    ...covering.flatMap(coverOf),
    ...targets.flatMap(tradesOf).map(({ ms, size }) => ({ ms, size: negated(size) })),
  ].toSorted((one, other) => one.ms - other.ms);
  let bare = negated(elsewhere);
  let since: number | undefined;
  for (const [ms, all] of Map.groupBy(changes, (change) => change.ms)) {
    for (const { size } of all) bare = bare.plus(size);
    if (bare.compare(Decimal.zero) <= 0) since = undefined;
    else since ??= ms;
  }
  return since;
}

const negated = (size: Decimal): Decimal => Decimal.zero.minus(size);
const tradesOf = ({ trades }: PlacedPart): Change[] => [...trades.values()];

/** From its acceptance on, until it was cancelled or seen to be gone: what it had filled by then it has closed. */
function coverOf(part: PlacedPart): Change[] {
  const { state, size, sentMs, answeredMs = sentMs, cancel, endedMs } = part;
  if (!isSurePart(part) && state !== 'over') return [];
  const isGoing = isSurePart(part) && cancel !== undefined && cancel.answer !== 'refused';
  const goneMs = isGoing ? cancel.ms : endedMs;
  const came = { ms: answeredMs, size: negated(size) };
  return goneMs === undefined ? [came] : [came, { ms: goneMs, size: size.minus(surelyFilled(part)) }];
}
