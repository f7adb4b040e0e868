/** How a followed plan stands at a moment, order by order and group by group, as the screen and the lines show it. Pure. */
import type { FollowPlan, PlanGroup } from '../../compile/follow/follow-plan.ts';
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { bareSince, coveredAt, type BareOf } from './bare-since.ts';
import type { KnownBeside } from './known-beside.ts';
import { coveredFirst } from './covered-first.ts';
import { passedTrigger } from './passed-trigger.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { PartEnded, FollowedTold, GroupStated } from '../../model/follow-stated.ts';
import {
  isSurePart,
  isUnknownPart,
  isWhole,
  surelyFilled,
  tradedSize,
  type FollowKnown,
  type PartTrade,
  type PlacedPart,
} from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

type Parts = readonly PlacedPart[];

const sum = (sizes: readonly Decimal[]): Decimal => sizes.reduce((all, size) => all.plus(size), Decimal.zero);
/** Parts that took the place of others come to more than the order. */
const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);
const tradesOf = (parts: Parts): PartTrade[] => parts.flatMap(({ trades }) => [...trades.values()]);
const tradedOf = (parts: Parts): Decimal => sum(parts.map(tradedSize));
const filledOf = (parts: Parts): Decimal => sum(parts.map(surelyFilled));
const worthOf = (parts: Parts): Decimal => sum(tradesOf(parts).map(({ size, price }) => size.times(price)));

/** The names of those whose trigger fired, and of which nobody knows which order each became. */
export const lostOf = (id: string, parts: Parts): readonly string[] =>
  parts.filter(isLostPart).map(({ number }) => (number === 1 ? id : `${id}/${number}`));

const isLostPart = ({ isFrozen, firedMs }: PlacedPart): boolean => isFrozen === true && firedMs !== undefined;

/** What the exchange took, or may have taken. */
const isTaken = ({ state }: PlacedPart): boolean => state !== 'rejected' && state !== 'absent';
const leftOf = (part: PlacedPart): Decimal => part.size.minus(filledOf([part]));

const averageOf = (parts: Parts): Rational | undefined => {
  const traded = tradedOf(parts);
  return traded.isZero ? undefined : Rational.of(worthOf(parts)).dividedBy(Rational.of(traded));
};

/** Digits behind the point that a person reads. */
const PLACES = 2;

export function orderTold(
  order: PlannedOrder,
  follow: FollowPlan,
  news: FollowNews,
  { causes, unanswered }: KnownBeside,
): FollowedTold {
  const { known } = news;
  const parts = known.placed.get(order.id) ?? [];
  const taken = parts.filter(isTaken);
  const open = taken.filter((part) => isSurePart(part) && !isWhole(part));
  const last = (open.length > 0 ? open : taken).at(-1) ?? parts.at(-1);
  const filled = filledOf(parts);
  return {
    id: order.id,
    ...defined({ kind: follow.kindOf.get(order.id) }),
    is: stateOf(parts, taken, open),
    size: (open.length === 0
      ? least(sum(taken.map(({ size }) => size)), order.size)
      : sum(open.map(leftOf)).plus(filled)
    ).canonical(),
    open: sum(open.map(leftOf)).canonical(),
    openParts: open.length,
    filled: filled.canonical(),
    ...defined({
      average: averageOf(parts)?.show(PLACES),
      price: order.exit && last && priceOf(last),
      trigger: order.exit && last?.trigger?.canonical(),
      ended: endOf(order, follow, known, causes),
      last: lastOf(parts),
      passed: passedTrigger(order, taken, known)?.canonical(),
    }),
    // Before the first look what this run allows again is not known yet.
    ...(known.lookedMs !== undefined && isLetGo(order.id, news) && { isLetGo: true }),
    ...foundOf(order, taken, unanswered),
    ...(taken.some(isLostPart) && { lost: lostOf(order.id, taken) }),
  };
}

function foundOf(
  order: PlannedOrder,
  taken: Parts,
  unanswered: KnownBeside['unanswered'],
): Pick<FollowedTold, 'found'> {
  if (unanswered.size === 0) return {};
  const found = taken.filter((part) => unanswered.has(part.clientOid) && (isSurePart(part) || part.state === 'over'));
  if (found.length === 0) return {};
  return {
    found: found.map((part) => ({
      name: order.exit === undefined || part.number === 1 ? order.id : `${order.id}/${part.number}`,
      open: (isSurePart(part) ? leftOf(part) : Decimal.zero).canonical(),
      filled: filledOf([part]).canonical(),
    })),
  };
}

function lastOf(parts: Parts): FollowedTold['last'] {
  const last = parts.at(-1);
  return (
    last && { size: last.size.canonical(), price: priceOf(last), ...defined({ trigger: last.trigger?.canonical() }) }
  );
}

const priceOf = ({ price }: PlacedPart): string => price?.canonical() ?? 'market';

const isLetGo = (id: string, { groups }: FollowNews): boolean => groups.some(({ letGo }) => letGo.includes(id));

function stateOf(parts: Parts, taken: Parts, open: Parts): FollowedTold['is'] {
  if (taken.some(isUnknownPart)) return 'unknown';
  if (open.length > 0) return 'works';
  if (parts.at(-1)?.state === 'rejected') return 'rejected';
  if (taken.length === 0) return 'waits';
  const last = taken.at(-1);
  return last !== undefined && (last.end === 'filled' || (isSurePart(last) && isWhole(last))) ? 'filled' : 'gone';
}

