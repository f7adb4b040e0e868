import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { packed, wrap } from '../text/columns.ts';
import type { Page } from '../text/page.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { Presets, Quotient, SideExposure } from './exposure.ts';

const quotientWords = (quotient: Quotient | undefined): Safe =>
  quotient === undefined ? safe`` : safe`${quotient.exact ? '' : '≈'}${safeText(quotient.text)}`;

const presetWords = (sign: '-' | '+', presets: Presets | undefined): Safe =>
  presets === undefined || presets.covered.isZero ? safe`` : safe`${sign}${safeText(presets.amount.canonical())}`;

const COLUMNS: readonly Column<SideExposure>[] = [
  { name: safe`side`, of: ({ side }) => safe`${side}` },
  { name: safe`orders`, of: ({ orders }) => safe`${orders}`, isNumber: true },
  { name: safe`size`, of: ({ size }) => safe`${size}`, isNumber: true },
  { name: safe`notional`, of: ({ notional }) => safeText(notional?.canonical() ?? 'market'), isNumber: true },
  { name: safe`average`, of: ({ average }) => quotientWords(average), isNumber: true },
  { name: safe`at stops`, of: ({ stops }) => presetWords('-', stops), isNumber: true },
  { name: safe`at targets`, of: ({ targets }) => presetWords('+', targets), isNumber: true },
];

/** A row per side, and below it what its figures leave out. If the table is too wide, every figure has its name beside it. */
export function exposureLines(page: Page, sides: readonly SideExposure[]): Drawn[] {
  const columns = cellsOf(COLUMNS, sides);
  const { titles, rows, width } = tableOf(columns, sides.length);
  const isTable = width <= page.width;
  const lines = sides.flatMap((side, at) => [
    ...(isTable ? [rows[at] as Safe] : listed(page, inWords(side, columns.slice(1)), ',', 2)),
    ...listed(page, notes(side), ';', 4),
  ]);
  return isTable ? [page.paint('quiet', titles), ...lines] : lines;
}

const inWords = (side: SideExposure, used: readonly { readonly column: Column<SideExposure> }[]): Safe[] =>
  used.flatMap(({ column: { name, of } }, at) => {
    const text = of(side);
    return text === '' ? [] : [at === 0 ? safe`${side.side}: ${name} ${text}` : safe`${name} ${text}`];
  });

/** One after the other in as many lines as they need; one that is wider than a line is broken. */
function listed(page: Page, parts: readonly Safe[], separator: ',' | ';', indent: number): Safe[] {
  const pieces = parts.map((part, at) => (at < parts.length - 1 ? safe`${part}${separator}` : part));
  return packed(pieces, safe` `, page.width - indent, 2)
    .flatMap((text) => wrap(text, page.width - indent))
    .map((text) => safe`${spaces(indent)}${text}`);
}

function notes({ ratio, atMarket, waiting, stops, targets }: SideExposure): Safe[] {
  const found: (Safe | false)[] = [
    ratio !== undefined && safe`reward/loss ${quotientWords(ratio)}`,
    atMarket.orders > 0 && safe`notional + ${atMarket.orders} at market (${atMarket.size})`,
    ...missing('stop', stops),
    ...missing('target', targets),
    waiting.orders > 0 && waitingNote(waiting),
  ];
  return found.filter((note) => note !== false);
}

const missing = (name: 'stop' | 'target', presets: Presets | undefined): (Safe | false)[] =>
  presets === undefined
    ? []
    : [
        !presets.without.isZero && safe`${presets.without} without a ${name}`,
        !presets.unpriced.isZero && safe`${name} of ${presets.unpriced} at market not counted`,
      ];

function waitingNote({ orders, atTrigger }: SideExposure['waiting']): Safe {
  const wait = safe`${orders} ${orders === 1 ? 'waits' : 'wait'} for a trigger`;
  if (atTrigger === 0) return wait;
  const which = atTrigger === orders ? safe`` : safe`${atTrigger} of them `;
  return safe`${wait}, ${which}then at market: counted at the trigger price`;
}
