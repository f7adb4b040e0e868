/** The one line of what is held, lost at the stops, naked and not known, in the same place of every text; the reasons stand above it. */
import type { ProtectionStated } from '../../model/event.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { widthOfPieces, type Piece } from '../../report/text/page.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { Block } from '../../show/sheet.ts';

type Line = ProtectionStated['line'];

const TONES: Readonly<Record<Line['sign'], Tone>> = { '!': 'rejected', '?': 'notice', '✓': 'accepted', '–': 'quiet' };

const isLoud = (text: string): boolean => text.startsWith('NAKED') || text.startsWith('UNKNOWN');

/** Its parts, between which it may be broken. */
const lineParts = ({ sign, hold, working, atStops, naked, unknown, asOf }: Line): Piece[] =>
  partsOf(sign, [working === undefined ? hold : `${hold} ${working}`, atStops, naked, unknown, asOf]);

/** The sign stands before the first. */
function partsOf(sign: Line['sign'], [first = '', ...rest]: readonly string[]): Piece[] {
  const tone = TONES[sign];
  const said = rest.map((text): Piece => (isLoud(text) ? [tone, safeText(text)] : safeText(text)));
  return [[tone, safe`${safeText(sign)} ${safeText(first)}`], ...said];
}

const DOT: Piece = ['quiet', safe` · `];
const joined = (parts: readonly Piece[]): Piece[] => parts.flatMap((part, at) => (at === 0 ? [part] : [DOT, part]));

/**
 * The same in rows of a screen. One that is too narrow drops the time, then what is working, then what is 0; then it goes on in the next
 * row, if there may be one. What is naked or not known is never cut short of its figure, and is left where nothing else has room.
 */
export function lineRows(line: Line, width: number, most: number): readonly (readonly Piece[])[] {
  const { sign, hold, atStops, naked, unknown } = line;
  const loud = [naked, unknown].filter(isLoud);
  const least = partsOf(sign, [hold, atStops, ...loud]);
  const whole = [lineParts(line), lineParts(line).slice(0, -1), partsOf(sign, [hold, atStops, naked, unknown]), least];
  const one = whole.find((parts) => widthOfPieces(joined(parts)) <= width);
  if (one !== undefined) return [joined(one)];
  const quiet = [hold, ...loud];
  const fewer = [
    least,
    ...(loud.length === 0 ? [[hold]] : [quiet, loud, loud.slice(0, 1)]).map((texts) => partsOf(sign, texts)),
  ];
  const rows = fewer.map((parts) => wrapped(parts, width));
  return rows.find((some) => some.length <= most) ?? rows.at(-1) ?? [];
}

const INDENT = safe`  `;

function wrapped(parts: readonly Piece[], width: number): Piece[][] {
  const rows: Piece[][] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const longer = [...(last ?? []), DOT, part];
    if (last !== undefined && widthOfPieces(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(last === undefined ? [part] : [INDENT, part]);
  }
  return rows;
}

/** What a dry run says in a warning, with the lines of the plan, is not said again below it. */
const WARNED: ReadonlySet<string> = new Set(['stop-before-entry', 'stop-may-rest', 'no-market']);

const isWarned = ({ kind, reason = '' }: ProtectionStated['reasons'][number]): boolean =>
  kind === 'may-fire-first' || WARNED.has(reason);

interface How {
  /** Whether the plan's warnings stand above. */
  readonly hasWarnings?: boolean;
}

/** Why something is naked or not known, a row each. */
export function reasonRows({ reasons, more }: ProtectionStated, { hasWarnings = false }: How = {}): Safe[] {
  const rows = reasons.filter((reason) => !hasWarnings || !isWarned(reason)).map(({ text }) => safeText(text));
  return more === 0 || rows.length === 0 ? rows : [...rows, safe`… and ${more} more`];
}

/** Nothing, where nobody judged it. */
export function protectionBlocks(stated: ProtectionStated | undefined, how: How = {}): Block[] {
  if (stated === undefined) return [];
  const rows = reasonRows(stated, how);
  const parts = lineParts(stated.line).map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  return [
    {
      is: 'group',
      blocks: [
        ...(rows.length === 0 ? [] : [{ is: 'items', items: rows } as const]),
        { is: 'parts', parts, tone: TONES[stated.line.sign], isWhole: true },
      ],
    },
  ];
}
