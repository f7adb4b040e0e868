/** How two plans differ in risk: a row for each position, or two where its sides differ. */
import { own, table, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { lossWords } from '../figures/exposure-table.ts';
import type { Exposure, Loss } from '../figures/exposure-figures.ts';
import type { Difference } from './difference.ts';
import { riskRows, type RiskRow } from './risk.ts';

/** Most rows of a table before the rest is counted. */
export const MOST_ROWS = 20;

export const moreOf = (more: number, noun: string): { readonly more?: Safe } =>
  more > 0 ? { more: safe`… and ${amountOf(more, `more ${noun}`)}` } : {};

export function riskTable(difference: Difference): Block[] {
  const all = riskRows(difference);
  const rows = all.slice(0, MOST_ROWS).flatMap(sidesOf);
  const columns = all.some(({ later }) => later.some((one) => one > 0)) ? [...RISK_COLUMNS, LATER] : RISK_COLUMNS;
  return table(columns, rows, moreOf(all.length - MOST_ROWS, 'position'));
}

/** One side of a position, or both where they are the same. */
interface RiskSide {
  readonly name: Text;
  readonly side: Safe;
  readonly words: FigureWords;
  readonly isWorse: boolean;
  /** How many orders only a follower sends. */
  readonly later: number;
}

function sidesOf({ symbol, direction, before, after, later: [wasLater, isLater] }: RiskRow): RiskSide[] {
  const isOpening = direction === 'long' || direction === 'short';
  const name = [safeText(symbol), own(safe` ${direction}`)];
  const [was, is] = [figureWords(before, isOpening), figureWords(after, isOpening)];
  if (Object.values(was).join(' ') === Object.values(is).join(' ') && wasLater === isLater)
    return [{ name, side: safe`same`, words: is, isWorse: false, later: isLater }];
  return [
    { name, side: safe`before`, words: was, isWorse: false, later: wasLater },
    {
      name: safe``,
      side: safe`after`,
      words: is,
      isWorse: (after?.loss?.bareOrders ?? 0) > (before?.loss?.bareOrders ?? 0),
      later: isLater,
    },
  ];
}

const FIGURES = ['orders', 'size', 'notional', 'loss at stops', 'naked'] as const;

const RISK_COLUMNS: readonly SheetColumn<RiskSide>[] = [
  { title: safe`risk`, kind: 'name', of: ({ name }) => name },
  { title: safe``, of: ({ side }) => own(side) },
  ...FIGURES.map((name): SheetColumn<RiskSide> => ({
    title: safe`${name}`,
    kind: 'number',
    of: ({ words, isWorse }) => own(isWorse && name === 'naked' ? ['notice', words[name]] : words[name]),
  })),
];

const LATER: SheetColumn<RiskSide> = {
  title: safe`sent later`,
  kind: 'number',
  of: ({ later }) => own(grouped(later)),
};

type FigureWords = Readonly<Record<(typeof FIGURES)[number], Safe>>;

/** Zeros for a side that has none of it. */
function figureWords(exposure: Exposure | undefined, isOpening: boolean): FigureWords {
  if (exposure === undefined)
    return {
      orders: safe`0`,
      size: safe`0`,
      notional: safe`0`,
      'loss at stops': opened(isOpening),
      naked: opened(isOpening),
    };
  const { orders, size, notional, loss } = exposure;
  return {
    orders: grouped(orders),
    size: grouped(size),
    notional: notional === undefined ? safe`market` : grouped(notional),
    'loss at stops': loss === undefined ? safe`` : lossWords(loss),
    naked: loss === undefined ? safe`` : nakedWords(loss),
  };
}

/** What is not known counts as no stop. */
const nakedWords = ({ naked, unknown }: Loss): Safe =>
  unknown.isZero ? grouped(naked) : safe`${grouped(naked)} + ${grouped(unknown)} unknown`;

const opened = (isOpening: boolean): Safe => (isOpening ? safe`0` : safe``);
