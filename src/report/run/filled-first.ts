/** Orders that the plan no longer has, and that were filled before they could be taken off: what was filled is held. */
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { isOpening, type Side } from '../../model/order.ts';
import type { CancelView, RunView } from '../view/run-view.ts';
import { closed } from './commands.ts';
import type { NextStep } from './next-step.ts';

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
  const filled = filledFirst(view);
  if (filled.length === 0) return [];
  const why = safe`Filled before it went off: ${joined(filled.map(filledWords), safe`, `)}`;
  const held = filled.filter((cancel) => opens(view, cancel));
  if (held.length === 0) return [{ why: safe`${why}.` }];
  const it = held.length === 1 ? safe`it` : safe`them`;
  return [
    {
      why: safe`${why}, and HELD: the plan no longer has ${it}. Once ${held.length === 1 ? 'its position is' : 'their positions are'} gone, say so:`,
      command: closed(
        view,
        held.map(({ id }) => id),
      ),
    },
  ];
}

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
