/**
 * Random plans with the words that a follower acts on, near where the paper exchange's market begins: it comes to their prices within
 * seconds. Each comes with what its author meant, so that a judge needs nothing of what the client makes of the text.
 */
import type { Random } from '../random.ts';

/** Sizes are whole steps of this many decimals. */
export const PLACES = 4;
const MARKET = 64_000;

export interface DrawnGroup {
  readonly isLong: boolean;
  readonly entries: readonly string[];
  readonly stops: readonly string[];
  readonly targets: readonly string[];
  readonly closeOuts: readonly string[];
  /** Of a plan that is edited: the entries that it still has; `entries` are all that it ever had. */
  readonly now?: readonly string[];
  /** Stops that nothing has to happen before; as drawn, there is one. */
  readonly atOnce?: readonly string[];
}

/** When an opening order or a slice is due, and until when it may be sent. */
export interface DueOnce {
  readonly atMs: number;
  readonly graceMs: number;
}

export interface DrawnPlan {
  readonly name: string;
  readonly text: string;
  readonly groups: readonly DrawnGroup[];
  /** Every id, rungs and slices by their own. */
  readonly ids: readonly string[];
  readonly due: ReadonlyMap<string, DueOnce>;
  /** Two entries of which the first fill of one is the end of the other. */
  readonly either?: readonly [string, string] | undefined;
}

/** In whole steps. */
const sizeText = (steps: number): string => (steps / 10 ** PLACES).toFixed(PLACES);
const instant = (ms: number): string => new Date(ms).toISOString();

/** A price so many hundredths of a per cent from the market, to the side where a position gains. */
const priceAt = (isLong: boolean, gain: number): string =>
  (MARKET * (1 + ((isLong ? 1 : -1) * gain) / 10_000)).toFixed(1);

interface Drawing {
  readonly random: Random;
  readonly nowMs: number;
  readonly maxPauseMs: number;
  readonly lines: string[];
  readonly due: Map<string, DueOnce>;
}

interface Drawn {
  readonly ids: readonly string[];
  readonly group: DrawnGroup;
}

interface Named {
  readonly isLong: boolean;
  /** Before each id. */
  readonly of: string;
  readonly total: number;
}

