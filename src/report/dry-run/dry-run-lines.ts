/** A dry run, short: so that the last screen is what one decides by (docs/contract.md#dry-run). */
import { EXIT } from '../../model/exit-code.ts';
import { safe, safeTexts, type Safe, safeText } from '../../model/safe-text.ts';
import { dotted, padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { paragraph, stack, type Page, GAP, LEAST_ROOM, line, type Piece } from '../text/page.ts';
import { amountOf } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { changeLines, unchangedWords } from './change-lines.ts';
import { changesOf, isUnchanged } from './changes.ts';
import { standingWarnings } from './beside-lines.ts';
import { closingParts } from './closing-line.ts';
import { bySymbol } from './drawn-order.ts';
import { exposureLines } from './exposure-lines.ts';
import { positionsOf } from './exposure.ts';
import { headLines } from './head-lines.ts';
import { orderLines } from './order-lines.ts';
import { pictureLines } from './picture.ts';
import { sentOrders } from './sent-orders.ts';
import { totalLines } from './totals.ts';
import type { Assumption } from '../../model/event.ts';

/** Widest name that the column of names makes room for. */
const NAME_ROOM = 28;

/** Every assumption with its value and where to change it; without `--bytes` only those that differ from the default. */
function assumptionLines(page: Page, { assumptions: all, run }: RunView): Drawn[] {
  const assumptions = run?.bytes === true ? all : all.filter(({ isChanged }) => isChanged);
  if (assumptions.length === 0) return [];
  const names = widest(assumptions.map(({ name }) => safeText(name)));
  const nameWidth = Math.min(NAME_ROOM, names, Math.max(10, page.width - 4 - LEAST_ROOM));
  return [
    ...paragraph(page, safe`Assumed, until the exchange says otherwise`, 0, 'heading'),
    ...assumptions.flatMap((assumption) => oneAssumption(page, assumption, nameWidth)),
  ];
}

function oneAssumption({ paint, width }: Page, assumption: Assumption, nameWidth: number): Drawn[] {
  const [value, change] = [safeText(assumption.value), safeText(assumption.change)];
  const room = Math.max(LEAST_ROOM, width - 2 - nameWidth - 2);
  const texts: Piece[][] =
    widthOf(value) + 3 + widthOf(change) <= room
      ? [[value, ['quiet', safe`   ${change}`]]]
      : [...wrap(value, room).map((text) => [text]), ...wrap(change, room).map((text): Piece[] => [['quiet', text]])];
  const names = wrap(safeText(assumption.name), nameWidth);
  return Array.from({ length: Math.max(names.length, texts.length) }, (_, at) =>
    line(paint, [GAP, padEnd(names[at] ?? safe``, nameWidth), GAP, ...(texts[at] ?? [])]),
  );
}

/** What was held back for the end. */
export interface Held {
  /** Warnings with their frames. */
  readonly warnings: readonly Drawn[];
  readonly notes: readonly string[];
  /** What to do next. */
  readonly next: readonly Drawn[];
}

/** Lines of a dry run without warnings, of plans up to so many orders, and of larger ones. */
const MOST_LINES = { small: 80, large: 120 };
const SMALL = 40;

/** Lines of a block of its own: the blank line before the picture, and what the closing line may take on a narrow screen. */
const SPARE = 6;

/** The whole of it; with `--bytes` what goes before it, head, ladders and calls, is written already. */
export function dryRunLines(page: Page, view: RunView, held: Held, isPipe: boolean): Drawn[] {
  const bytes = view.run?.bytes === true;
  const head = bytes ? [] : headLines(page, view);
  // Nothing is placed, so there is nothing to warn of but what the exit code tells.
  if (isUnchanged(view)) {
    const why = view.finished?.exitCode === EXIT.notAsReviewed ? (view.run?.obstacles ?? []) : [];
    return stack([
      head,
      noticeLines(page, safeTexts([...why, ...held.notes])),
      [unchangedWords(changesOf(view))],
      held.next,
    ]);
  }
  const { headlines, drawn, standing } = sentOrders(view);
  const positions = positionsOf(drawn, standing);
  const cautions = cautionsOf(view, held.notes);
  const above = [
    head,
    changeLines(page, view),
    bytes ? totalLines(page, view) : orderLines(page, view, headlines),
    assumptionLines(page, view),
    [...exposureLines(page, positions), ...unread(headlines.length - drawn.length)],
  ];
  const below = [
    [...held.warnings, ...noticeLines(page, cautions)],
    held.next,
    dotted(
      closingParts(view, positions, view.warnings + cautions.length),
      isPipe ? Number.POSITIVE_INFINITY : page.width,
    ),
  ];
  const most = view.orders.length > SMALL ? MOST_LINES.large : MOST_LINES.small;
  const used = stack([...above, held.next]).length + SPARE;
  return stack([...above, pictureLines(page, bySymbol(drawn), most - used), ...below]);
}

const noticeLines = (page: Page, texts: readonly Safe[]): Drawn[] =>
  texts.flatMap((text) => paragraph(page, safe`» ${text}`, 0, 'notice'));

/** What is no diagnostic and stands on the last screen all the same. */
const cautionsOf = (view: RunView, notes: readonly string[]): Safe[] => [
  ...standingWarnings(view),
  ...safeTexts([...(view.run?.obstacles ?? []), ...notes]),
];

const unread = (orders: number): Safe[] =>
  orders === 0 ? [] : [safe`  ${amountOf(orders, 'order')} with a number that cannot be read: not counted`];