/** Its last part, where that was not filled. */
function endOf(
  order: PlannedOrder,
  follow: FollowPlan,
  known: FollowKnown,
  causes: KnownBeside['causes'],
): PartEnded | undefined {
  const last = known.placed.get(order.id)?.findLast(isTaken);
  if (last?.state !== 'over' || last.end === undefined || last.end === 'filled') return undefined;
  if (last.end !== 'follower') return { who: last.end };
  const because = causes.get(last.clientOid);
  const by = follow.kindOf.get(order.id) === 'stop' ? successorOf(order, follow, known, last) : undefined;
  return { who: last.end, ...defined({ because, by }) };
}

/** The stop of its group that was sent after it. */
function successorOf({ id }: PlannedOrder, { groups }: FollowPlan, known: FollowKnown, last: PlacedPart) {
  const stops = groups.find((group) => group.stops.includes(id))?.stops ?? [];
  return stops.find(
    (one) => one !== id && (known.placed.get(one) ?? []).some((part) => isTaken(part) && part.sentMs > last.sentMs),
  );
}

export function groupStated(follow: FollowPlan, { known }: FollowNews, standing: GroupStanding): GroupStated {
  const { entries, symbol, held, naked, unknown } = standing;
  const group = follow.groups.find(({ name }) => name === entries.join(' ')) as PlanGroup;
  const partsOf = (ids: readonly string[]): Parts => ids.flatMap((id) => known.placed.get(id) ?? []);
  const opened = partsOf(entries);
  const closing = partsOf(group.exits.map(({ id }) => id));
  const average = averageOf(opened);
  const closed = filledOf(closing);
  const against = (worth: Decimal, size: Decimal): string | undefined => {
    const gain = average && Rational.of(worth).minus(average.times(Rational.of(size)));
    return (standing.isLong ? gain : gain?.negated())?.show(PLACES);
  };
  const targets = group.targets.flatMap((id) => targetWorth(partsOf([id])));
  const stop = stopOf(group, known);
  const of = bareOf(group, known);
  return {
    entries,
    symbol,
    side: standing.isLong ? 'long' : 'short',
    held: held.canonical(),
    naked: naked.canonical(),
    unknown: unknown.canonical(),
    isEntered: entries.every((id) => isOver(known.placed.get(id))),
    ...defined({
      average: average?.show(PLACES),
      stop,
      atTargets: targets.length === 0 ? undefined : against(sumWorth(targets), sumSize(targets)),
      bareMs: naked.isZero && unknown.isZero ? undefined : bareSince(of),
      coveredFirst: of.covering.length === 0 ? undefined : coveredFirst(of),
    }),
    ...(!closed.isZero && {
      closed: { size: closed.canonical(), profit: against(worthOf(closing), tradedOf(closing)) ?? '0' },
    }),
    ...(!standing.tooMuch.isZero && { tooMuch: standing.tooMuch.canonical() }),
  };
}

function bareOf(group: PlanGroup, { placed, closedElsewhere }: FollowKnown): BareOf {
  const partsOf = (ids: readonly string[]): Parts => ids.flatMap((id) => placed.get(id) ?? []);
  return {
    entries: partsOf(group.entries),
    covering: partsOf([...group.stops, ...group.closeOuts]),
    targets: partsOf(group.targets),
    elsewhere: closedElsewhere.get(group.name) ?? Decimal.zero,
  };
}

/**
 * When all that a group holds came to have a stop. `answered`: how long the answer to each part took that this run has sent; without
 * end where it was lost, as then a look found it.
 */
export function coveredSince(
  { groups }: FollowPlan,
  { known }: Pick<FollowNews, 'known'>,
  entries: readonly string[],
  answered: ReadonlyMap<string, number>,
): number | undefined {
  const group = groups.find(({ name }) => name === entries.join(' '));
  if (group === undefined) return undefined;
  const { covering, ...of } = bareOf(group, known);
  const heard = (part: PlacedPart): PlacedPart => {
    const tookMs = answered.get(part.clientOid);
    return tookMs === undefined ? part : { ...part, answeredMs: part.sentMs + tookMs };
  };
  return coveredAt({ ...of, covering: covering.map(heard) });
}

type Worth = { readonly size: Decimal; readonly worth: Decimal };
const sumWorth = (all: readonly Worth[]): Decimal => sum(all.map(({ worth }) => worth));
const sumSize = (all: readonly Worth[]): Decimal => sum(all.map(({ size }) => size));

/** What is open of a target, at the price that it asks for. */
function targetWorth(parts: Parts): Worth[] {
  return parts.filter(isSurePart).flatMap((part) => {
    const at = part.price ?? part.trigger;
    const size = leftOf(part);
    return at === undefined ? [] : [{ size, worth: size.times(at) }];
  });
}

function stopOf({ stops }: PlanGroup, { placed }: FollowKnown): GroupStated['stop'] {
  const working = stops.flatMap((id) => (placed.get(id) ?? []).filter(isSurePart).map((part) => ({ id, part })));
  const last = working.toSorted((one, other) => one.part.sentMs - other.part.sentMs).at(-1);
  return last && { id: last.id, ...defined({ trigger: last.part.trigger?.canonical() }) };
}

const isOver = (parts: Parts = []): boolean =>
  parts.length > 0 && parts.every(({ state }) => state === 'over' || state === 'rejected' || state === 'absent');
