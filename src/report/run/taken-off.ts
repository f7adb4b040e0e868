/** Closing orders that a run took off to replace them, and that are not back: what they protected has them no more. */
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { OrderView } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import { dryRunLive } from './commands.ts';
import type { NextStep } from './next-step.ts';

/** Those that are known not to be back, with the command that places them; then those of which nobody knows. */
export function afterTakenOff(view: RunView): NextStep[] {
  const off = takenOff(view);
  const missing = off.filter(({ state }) => state !== 'unknown');
  const open = off.filter(({ state }) => state === 'unknown');
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            why: safe`Taken off, and NOT BACK: ${namesOf(missing)}. Nothing of ${itOrThem(missing)} closes a position until you place ${itOrThem(missing)} again:`,
            command: dryRunLive(
              view,
              joined(
                missing.map(({ id }) => safe`--again ${safeText(id)}`),
                safe` `,
              ),
            ),
          },
        ]),
    ...(open.length === 0 ? [] : [{ why: safe`Taken off, and not known to be back: ${namesOf(open)}.` }]),
  ];
}

function takenOff({ cancels, orders }: RunView): OrderView[] {
  const off = new Set(cancels.flatMap(({ id, outcome }) => (outcome === 'cancelled' ? [id] : [])));
  return [...orders].filter(
    ({ id, headline, state, reason }) =>
      off.has(id) && headline?.side.startsWith('close-') === true && state !== 'accepted' && reason !== 'filled',
  );
}

const itOrThem = (orders: readonly OrderView[]): Safe => (orders.length === 1 ? safe`it` : safe`them`);

/** `stop (close-long 0.01 cmt_btcusdt, trigger 50500)` */
const namesOf = (orders: readonly OrderView[]): Safe =>
  joined(
    orders.map(({ id, headline }) => {
      const { side = '', size = '', symbol = '', trigger, price = '' } = headline ?? {};
      const at = trigger === undefined ? safe`at ${safeText(price)}` : safe`trigger ${safeText(trigger)}`;
      return safe`${safeText(id)} (${safeText(side)} ${safeText(size)} ${safeText(symbol)}, ${at})`;
    }),
    safe`, `,
  );
