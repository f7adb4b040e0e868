/** The one line of what is held, lost at the stops, naked and not known, in the same place of every text; the reasons stand above it. */
import type { ProtectionStated } from '../../model/event.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Piece } from '../../report/text/page.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { Block, Text } from '../../show/sheet.ts';

type Line = ProtectionStated['line'];

const TONES: Readonly<Record<Line['sign'], Tone>> = { '!': 'rejected', '?': 'notice', '✓': 'accepted', '–': 'quiet' };

const isLoud = (text: string): boolean => text.startsWith('NAKED') || text.startsWith('UNKNOWN');

/** Its parts, between which it may be broken; `most`: without what a narrow row leaves out first. */
export function lineParts(line: Line, most: 'all' | 'no-time' | 'no-working' = 'all'): Piece[] {
  const { sign, hold, working, atStops, naked, unknown, asOf } = line;
  const tone = TONES[sign];
  const also = working === undefined || most === 'no-working' ? safe`` : safe` ${safeText(working)}`;
  const first: Piece = [tone, safe`${safeText(sign)} ${safeText(hold)}${also}`];
  const rest = [atStops, naked, unknown, ...(most === 'all' ? [asOf] : [])];
  return [first, ...rest.map((text): Piece => (isLoud(text) ? [tone, safeText(text)] : safeText(text)))];
}

/** What a dry run says in a warning, with the lines of the plan, is not said again below it. */
const WARNED: ReadonlySet<string> = new Set(['stop-before-entry', 'stop-may-rest', 'no-market']);

const isWarned = ({ kind, reason = '' }: ProtectionStated['reasons'][number]): boolean =>
  kind === 'may-fire-first' || WARNED.has(reason);

interface How {
  /** Whether the plan's warnings stand above. */
  readonly hasWarnings?: boolean;
}

/** Nothing, where nobody judged it. */
export function protectionBlocks(stated: ProtectionStated | undefined, { hasWarnings = false }: How = {}): Block[] {
  if (stated === undefined) return [];
  const reasons = hasWarnings ? stated.reasons.filter((reason) => !isWarned(reason)) : stated.reasons;
  const rows: Text[] = reasons.map(({ text }) => safeText(text));
  const more: Safe[] = stated.more === 0 ? [] : [safe`… and ${stated.more} more`];
  const parts = lineParts(stated.line).map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  return [
    {
      is: 'group',
      blocks: [
        ...(rows.length === 0 ? [] : [{ is: 'items', items: [...rows, ...more] } as const]),
        { is: 'parts', parts, tone: TONES[stated.line.sign], isWhole: true },
      ],
    },
  ];
}
