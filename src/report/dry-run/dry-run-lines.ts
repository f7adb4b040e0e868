/** A dry run, short: so that the last screen is what one decides by (docs/contract.md#dry-run). */
import { EXIT } from '../../model/exit-code.ts';
import { safe, safeTexts, type Safe } from '../../model/safe-text.ts';
import { dotted } from '../text/columns.ts';
import { paragraph, stack, type Page } from '../text/page.ts';
import { amountOf } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { assumptionLines } from './assumption-lines.ts';
import { changeLines, unchangedWords } from './change-lines.ts';
import { isUnchanged } from './changes.ts';
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
    return stack([head, noticeLines(page, safeTexts([...why, ...held.notes])), [unchangedLine(view)]]);
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

function unchangedLine({ withheld }: RunView): Safe {
  const notSelected = withheld.filter(({ reason }) => reason === 'not-selected').length;
  return unchangedWords(withheld.length - notSelected, notSelected);
}

/** What is no diagnostic and stands on the last screen all the same. */
const cautionsOf = (view: RunView, notes: readonly string[]): Safe[] => [
  ...standingWarnings(view),
  ...safeTexts([...(view.run?.obstacles ?? []), ...notes]),
];

const unread = (orders: number): Safe[] =>
  orders === 0 ? [] : [safe`  ${amountOf(orders, 'order')} with a number that cannot be read: not counted`];
