/**
 * The groups of a run that followed its plan and was killed, by what it announced and by the journal: the plan may be gone. Nobody told
 * for how long what entries filled had no stop, so the times of fills and of answers do.
 */
import { bareChanges, bareSpans, negated, type BareChange } from './bare-since.ts';
import { tookWords } from './naked-times.ts';
import { toldGroup, type ToldGroup } from '../prepare/groups-told.ts';
import { withTold } from '../prepare/not-followed.ts';
import type { CutRun, LeftAtCut } from '../../journal/history/kept-run.ts';
import { countedOf } from '../../journal/records/closed-elsewhere.ts';
import { knownOf, stateOf } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline, RunEvent } from '../../model/event.ts';
import { isSurePart, isUnsurePart, surelyFilled, type PlacedPart } from '../../model/followed.ts';
import { isLong, type Side } from '../../model/order.ts';
import { groupIds } from '../../session/lists/group-orders.ts';
import { placedOf } from '../../session/lists/followed-parts.ts';

type Parts = readonly PlacedPart[];
type ExitStep = Extract<RunEvent, { event: 'step-planned' }> & { readonly does: 'place' };

/** One group as it stood when the record of its run ends. */
interface CutGroup {
  readonly entries: readonly string[];
  readonly symbol: string;
  readonly isLong: boolean;
  readonly hasStop: boolean;
  readonly hasPreset: boolean;
  readonly isByPreset: boolean;
  readonly held: Decimal;
  readonly covered: Decimal;
  readonly unknown: Decimal;
  readonly naked: Decimal;
  /** Each time that some of it had no stop, in ms. */
  readonly tookMs: readonly { readonly untilMs: number; readonly tookMs: number }[];
  /** Since when some of it has none that is known to work. */
  readonly sinceMs?: number;
}

export function cutGroups(left: LeftAtCut, run: CutRun): readonly CutGroup[] {
  const { announced } = run;
  const headlines = announced.flatMap((event) => (event.event === 'run-started' ? event.orders : []));
  const steps = announced.filter(
    (event): event is ExitStep => event.event === 'step-planned' && event.does === 'place' && event.kind !== undefined,
  );
  const firstIds = new Map(headlines.map(({ id, was = id }) => [id, was]));
  const exits = new Set(steps.map(({ id }) => id));
  const journal: JournalState = new Map([...stateOf(left.account, left)].map(([id, one]) => [id, withTold(one)]));
  const placed = (id: string): Parts => {
    const order = { id, was: firstIds.get(id) ?? id, ...(exits.has(id) && { exit: { filled: [] } }) };
    const parts = placedOf([order], journal, () => ({})).get(id) ?? [];
    return parts.map((part) => answeredAt(part, run.answeredMs.get(part.clientOid)));
  };
  return [...Map.groupBy(steps, ({ group = [] }) => group.toSorted().join(' '))].map(([name, own]) => {
    const ids = new Set(name.split(' '));
    const entries = headlines.filter(({ id }) => ids.has(id));
    return groupOf(entries, own, { left, run, placed });
  });
}

interface Known {
  readonly left: LeftAtCut;
  readonly run: CutRun;
  readonly placed: (id: string) => Parts;
}

const sum = (sizes: readonly Decimal[]): Decimal => sizes.reduce((all, size) => all.plus(size), Decimal.zero);
const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);
const atLeastNone = (size: Decimal): Decimal => (size.coefficient < 0n ? Decimal.zero : size);
const answeredAt = (part: PlacedPart, answeredMs = part.sentMs): PlacedPart => ({ ...part, answeredMs });
const leftOf = (part: PlacedPart): Decimal => part.size.minus(surelyFilled(part));
const isGoing = ({ cancel }: PlacedPart): boolean => cancel !== undefined && cancel.answer !== 'refused';
const isCover = (part: PlacedPart): boolean => isSurePart(part) && !isGoing(part);