export const PLAN_KINDS = ['bracket', 'dca', 'either', 'timed', 'slices', 'two'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export function drawPlan(
  random: Random,
  name: string,
  how: { nowMs: number; maxPauseMs: number; kind: PlanKind },
): DrawnPlan {
  const { kind } = how;
  const drawing: Drawing = { ...how, random, lines: [], due: new Map() };
  const isLong = random.chance(0.6);
  const total = random.int(100, 1500);
  const drawn: Drawn[] =
    kind === 'either' || kind === 'two'
      ? [isLong, !isLong].map((side) => oneGroup(drawing, kind, { isLong: side, of: side ? 'l' : 's', total }))
      : [oneGroup(drawing, kind, { isLong, of: 'g', total })];
  const text = [
    'version: 1',
    `name: ${name}`,
    'defaults: { symbol: cmt_btcusdt, reference: 64000 }',
    'orders:',
    ...drawing.lines,
    '',
  ];
  const groups = drawn.map(({ group }) => group);
  return {
    name,
    text: text.join('\n'),
    groups,
    ids: drawn.flatMap(({ ids }) => ids),
    due: drawing.due,
    ...(kind === 'either' && { either: ['l-in', 's-in'] as const }),
  };
}

function oneGroup(drawing: Drawing, kind: PlanKind, named: Named): Drawn {
  const entries = entryOf(drawing, kind, named);
  const exits = exitsOf(drawing, named, kind === 'dca');
  const { isLong } = named;
  return { ids: [...entries, ...exits.ids], group: { isLong, entries, ...exits.group } };
}

const side = (isLong: boolean, does: 'open' | 'close'): string => `${does}-${isLong ? 'long' : 'short'}`;
const rungs = (id: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${id}-${at + 1}`);

/** Writes the entry, and says by which ids it goes. */
function entryOf(
  { random, nowMs, maxPauseMs, lines, due }: Drawing,
  kind: PlanKind,
  { isLong, of, total }: Named,
): string[] {
  const id = `${of}-in`;
  const head = `id: ${id}, side: ${side(isLong, 'open')}`;
  const size = sizeText(total);
  const endsAfter = `${random.int(2, 6)}s`;
  if (kind === 'dca' || (kind === 'two' && random.chance(0.3))) {
    const steps = random.int(2, 4);
    const price = `{ from: ${priceAt(isLong, -random.int(1, 8))}, to: ${priceAt(isLong, -random.int(20, 35))}, steps: ${steps} }`;
    const until = kind === 'dca' && random.chance(0.5) ? `{ for: ${endsAfter}, filled: ${of}-out }` : endsAfter;
    lines.push(
      `  - { ${head}, size: { total: ${size}, shape: ${random.pick(['flat', 'linear'])} }, price: ${price}, until: ${until} }`,
    );
    return rungs(id, steps);
  }
  if (kind === 'either') {
    const other = isLong ? 's-in' : 'l-in';
    lines.push(
      `  - { ${head}, size: ${size}, trigger: ${priceAt(isLong, random.int(5, 30))}, price: market, until: { filled: ${other}, for: ${endsAfter} } }`,
    );
    return [id];
  }
  if (kind === 'slices') {
    const steps = random.int(2, 3);
    const fromMs = nowMs + random.int(2000, 6000);
    lines.push(
      `  - { ${head}, size: { total: ${size} }, price: market, over: { from: ${instant(fromMs)}, for: ${steps * 10}s, steps: ${steps} } }`,
    );
    for (const [at, rung] of rungs(id, steps).entries()) due.set(rung, { atMs: fromMs + at * 10_000, graceMs: 5000 });
    return rungs(id, steps);
  }
  const price = random.pick(['market', priceAt(isLong, -random.int(0, 15))]);
  const atMs = nowMs + random.int(1500, 5000);
  if (kind === 'timed') due.set(id, { atMs, graceMs: maxPauseMs });
  const after = kind === 'timed' ? `, after: ${instant(atMs)}` : '';
  lines.push(`  - { ${head}, size: ${size}, price: ${price}${after}, until: ${endsAfter} }`);
  return [id];
}

function exitsOf({ random, nowMs, lines }: Drawing, { isLong, of }: Named, isDca: boolean) {
  const head = (id: string): string => `id: ${of}-${id}, side: ${side(isLong, 'close')}`;
  const stopAt = -random.int(45, 110);
  const isLimit = random.chance(0.15);
  const filled = `filled: ${of}-in`;
  const stops = [`${of}-stop`];
  lines.push(
    `  - { ${head('stop')}, size: { ${filled} }, trigger: ${priceAt(isLong, stopAt)}, price: ${isLimit ? priceAt(isLong, stopAt - 30) : 'market'} }`,
  );
  const targets: string[] = [];
  const near = random.int(35, 70);
  const count = random.int(isDca ? 1 : 0, 3);
  const trigger = random.chance(0.8) ? ', trigger: =price' : '';
  if (count === 1) {
    lines.push(
      `  - { ${head('out')}, size: { ${filled} }, ${random.chance(0.5) ? `trigger: ${priceAt(isLong, near)}, price: market` : `price: ${priceAt(isLong, near)}${trigger}`} }`,
    );
    targets.push(`${of}-out`);
  } else if (count > 1) {
    const [id, share] = isDca || random.chance(0.7) ? ['out', ''] : ['out', ', share: 3/4'];
    lines.push(
      `  - { ${head(id)}, size: { ${filled}${share} }, price: { from: ${priceAt(isLong, near)}, to: ${priceAt(isLong, near + random.int(20, 80))}, steps: ${count} }${trigger} }`,
    );
    targets.push(...rungs(`${of}-${id}`, count));
  }
  if (count > 1 && random.chance(0.7)) {
    lines.push(
      `  - { ${head('even')}, size: { ${filled} }, trigger: =tick(average(${of}-in)), price: market, after: { filled: ${of}-out-1 } }`,
    );
    stops.push(`${of}-even`);
  }
  const closeOuts: string[] = [];
  if (random.chance(0.3)) {
    const after =
      count > 1 && random.chance(0.3) ? `{ filled: ${of}-out-1 }` : instant(nowMs + random.int(3000, 15_000));
    lines.push(`  - { ${head('flat')}, size: { ${filled} }, price: market, after: ${after} }`);
    closeOuts.push(`${of}-flat`);
  }
  return { ids: [...stops, ...targets, ...closeOuts], group: { stops, targets, closeOuts } };
}
