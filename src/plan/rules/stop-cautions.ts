/** Warnings about the stops of a plan: none of it is refused, and none of it is meant. */
import { Decimal } from '../../model/decimal.ts';
import type { NakedReason } from '../../protection/reasons.ts';
import { sum } from '../../protection/sum.ts';
import type { Warning } from '../../protection/warnings.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import type { JudgedStops, Opening } from './judged-stops.ts';
import { others } from './plan-rules.ts';
import { BARING, toldStops } from './stop-words.ts';

/** Where a limit demands stops the lack of one is an error, and an entry waits for its stop. */
export function stopCautions(stops: JudgedStops, isDemanded: boolean, found: Found): void {
  const codes = isDemanded
    ? (['stop-may-fire-first', 'stop-after-entry'] as const)
    : ([...BARING, 'stop-may-fire-first'] as const);
  toldStops(stops, codes, isDemanded).forEach(found);
  closesNoMore(stops, found);
  if (!isDemanded) openingsAreProtected(stops, found);
}

/** Without a stop at all, with too little of one, or with one of the other margin mode. */
const UNPROTECTED: ReadonlySet<string> = new Set<NakedReason>(['no-stop', 'stop-too-small', 'other-margin-mode']);

/** One for each position: its first order that is bare. */
function openingsAreProtected({ openings }: JudgedStops, found: Found): void {
  const bare = openings.filter(({ pieces }) => pieces.some(({ reason = '' }) => UNPROTECTED.has(reason)));
  for (const alike of Map.groupBy(bare, positionOf).values()) {
    const [{ order, draft, pieces }] = alike as [Opening, ...Opening[]];
    const more = others(alike.map((one) => one.draft));
    const left = sum(pieces.filter(({ result }) => result !== 'naked'));
    found({
      severity: 'warning',
      code: 'order/unprotected',
      message: left.isZero
        ? `${quoted(draft.rung?.ladder ?? draft.id ?? '')} opens a position without protection${more}`
        : `${quoted(draft.id ?? '')} opens ${order.size.toString()}, and triggers protect only ${left.canonical()} of it${more}`,
      hint: 'add `stopLoss`, or a trigger order that closes as much at a loss',
      path: orderPath(draft.index, 'id'),
    });
  }
}

const positionOf = ({ order: { symbol, marginMode, side } }: Opening): string => `${symbol} ${marginMode} ${side}`;

type ClosesMore = Extract<Warning, { readonly code: 'closes-more' }>;

/** Stops add up, and so do targets; not both together, as a stop closes instead of a target. */
function closesNoMore({ warnings, draftOf }: JudgedStops, found: Found): void {
  for (const { kind, opens, closes, of } of warnings.filter((one): one is ClosesMore => one.code === 'closes-more')) {
    const breach = firstPast(of.map(draftOf), opens);
    if (breach === undefined) continue;
    const what = kind === 'stops' ? 'the stops of the plan close' : 'the plan closes';
    found({
      severity: 'warning',
      code: 'order/closes-more',
      message: `with ${quoted(breach.rung?.ladder ?? breach.id ?? '')} ${what} ${closes.canonical()} of the ${opens.canonical()} that it opens`,
      hint: 'make the closing orders smaller: together they must not close more than there is',
      path: placeOf(breach, 'size'),
    });
  }
}

/** The order with which a sum of sizes passes what there is. */
function firstPast(orders: readonly OrderDraft[], there: Decimal): OrderDraft | undefined {
  let total = Decimal.zero;
  return orders.find(({ size }) => {
    total = total.plus(size.value ?? Decimal.zero);
    return total.compare(there) > 0;
  });
}
