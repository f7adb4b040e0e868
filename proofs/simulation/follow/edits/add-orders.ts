/** What a person adds to a plan: an exit of a group, an entry, a group. And what each edit is made of. */
import type { Random } from '../../../random.ts';
import {
  entriesOf,
  idOf,
  isLongOf,
  isOpening,
  roleOf,
  shareOf,
  withFields,
  type Line,
  type PlanLines,
} from './plan-lines.ts';

export interface EditDraw {
  readonly random: Random;
  readonly nowMs: number;
  /** A number that no name has had. */
  readonly number: number;
  /** A side that has a group already gets no other. */
  readonly isOnePerSide: boolean;
}

export const pickLine = (
  { lines }: PlanLines,
  random: Random,
  fits: (line: Line) => boolean = () => true,
): Line | undefined => lines.filter(fits)[random.below(Math.max(1, lines.filter(fits).length))];

export const withLines = (plan: PlanLines, lines: readonly Line[]): PlanLines => ({ ...plan, lines });
export const sizeOf = (entries: readonly string[], part?: string): string =>
  `{ filled: ${entries.length === 1 ? entries[0] : `[${entries.join(', ')}]`}${part === undefined ? '' : `, share: ${part}`} }`;

export const instantIn = (fromMs: number, ms: number): string => new Date(fromMs + ms).toISOString();

/** The entries of a group, and the prefix of its names. */
function groupOf(
  plan: PlanLines,
  random: Random,
): { of: string; isLong: boolean; entries: readonly string[] } | undefined {
  const exit =
    pickLine(plan, random, (line) => roleOf(line) === 'stop') ?? pickLine(plan, random, (line) => !isOpening(line));
  if (exit === undefined) return undefined;
  return { of: idOf(exit).split('-')[0] ?? '', isLong: isLongOf(exit), entries: entriesOf(exit) };
}

const MARKET = 64_000;
const priceAt = (isLong: boolean, gain: number): string =>
  (MARKET * (1 + ((isLong ? 1 : -1) * gain) / 10_000)).toFixed(1);
const closes = (isLong: boolean): string => `close-${isLong ? 'long' : 'short'}`;
const lineOf = (fields: Readonly<Record<string, string>>): Line => new Map(Object.entries(fields));

export function addTarget(plan: PlanLines, { random, number }: EditDraw): PlanLines | undefined {
  const group = groupOf(plan, random);
  if (group === undefined) return undefined;
  const { of, isLong, entries } = group;
  const isOfGroup = (line: Line): boolean =>
    roleOf(line) === 'target' && entriesOf(line).join(' ') === entries.join(' ');
  const lines = plan.lines.map((line) => (isOfGroup(line) ? withFields(line, { size: sizeOf(entries, '1/2') }) : line));
  if (lines.filter(isOfGroup).length > 1) return undefined;
  const target = lineOf({
    id: `${of}-t${number}`,
    side: closes(isLong),
    size: sizeOf(entries, '1/4'),
    price: priceAt(isLong, random.int(40, 120)),
    trigger: '=price',
  });
  return withLines(plan, [...lines, target]);
}

/** Below what the group has, so that it takes the place of that. */
export function addStop(plan: PlanLines, { random, number }: EditDraw): PlanLines | undefined {
  const group = groupOf(plan, random);
  if (group === undefined) return undefined;
  const { of, isLong, entries } = group;
  const stop = lineOf({
    id: `${of}-s${number}`,
    side: closes(isLong),
    size: sizeOf(entries),
    trigger: priceAt(isLong, -random.int(40, 120)),
    price: 'market',
  });
  return withLines(plan, [...plan.lines, stop]);
}

export function addCloseOut(plan: PlanLines, { random, number, nowMs }: EditDraw): PlanLines | undefined {
  const group = groupOf(plan, random);
  if (group === undefined) return undefined;
  const { of, isLong, entries } = group;
  const flat = lineOf({
    id: `${of}-f${number}`,
    side: closes(isLong),
    size: sizeOf(entries),
    price: 'market',
    after: instantIn(nowMs, random.int(1000, 15_000)),
  });
  return withLines(plan, [...plan.lines, flat]);
}

function opening(draw: EditDraw, of: string, isLong: boolean): Line {
  const { random, number } = draw;
  return lineOf({
    id: `${of}-e${number}`,
    side: `open-${isLong ? 'long' : 'short'}`,
    size: (random.int(100, 1200) / 10_000).toFixed(4),
    price: random.pick(['market', priceAt(isLong, -random.int(0, 15))]),
    until: `${random.int(2, 6)}s`,
  });
}

/** One more entry of a group: all its exits close that too. */
export function addEntry(plan: PlanLines, draw: EditDraw): PlanLines | undefined {
  const group = groupOf(plan, draw.random);
  if (group === undefined) return undefined;
  const { of, isLong, entries } = group;
  const entry = opening(draw, of, isLong);
  const lines = plan.lines.map((line) =>
    entriesOf(line).join(' ') === entries.join(' ')
      ? withFields(line, { size: sizeOf([...entries, idOf(entry)], shareOf(line)) })
      : line,
  );
  return withLines(plan, [...lines, entry]);
}

export function addGroup(plan: PlanLines, draw: EditDraw): PlanLines | undefined {
  const { random, number, isOnePerSide } = draw;
  const free = [true, false].filter(
    (one) => !isOnePerSide || !plan.lines.some((line) => isOpening(line) && isLongOf(line) === one),
  );
  const [isLong] = free.length === 2 && random.chance(0.5) ? free.toReversed() : free;
  if (isLong === undefined) return undefined;
  const of = `n${number}`;
  const entry = opening(draw, of, isLong);
  const exit = (id: string, fields: Readonly<Record<string, string>>): Line =>
    lineOf({ id: `${of}-${id}`, side: closes(isLong), size: sizeOf([idOf(entry)]), ...fields });
  return withLines(plan, [
    ...plan.lines,
    entry,
    exit('stop', { trigger: priceAt(isLong, -random.int(45, 110)), price: 'market' }),
    ...(random.chance(0.6) ? [exit('out', { price: priceAt(isLong, random.int(35, 80)), trigger: '=price' })] : []),
  ]);
}
