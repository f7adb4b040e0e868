/** Orders that the plan no longer has, and that were filled before they could be taken off: what was filled is held. */
import { itOrThem } from '../../model/count.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { isOpening, type Side } from '../../model/order.ts';
import type { CancelView, RunView } from '../../report/view/run-view.ts';
import { closed } from './commands.ts';
import type { NextStep } from '../../show/sheet.ts';

/** Something of it was filled, and it is not one whose place the run takes: that says so by itself. */
export function filledFirst({ cancels, orders }: RunView): readonly CancelView[] {
  const filled = cancels.filter(
    ({ outcome, filledSize = '' }) => outcome === 'filled' || (outcome === 'cancelled' && /[1-9]/.test(filledSize)),
  );
  if (filled.length === 0) return filled;
  const inPlan = new Set([...orders].map(({ id }) => id));
  return filled.filter(({ id }) => !inPlan.has(id));
}

export function afterFilledFirst(view: RunView): NextStep[] {
  const { held = [], closed: gone = [] } = Object.groupBy(filledFirst(view), (cancel) =>
    opens(view, cancel) ? 'held' : 'closed',
  );
  const it = itOrThem(held.length);
  const positions = held.length === 1 ? safe`its position is` : safe`their positions are`;
  return [
    ...(gone.length === 0 ? [] : [{ why: safe`${filledBefore(gone)}.` }]),
    ...(held.length === 0
      ? []
      : [
          {
            why: safe`${filledBefore(held)}, and HELD: the plan no longer has ${it}. Once ${positions} gone, say so:`,
            command: closed(
              view,
              held.map(({ id }) => id),
            ),
          },
        ]),
  ];
}

const filledBefore = (cancels: readonly CancelView[]): Safe =>
  safe`Filled before the cancel: ${joined(cancels.map(filledWords), safe`, `)}`;

/** `probe 0.5 at 61000` */
const filledWords = ({ id, filledSize, averagePrice }: CancelView): Safe =>
  joined(
    [
      safeText(id),
      ...(filledSize === undefined ? [] : [safeText(filledSize)]),
      ...(averagePrice === undefined ? [] : [safe`at ${safeText(averagePrice)}`]),
    ],
    safe` `,
  );

/** A close that was filled leaves nothing that is held. */
function opens({ standing }: RunView, { id, orderId }: CancelView): boolean {
  const { content } = standing.find((one) => one.id === id && one.orderId === orderId) ?? {};
  return content?.['side'] === undefined || isOpening(content['side'] as Side);
}
