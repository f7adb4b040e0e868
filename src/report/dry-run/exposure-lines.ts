import type { Presets, Quotient, SideExposure } from './exposure.ts';
import { NumberColumn, padEnd, padStart, widthOf, wrap } from '../text/columns.ts';
import { flow, type Paint } from '../text/tones.ts';

/** A number, and what stands before its first digit (`≈`, a sign). Empty: the cell is. */
interface Figure {
  readonly sign: string;
  readonly text: string;
}

interface Column {
  readonly name: string;
  readonly of: (side: SideExposure) => Figure;
}

const NONE: Figure = { sign: '', text: '' };
const plain = (text: string): Figure => ({ sign: '', text });
const about = (quotient: Quotient | undefined): Figure =>
  quotient === undefined ? NONE : { sign: quotient.exact ? '' : '≈', text: quotient.text };
const signed = (sign: string, presets: Presets | undefined): Figure =>
  presets === undefined || presets.covered.isZero ? NONE : { sign, text: presets.amount.canonical() };

const COLUMNS: readonly Column[] = [
  { name: 'orders', of: ({ orders }) => plain(String(orders)) },
  { name: 'size', of: ({ size }) => plain(size.toString()) },
  { name: 'notional', of: ({ notional }) => plain(notional?.canonical() ?? 'market') },
  { name: 'average', of: ({ average }) => about(average) },
  { name: 'at stops', of: ({ stops }) => signed('-', stops) },
  { name: 'at targets', of: ({ targets }) => signed('+', targets) },
];

/** A row per side, and below it what its figures leave out. Where the table is too wide, every figure says what it is. */
export function exposureLines(sides: readonly SideExposure[], paint: Paint, width: number): string[] {
  const used = COLUMNS.filter(({ of }) => sides.some((side) => of(side).text !== ''));
  const names = ['side', ...sides.map(({ side }) => side)];
  const widest = Math.max(...names.map(widthOf));
  const columns = [names.map((name) => padEnd(name, widest)), ...used.map((column) => cellsOf(column, sides))];
  const [titles, ...rows] = names.map((_, at) =>
    `  ${columns.map((cells) => cells[at] as string).join('  ')}`.trimEnd(),
  );
  const fits = [titles as string, ...rows].every((row) => widthOf(row) <= width);
  const told = sides.flatMap((side, at) => [
    ...(fits ? [rows[at] as string] : listed(inWords(side, used), ',', { paint, width, indent: 2 })),
    ...listed(notes(side), ';', { paint, width, indent: 4 }),
  ]);
  return fits ? [paint('quiet', titles as string), ...told] : told;
}

/** Title and cells of a column, all of one width: points below each other, each sign at its number. */
function cellsOf({ name, of }: Column, sides: readonly SideExposure[]): string[] {
  const figures = sides.map(of);
  const numbers = new NumberColumn();
  for (const { text } of figures) numbers.add(text);
  const cells = [name, ...figures.map(({ sign, text }) => sign + numbers.cell(text).trimStart())];
  const widest = Math.max(...cells.map(widthOf));
  return cells.map((cell) => padStart(cell, widest));
}

const inWords = (side: SideExposure, used: readonly Column[]): string[] =>
  used.flatMap(({ name, of }, at) => {
    const { sign, text } = of(side);
    return text === '' ? [] : [`${at === 0 ? `${side.side}: ` : ''}${name} ${sign}${text}`];
  });

/** One after the other in as many lines as they need; inside of one only where it alone is too long. */
function listed(
  parts: readonly string[],
  separator: string,
  { paint, width, indent }: { readonly paint: Paint; readonly width: number; readonly indent: number },
): string[] {
  if (parts.length === 0) return [];
  const pieces = parts.map((part, at) => (at < parts.length - 1 ? part + separator : part));
  const lines = flow(paint, pieces, width - indent, ' ').flatMap((text) => wrap(text.trimStart(), width - indent));
  return lines.map((text) => ' '.repeat(indent) + text);
}

function notes(side: SideExposure): string[] {
  const { ratio, atMarket, waiting, stops, targets } = side;
  const { sign, text } = about(ratio);
  const found: (string | false)[] = [
    text !== '' && `reward/loss ${sign}${text}`,
    atMarket.orders > 0 && `notional + ${atMarket.orders} at market (${atMarket.size.toString()})`,
    ...missing('stop', stops),
    ...missing('target', targets),
    waiting.orders > 0 && waitingNote(waiting),
  ];
  return found.filter((note) => note !== false);
}

const missing = (name: string, presets: Presets | undefined): (string | false)[] =>
  presets === undefined
    ? []
    : [
        !presets.without.isZero && `${presets.without.toString()} without a ${name}`,
        !presets.unpriced.isZero && `${name} of ${presets.unpriced.toString()} at market not counted`,
      ];

function waitingNote({ orders, atTrigger }: SideExposure['waiting']): string {
  const wait = `${orders} ${orders === 1 ? 'waits' : 'wait'} for a trigger`;
  if (atTrigger === 0) return wait;
  const which = atTrigger === orders ? '' : `${atTrigger} of them `;
  return `${wait}, ${which}then at market: counted at the trigger price`;
}
