/** Closing orders that a run took off to replace them, and that are not back: what they protected has them no more. */
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../text/phrases.ts';
import type { OrderView } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import { dryRunLive, look } from './commands.ts';
import { unsized } from './open-cancels.ts';
import type { NextStep } from './next-step.ts';

/** Those that are known not to be back, with the command that places them; then those of which nobody knows. */
export function afterTakenOff(view: RunView): NextStep[] {
  const off = takenOff(view);
  const missing = off.filter(({ state }) => state !== 'unknown');
  const open = off.filter(({ state }) => state === 'unknown');
  return [
    ...notBackSteps(missing.map(closeOf), {
      isUnsized: missing.some(({ id }) => unsized(view).includes(id)),
      look: safe`${look(view, 'status')} --refresh`,
      place: dryRunLive(view, againWords(missing)),
    }),
    ...(open.length === 0 ? [] : [{ why: safe`Taken off, and not known to be back: ${namesOf(open.map(closeOf))}.` }]),
  ];
}

function takenOff({ cancels, orders }: RunView): OrderView[] {
  const off = new Set(cancels.flatMap(({ id, outcome }) => (outcome === 'cancelled' ? [id] : [])));
  return [...orders].filter(
    ({ id, headline, state, reason }) =>
      off.has(id) && headline?.side.startsWith('close-') === true && state !== 'accepted' && reason !== 'filled',
  );
}

/** A closing order, as a person knows it. */
export interface Close {
  readonly id: string;
  readonly side?: string;
  readonly size?: string;
  readonly symbol?: string;
  readonly trigger?: string;
  readonly price?: string;
}

const closeOf = ({ id, headline }: OrderView): Close => ({ ...headline, id });

const itOrThem = ({ length }: readonly unknown[]): Safe => (length === 1 ? safe`it` : safe`them`);

const notBackWords = (closes: readonly Close[]): Safe =>
  safe`Taken off, and NOT BACK: ${namesOf(closes)}. Nothing of ${itOrThem(closes)} closes a position until you place ${itOrThem(closes)} again`;

/** What of it is left to place is known only once its fills are. Without a command to place it, the plan is not at hand. */
export function notBackSteps(
  closes: readonly Close[],
  {
    isUnsized,
    look: looks,
    place,
  }: { readonly isUnsized: boolean; readonly look: Safe; readonly place: Safe | undefined },
): NextStep[] {
  if (closes.length === 0) return [];
  const words = notBackWords(closes);
  if (place === undefined) return [{ why: safe`${words}.` }];
  if (!isUnsized) return [{ why: safe`${words}:`, command: place }];
  const why = safe`${words}. How much was filled before is not known. Look first:`;
  return [
    { why, command: looks },
    { why: safe`Then place ${itOrThem(closes)}:`, command: place },
  ];
}

/** The words that place these once more. */
export const againWords = (orders: readonly { readonly id: string }[]): Safe =>
  joined(
    orders.map(({ id }) => safe`--again ${shellWord(safeText(id))}`),
    safe` `,
  );

/** `stop (close-long 0.01 cmt_btcusdt, trigger 50500)` */
const namesOf = (closes: readonly Close[]): Safe =>
  joined(
    closes.map(({ id, side = '', size = '', symbol = '', trigger, price = '' }) => {
      const at = trigger === undefined ? safe`at ${safeText(price)}` : safe`trigger ${safeText(trigger)}`;
      return safe`${safeText(id)} (${safeText(side)} ${safeText(size)} ${safeText(symbol)}, ${at})`;
    }),
    safe`, `,
  );
