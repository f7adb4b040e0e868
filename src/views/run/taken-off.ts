/** What a run cancelled and did not place again, or could not cancel: what it protected may be unprotected. */
import { itOrThem } from '../../model/count.ts';
import type { NotBack } from '../../model/event.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, shellWord } from '../../report/text/phrases.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { closed, look, placeOnly, takeOffRemoved } from './commands.ts';
import type { NextStep } from '../../show/sheet.ts';

/** Those that are known not to be back, with the command that places them; then those of which nobody knows. */
export function afterTakenOff(view: RunView): NextStep[] {
  const open = replacedUnknown(view);
  return [
    ...notBackSteps(view.finished?.notBack ?? [], {
      look: safe`${look(view, 'status')} --refresh`,
      place: (ids, words) => placeOnly(view, ids, ...words),
      settle: (ids) => closed(view, ids),
    }),
    ...(open.length === 0 ? [] : [{ why: safe`Cancelled, and not known to be back: ${namesOf(open.map(closeOf))}.` }]),
  ];
}

function replacedUnknown({ cancels, orders }: RunView): OrderView[] {
  const off = new Set(cancels.flatMap(({ id, outcome }) => (outcome === 'cancelled' ? [id] : [])));
  return [...orders].filter(
    ({ id, headline, state }) => off.has(id) && headline?.side.startsWith('close-') === true && state === 'unknown',
  );
}

/** A closing order, as a person knows it. */
type Close = Pick<NotBack, 'id'> & Partial<Pick<NotBack, 'side' | 'size' | 'symbol' | 'trigger' | 'price'>>;

const closeOf = ({ id, headline }: OrderView): Close => ({ ...headline, id });

interface NotBackCommands {
  readonly look: Safe;
  /** These orders, with these options; undefined where the plan is not at hand. */
  readonly place: (ids: readonly string[], options: readonly Safe[]) => Safe | undefined;
  /** Says of orders that their positions are gone. */
  readonly settle: (ids: readonly string[]) => Safe;
}

/** What the plan wants and does not have; then what it no longer has. */
export const notBackSteps = (closes: readonly NotBack[], commands: NotBackCommands): NextStep[] => [
  ...afterMissing(
    closes.filter(({ isRemoved }) => isRemoved !== true),
    commands,
  ),
  ...afterRemoved(
    closes.filter(({ isRemoved }) => isRemoved === true),
    commands,
  ),
];

/** What of it is left to place is known only once its fills are. */
function afterMissing(closes: readonly NotBack[], { look: looks, place }: NotBackCommands): NextStep[] {
  if (closes.length === 0) return [];
  const it = itOrThem(closes.length);
  const words = safe`${offWords(closes)}. Nothing of ${it} closes a position until you place ${it} again`;
  const command = place(
    closes.map(({ id }) => id),
    againWords(closes),
  );
  if (command === undefined) return [{ why: safe`${words}.` }];
  if (closes.every(({ filledSize }) => filledSize !== undefined)) return [{ why: safe`${words}:`, command }];
  return [
    { why: safe`${words}. How much was filled before is not known. Look first:`, command: looks },
    { why: safe`Then place ${it}:`, command },
  ];
}

/** It may be wanted no more, or the edit forgot it: only a person knows. */
function afterRemoved(closes: readonly NotBack[], { settle }: NotBackCommands): NextStep[] {
  if (closes.length === 0) return [];
  const it = itOrThem(closes.length);
  const words = safe`${offWords(closes)}. The plan no longer has ${it}`;
  const ids = closes.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : []));
  return ids.length === 0
    ? [{ why: safe`${words}.` }]
    : [{ why: safe`${words}. Once nothing is left for ${it} to close, say so:`, command: settle(ids) }];
}

const offWords = (closes: readonly Close[]): Safe => safe`Cancelled, and NOT BACK: ${namesOf(closes)}`;

/** What never left goes without that. */
const againWords = (closes: readonly NotBack[]): Safe[] =>
  closes.flatMap(({ id, state }) => (state === 'never-sent' ? [] : [safe`--again ${shellWord(safeText(id))}`]));

/** `stop (close-long 0.01 cmt_btcusdt, trigger 50500)` */
const namesOf = (closes: readonly Close[]): Safe =>
  joined(
    closes.map(({ id, side = '', size = '', symbol = '', trigger, price = '' }) => {
      const at = trigger === undefined ? safe`at ${safeText(price)}` : safe`trigger ${safeText(trigger)}`;
      return safe`${safeText(id)} (${safeText(side)} ${safeText(size)} ${safeText(symbol)}, ${at})`;
    }),
    safe`, `,
  );

/** What was to be cancelled first, is no longer in the plan, and was not seen to be cancelled: nothing new was placed. */
export function afterNotOff(view: RunView): NextStep[] {
  const left = notSeenOff(view);
  if (left.length === 0) return [];
  const those =
    left.length === 1 ? safe`${safeText(left[0] as string)} was` : safe`${amountOf(left.length, 'order')} were`;
  const why = safe`${those} not seen to be cancelled, so nothing new was placed. Cancel what the plan no longer has:`;
  return [{ why, command: takeOffRemoved(view) }];
}

/** Ids of what was to be cancelled and is not a replaced order, which says so by itself. */
export function notSeenOff(view: RunView): readonly string[] {
  const left = view.cancels.flatMap(({ id, outcome }) => (outcome === 'refused' || outcome === 'unknown' ? [id] : []));
  if (left.length === 0) return left;
  const inPlan = new Set([...view.orders].map(({ id }) => id));
  return left.filter((id) => !inPlan.has(id));
}
