/** What became of orders that were to be cancelled. */
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import type { Piece } from '../../report/text/page.ts';
import { STATES, type StateWords } from '../../report/text/states.ts';
import type { CancelView } from '../../report/view/run-view.ts';
import type { ShownOrder } from '../order-columns.ts';

export type CancelOutcomeName = CancelView['outcome'];

/** How each end is written. A refused cancel leaves the order on the exchange. */
const CANCEL_ENDS: Readonly<Record<CancelOutcomeName, StateWords>> = {
  cancelled: STATES.cancelled,
  filled: STATES.filled,
  fired: { sign: safe`?`, word: safe`FIRED`, label: safe`? FIRED`, tone: 'unknown' },
  refused: { sign: safe`✗`, word: safe`refused`, label: safe`✗ refused`, tone: 'rejected' },
  unknown: STATES.unknown,
};

/** Its words are the order id, what was filled before, and the exchange's words. */
export const shownCancel = (end: CancelView): ShownOrder => ({
  state: CANCEL_ENDS[end.outcome],
  id: end.id,
  words: cancelWords(end),
});

function cancelWords({ outcome, orderId, filledSize, averagePrice, code, message }: CancelView): Safe {
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