function groupOf(entries: readonly OrderHeadline[], exits: readonly ExitStep[], known: Known): CutGroup {
  const { placed, run } = known;
  const [first] = entries;
  const partsOf = (of: readonly { readonly id: string }[]): Parts => of.flatMap(({ id }) => placed(id));
  const [opened, closing] = [partsOf(entries), partsOf(exits)];
  const covering = partsOf(exits.filter(({ kind }) => kind !== 'target'));
  const elsewhere = closesElsewhere(entries, known.left);
  const closed = [...closing.map(surelyFilled), ...elsewhere.map(({ size }) => negated(size))];
  const held = atLeastNone(sum(opened.map(surelyFilled)).minus(sum(closed)));
  const hasStops = exits.some(({ kind }) => kind === 'stop');
  // The exchange keeps the stop that comes with an entry, also once another is to take its place.
  const bareEntries = entries.filter(({ stopLoss }) => stopLoss === undefined);
  const preset = partsOf(entries.filter(({ stopLoss }) => stopLoss !== undefined)).map(surelyFilled);
  const covered = least(held, sum([...preset, ...covering.filter(isCover).map(leftOf)]));
  const unknown = least(held.minus(covered), sum(covering.filter(isUnsurePart).map(leftOf)));
  const targets = partsOf(exits.filter(({ kind }) => kind === 'target'));
  const changes = [...bareChanges({ entries: partsOf(bareEntries), covering, targets }), ...elsewhere];
  const spans = bareEntries.length === 0 ? [] : bareSpans(changes);
  const last = held.minus(covered).isZero ? undefined : spans.at(-1);
  return {
    entries: entries.map(({ id }) => id),
    symbol: first?.symbol ?? '',
    isLong: isLong((first?.side ?? 'open-long') as Side),
    hasPreset: bareEntries.length < entries.length,
    isByPreset: !hasStops && bareEntries.length < entries.length,
    hasStop: hasStops || bareEntries.length < entries.length,
    held,
    covered,
    unknown,
    naked: held.minus(covered).minus(unknown),
    tookMs: spans.flatMap(({ sinceMs, untilMs }) =>
      untilMs === undefined || untilMs < run.startedAtMs ? [] : [{ untilMs, tookMs: untilMs - sinceMs }],
    ),
    ...(last !== undefined && last.untilMs === undefined && { sinceMs: last.sinceMs }),
  };
}

/** What other hands closed of it: held no more from the last of the trades that prove it. */
function closesElsewhere(entries: readonly OrderHeadline[], { account, ...name }: LeftAtCut): readonly BareChange[] {
  const { elsewhere = [] } = knownOf(account, name) ?? {};
  if (elsewhere.length === 0) return [];
  const ids = new Set(entries.map(({ id, was = id }) => was));
  const ours = groupIds(account, name);
  return elsewhere
    .filter((one) => ids.has(one.entries[0] ?? ''))
    .map((one) => ({ ms: Math.max(...one.trades.map(([, , , , ms]) => ms)), size: negated(countedOf(one, ours)) }));
}

export const cutGroupTold = ({ sinceMs, ...group }: CutGroup): ToldGroup => {
  const since = group.naked.isZero || sinceMs === undefined ? undefined : new Date(sinceMs).toISOString();
  const { why: _, ...told } = toldGroup(
    { ...group, tooMuch: Decimal.zero, isLetGo: false, letGo: [], isFrozen: false, isBelowLeast: false },
    { since, isFollowed: false },
  );
  return told;
};

const instantOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/**
 * `naked for 2.1 s, 0.9 s; entry is naked since 2026-11-29T14:35:13Z, up to the end of this run’s record`. Undefined where
 * nothing was naked.
 */
export function cutNakedWords(groups: readonly CutGroup[]): string | undefined {
  const over = groups.flatMap(({ tookMs }) => tookMs).toSorted((one, other) => one.untilMs - other.untilMs);
  const took = tookWords(over.map(({ tookMs }) => tookMs)).join(', ');
  const still = groups.flatMap(({ entries, naked, sinceMs }): string[] => {
    if (sinceMs === undefined) return [];
    const [name, since] = [entries.join(', '), instantOf(sinceMs)];
    return naked.isZero
      ? [`whether ${name} has a stop is not known since ${since}, up to the end of this run’s record`]
      : [`${name} is naked since ${since}, up to the end of this run’s record`];
  });
  const all = [...(took === '' ? [] : [`naked for ${took}`]), ...still];
  return all.length === 0 ? undefined : all.join('; ');
}
