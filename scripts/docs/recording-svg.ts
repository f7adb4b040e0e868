/**
 * A terminal's frames as one picture that moves by CSS alone, over and over: a picture in a page may run no script.
 *
 * What is in several frames is there once: marks that are seen at the same times share a group, which is shown and
 * hidden as a whole. Who asked for no motion sees one frame.
 */
import { ABOVE, BAR, BELOW, escaped, QUIET, ruleAt, SIDE, STRONG, windowSvg } from './svg.ts';
import { CELL, INKS, marksOf, ROW, type Grid } from './terminal-cells.ts';

export interface Frame {
  readonly grid: Grid;
  readonly caption: Caption;
  /** A whole number above zero. */
  readonly shownMs: number;
}

/** What the person at the terminal does, in a line below the terminal: `save`, `entry 63900 → 63800`. */
export interface Caption {
  readonly deed: string;
  readonly words: string;
}

interface RecordingOptions {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** The frame that stands where nothing moves. */
  readonly still: number;
}

/** The whole picture as SVG text. No frame is a RangeError, as is one with a row that is too wide. */
export function recordingSvg(frames: readonly Frame[], { title, columns, rows, still }: RecordingOptions): string {
  if (frames[still] === undefined) throw new RangeError('there is no such frame');
  const floor = ABOVE + rows * ROW + BELOW;
  const drawn = frames.map(({ grid, caption }) => new Set([...marksOf(grid, columns), captionMark(caption, floor)]));
  const groups = groupsOf(drawn);
  const width = columns * CELL + 2 * SIDE;
  const style = [
    INKS,
    `.l{font-weight:700;fill:${STRONG}}`,
    `.q{font:14px system-ui,sans-serif;fill:${QUIET}}`,
    `g{animation-duration:${lengthMs(frames)}ms;animation-timing-function:step-end;animation-iteration-count:infinite}`,
    '.h{visibility:hidden}',
    ...groups.flatMap((group, at) => (moves(group) ? [motionOf(group, at, frames)] : [])),
    '@media(prefers-reduced-motion:reduce){g[class]{animation-name:none}}',
  ];
  return windowSvg({ title, width, height: BAR + floor + FOOT, style: style.join('\n') }, [
    ruleAt(BAR + floor, width),
    `<g transform="translate(${SIDE} ${BAR + ABOVE})">`,
    ...groups.map((group, at) => `${tagOf(group, at, still)}\n${group.marks.join('\n')}\n</g>`),
    '</g>',
  ]);
}

export const lengthMs = (frames: readonly Frame[]): number => frames.reduce((sum, { shownMs }) => sum + shownMs, 0);

/** Pixels: the height of the caption's line. */
const FOOT = 40;

const captionMark = ({ deed, words }: Caption, floor: number): string =>
  `<text class="q" x="0" y="${floor - ABOVE + 25}"><tspan class="l">${escaped(deed)}</tspan> ${escaped(words)}</text>`;

/** Marks that are seen in the same frames. */
interface Group {
  readonly seen: readonly boolean[];
  readonly marks: string[];
}

function groupsOf(drawn: readonly ReadonlySet<string>[]): Group[] {
  const groups = new Map<string, Group>();
  for (const mark of new Set(drawn.flatMap((marks) => [...marks]))) {
    const seen = drawn.map((marks) => marks.has(mark));
    const key = seen.map(Number).join('');
    const group = groups.get(key) ?? { seen, marks: [] };
    groups.set(key, group);
    group.marks.push(mark);
  }
  return [...groups.values()];
}

const moves = ({ seen }: Group): boolean => seen.includes(false);

function tagOf(group: Group, at: number, still: number): string {
  const names = [...(group.seen[still] === true ? [] : ['h']), ...(moves(group) ? [`m${at}`] : [])];
  return names.length === 0 ? '<g>' : `<g class="${names.join(' ')}">`;
}

/** The times at which a group appears and goes, as parts of the whole. */
function motionOf({ seen }: Group, at: number, frames: readonly Frame[]): string {
  const totalMs = lengthMs(frames);
  let ms = 0;
  const turns = seen.flatMap((isSeen, frame) => {
    const since = ms;
    ms += (frames[frame] as Frame).shownMs;
    if (frame > 0 && seen[frame - 1] === isSeen) return [];
    const part = Number(((since / totalMs) * 100).toFixed(3));
    return [`${part}%{visibility:${isSeen ? 'visible' : 'hidden'}}`];
  });
  return `.m${at}{animation-name:m${at}}@keyframes m${at}{${turns.join('')}}`;
}
