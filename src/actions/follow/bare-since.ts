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
export interface BareChange {
  readonly ms: number;
  readonly size: Decimal;
}

/** A time in which some of it had no stop; one that has no end goes on. */
interface BareSpan {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

/** Undefined where all of it has one, as far as these tell. */
export function bareSince({ elsewhere, ...of }: BareOf): number | undefined {
  const last = bareSpans(bareChanges(of), negated(elsewhere)).at(-1);
  return last?.untilMs === undefined ? last?.sinceMs : undefined;
}

/** When the last of it came to have one, where all of it has; undefined where these do not tell. */
export function coveredAt({ elsewhere, ...of }: BareOf): number | undefined {
  const until = bareSpans(bareChanges(of), negated(elsewhere)).at(-1)?.untilMs;
  return until === undefined || !Number.isFinite(until) ? undefined : until;
}

export const bareChanges = ({ entries, covering, targets }: Omit<BareOf, 'elsewhere'>): readonly BareChange[] => [
  ...entries.flatMap(tradesOf),
  // What a stop fills is held no more, and no more covered.
  ...covering.flatMap(coverOf),
  ...targets.flatMap(tradesOf).map(({ ms, size }) => ({ ms, size: negated(size) })),
];

/** The oldest first. `from`: what is bare before all of them. */
export function bareSpans(changes: readonly BareChange[], from = Decimal.zero): readonly BareSpan[] {
  const inTurn = changes.toSorted((one, other) => one.ms - other.ms);
  const spans: BareSpan[] = [];
  let bare = from;
  let sinceMs: number | undefined;
  for (const [ms, all] of Map.groupBy(inTurn, (change) => change.ms)) {
    for (const { size } of all) bare = bare.plus(size);
    const isBare = bare.compare(Decimal.zero) > 0;
    if (!isBare && sinceMs !== undefined) spans.push({ sinceMs, untilMs: ms });
    sinceMs = isBare ? (sinceMs ?? ms) : undefined;
  }
  return sinceMs === undefined ? spans : [...spans, { sinceMs }];
}

export const negated = (size: Decimal): Decimal => Decimal.zero.minus(size);
const tradesOf = ({ trades }: PlacedPart): BareChange[] => [...trades.values()];

/** From its acceptance on, until it was cancelled or seen to be gone: what it had filled by then it has closed. */
function coverOf(part: PlacedPart): BareChange[] {
  const { state, size, sentMs, answeredMs = sentMs, cancel, endedMs } = part;
  if (!isSurePart(part) && state !== 'over') return [];
  const isGoing = isSurePart(part) && cancel !== undefined && cancel.answer !== 'refused';
  const goneMs = isGoing ? cancel.ms : endedMs;
  const came = { ms: answeredMs, size: negated(size) };
  return goneMs === undefined ? [came] : [came, { ms: goneMs, size: size.minus(surelyFilled(part)) }];
}
