/** What became of orders that were to be cancelled, a line each. */
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { labelledLines } from '../text/labelled-lines.ts';
import type { Page, Piece } from '../text/page.ts';
import type { StateWords } from '../text/states.ts';
import { STATES } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { CancelView } from '../view/run-view.ts';

export type CancelOutcomeName = CancelView['outcome'];

/** How each end is written. A refused cancel leaves the order on the exchange. */
export const CANCEL_ENDS: Readonly<Record<CancelOutcomeName, StateWords>> = {
  cancelled: STATES.cancelled,
  filled: STATES.filled,
  fired: { sign: safe`?`, word: safe`FIRED`, label: safe`? FIRED`, tone: 'unknown' },
  refused: { sign: safe`✗`, word: safe`refused`, label: safe`✗ refused`, tone: 'rejected' },
  unknown: STATES.unknown,
};

/** The order id, what was filled before, and the exchange's words. */
export function cancelWords({ outcome, orderId, filledSize, averagePrice, code, message }: CancelView): Safe {
  const said = [code, message].filter((text) => text !== undefined && text !== '') as string[];
  const parts = [
    ...(orderId === undefined ? [] : [safeText(orderId)]),
    ...filledParts(outcome, filledSize, averagePrice),
    ...(said.length === 0 ? [] : [joined(safeTexts(said), safe` `)]),
  ];
  return joined(parts, safe`   `);
}

function filledParts(
  outcome: CancelOutcomeName,
  filledSize: string | undefined,
  averagePrice: string | undefined,
): Safe[] {
  const isOver = outcome === 'cancelled' || outcome === 'filled';
  if (filledSize === undefined) return isOver ? [safe`filled size not reported`] : [];
  const at = averagePrice === undefined ? safe`` : safe` at ${safeText(averagePrice)}`;
  return /^[0.]*$/.test(filledSize) ? [] : [safe`${safeText(filledSize)} filled${at}`];
}

/** One order, its id as wide as it is. */
export function cancelOutcomeLines(page: Page, cancel: CancelView, idWidth = 0): Drawn[] {
  const { label, tone } = CANCEL_ENDS[cancel.outcome];
  return labelledLines(page, { label, tone, id: safeText(cancel.id), words: cancelWords(cancel) }, idWidth);
}

/** The quiet first, so that a line ends with what needs a look. */
export const CANCEL_ORDER = [
  'cancelled',
  'filled',
  'fired',
  'refused',
  'unknown',
] as const satisfies readonly CancelOutcomeName[];

/** `3 cancelled, 1 filled`, in pieces. */
export const cancelCounts = (cancels: readonly CancelView[]): Piece[] =>
  CANCEL_ORDER.flatMap((end): Piece[] => {
    const amount = cancels.filter(({ outcome }) => outcome === end).length;
    return amount === 0 ? [] : [[CANCEL_ENDS[end].tone, safe`${amount} ${CANCEL_ENDS[end].word}`]];
  });
