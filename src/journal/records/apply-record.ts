/** What the next record of an order makes of what is known of it. */
import { SIGHT_STEPS, transition, type JournalStep, type OrderState } from '../../model/outcome.ts';
import { defined } from '../../model/defined.ts';
import type { LastSeen } from '../../model/standing.ts';
import {
  type JournalRecord,
  type KeptTrade,
  type KnownCancel,
  type KnownOrder,
  MAY_GO_AGAIN,
  TransitionError,
  lineageFilled,
} from './state.ts';

const OF_SIGHTS: ReadonlySet<JournalStep> = new Set(['cancel', 'cancel-unplaced', ...SIGHT_STEPS]);

/** What a step of one order changes, besides its state. */
export type OrderStep = Omit<JournalRecord, 'plan' | 'generation'>;

/** The order after its next step. Throws TransitionError where the table has no such path. */
// oxlint-disable-next-line eslint/complexity -- what a step keeps and what it changes, in one place
export function applyRecord(known: KnownOrder | undefined, record: OrderStep): KnownOrder {
  const { id, clientOid, lineage, step, atMs, uptimeMs: changedUptimeMs = null } = record;
  const isAgain = known !== undefined && lineage > known.lineage && MAY_GO_AGAIN.has(known.state);
  const from = known === undefined || isAgain ? 'never-sent' : known.state;
  const state = transition(from, step);
  if (state === undefined || (known !== undefined && !isAgain && lineage !== known.lineage)) {
    throw new TransitionError(`order ${id}: no path from ${from} by ${step}, lineage ${lineage}`);
  }
  const content = record.content ?? known?.content ?? {};
  const sentAtMs = step === 'intent' ? atMs : (known?.sentAtMs ?? atMs);
  const order = { id, clientOid, lineage, state, content, sentAtMs, changedAtMs: atMs, changedUptimeMs };
  if (known !== undefined && OF_SIGHTS.has(step)) {
    const { isReplaced: _, notBack: __, ...before } = known;
    return { ...before, ...order, ...sightOf(record, known), ...cancelBy(record, known), ...markOf(record, known) };
  }
  return withMarks(withWords(order, record), record, { known, isAgain });
}

const NOT_KNOWN: ReadonlySet<KnownCancel['answer']> = new Set(['asked', 'unknown']);

/** Its cancel: begun, or seen to have come to nothing. */
function cancelBy(
  { step, atMs, by = 'person', signedAtMs = atMs }: OrderStep,
  { cancel }: KnownOrder,
): Pick<KnownOrder, 'cancelAtMs' | 'cancel'> {
  // Whatever its answer was to be: it took nothing off.
  if (step === 'stands' && cancel !== undefined && NOT_KNOWN.has(cancel.answer))
    return { cancel: { ...cancel, answer: 'refused' } };
  if (step !== 'cancel' && step !== 'cancel-unplaced') return {};
  const tries = 1 + (cancel?.by === by ? cancel.tries : 0);
  return { cancelAtMs: atMs, cancel: { by, signedAtMs, tries, answer: 'asked' } };
}

/** What the answer to its cancel was. */
export const answeredCancel = (known: KnownOrder, answer: KnownCancel['answer']): KnownOrder =>
  known.cancel === undefined ? known : { ...known, cancel: { ...known.cancel, answer } };

/** The last cancel says whether it comes back by itself; that it was to come back stays. What was refused says nothing of the next. */
function markOf({ step, isReplaced }: OrderStep, known: KnownOrder): Pick<KnownOrder, 'isReplaced' | 'notBack'> {
  if (step === 'stands') return {};
  const isCancel = step === 'cancel' || step === 'cancel-unplaced';
  return defined({ isReplaced: isCancel ? isReplaced : known.isReplaced, notBack: isReplaced ?? known.notBack });
}

/** A look at the exchange, and a cancel: what became of the placing stays as it was. */
export function sightOf(
  sight: Pick<OrderStep, 'rule' | 'message' | 'seen' | 'trades' | 'atMs'> & { readonly step?: JournalStep },
  known: KnownOrder,
): Pick<KnownOrder, 'seen' | 'later' | 'filledAtMs' | 'firedAtMs' | 'trades' | 'tradedAtMs'> {
  const { step, rule, message, seen } = sight;
  const later = rule === undefined || step === undefined ? known.later : { rule, message: message ?? '' };
  const isAsBefore = seen === undefined || seen.filledSize === known.seen?.filledSize;
  const filledAtMs = isAsBefore ? (known.filledAtMs ?? seen?.atMs) : seen.atMs;
  const firedAtMs = known.firedAtMs ?? (seen !== undefined && hasFired(seen) ? seen.atMs : undefined);
  return { ...defined({ seen: seen ?? known.seen, later, filledAtMs, firedAtMs, ...tradesWith(sight, known) }) };
}

export const hasFired = ({ state, firedAs }: Pick<LastSeen, 'state' | 'firedAs'>): boolean =>
  state === 'triggered' || firedAs !== undefined;

function tradesWith(
  { seen, trades: more, atMs }: Pick<OrderStep, 'seen' | 'trades' | 'atMs'>,
  { trades: known, tradedAtMs }: KnownOrder,
): Pick<KnownOrder, 'trades' | 'tradedAtMs'> {
  const trades = withTrades(known, more);
  const isMore = (trades?.length ?? 0) > (known?.length ?? 0);
  return defined({ trades, tradedAtMs: isMore ? (seen?.atMs ?? atMs) : tradedAtMs });
}

/** A trade counts once, however often it is reported. */
function withTrades(
  known: readonly KeptTrade[] | undefined,
  more: readonly KeptTrade[] | undefined,
): readonly KeptTrade[] | undefined {
  if (known === undefined || more === undefined) return known ?? more;
  const ids = new Set(known.map(([id]) => id));
  return [...known, ...more.filter(([id]) => !ids.has(id))];
}

/** Field by field, as there may be thousands of orders in a call's turn. */
function withWords(order: Writable<KnownOrder>, { orderId, code, message, rule }: OrderStep): KnownOrder {
  if (orderId !== undefined) order.orderId = orderId;
  if (code !== undefined) order.code = code;
  if (message !== undefined) order.message = message;
  if (rule !== undefined) order.rule = rule;
  return order;
}

/** What was to come back is there, or a person has said that it is over. */
const IS_BACK: ReadonlySet<OrderState> = new Set(['accepted', 'closed']);

/** An order that goes again is back once it is accepted. */
function withNotBack(order: Writable<KnownOrder>, known: KnownOrder | undefined): void {
  if (known?.notBack === true && !IS_BACK.has(order.state)) order.notBack = true;
}

/** Why a follower sent it. */
function withCause(order: KnownOrder, from: OrderStep | KnownOrder | undefined): void {
  const { because, signedAtMs, filledIn } = from ?? {};
  if (because !== undefined) Object.assign(order, defined({ because, signedAtMs, filledIn }));
}

/** A look may have seen it before its answer was there; a person's word that it is over changes nothing of what was seen. */
function withSights(order: Writable<KnownOrder>, { step }: OrderStep, known: KnownOrder): void {
  const { seen, trades, tradedAtMs, firedAtMs, filledAtMs, cancel } = known;
  if (step === 'settle-closed') Object.assign(order, defined({ seen, trades, tradedAtMs, firedAtMs, cancel }));
  else if (seen !== undefined || trades !== undefined)
    Object.assign(order, defined({ seen, trades, tradedAtMs, firedAtMs, filledAtMs }));
}

/** They come with an intent, and stay. */
function withMarks(
  order: Writable<KnownOrder>,
  record: OrderStep,
  { known, isAgain }: { readonly known: KnownOrder | undefined; readonly isAgain: boolean },
): KnownOrder {
  const from = record.step === 'intent' ? record : known;
  if (from?.worth !== undefined) order.worth = from.worth;
  if (from?.ladder !== undefined) order.ladder = from.ladder;
  if (from?.filled !== undefined) order.filled = from.filled;
  withCause(order, from);
  withPrices(order, record, known);
  withNotBack(order, known);
  const earlier = known === undefined || !isAgain ? known?.earlier : withLineage(known);
  if (earlier !== undefined) order.earlier = earlier;
  if (record.step !== 'intent' && known !== undefined) withSights(order, record, known);
  return order;
}

/** The market is of each placing, seen or said; the average is of lineages that are on no record here: whatever is placed after them, it stays. */
function withPrices(order: Writable<KnownOrder>, record: OrderStep, known: KnownOrder | undefined): void {
  const { market, reference } = (record.step === 'intent' ? record : known) ?? record;
  if (market !== undefined) order.market = market;
  if (reference !== undefined) order.reference = reference;
  const filledAt = record.filledAt ?? known?.filledAt;
  if (filledAt !== undefined) order.filledAt = filledAt;
}

/** What was filled under earlier lineages, with this one, which is the last of them. */
function withLineage({ earlier, ...last }: KnownOrder): readonly KnownOrder[] | undefined {
  return lineageFilled(last)?.isZero === true ? earlier : [...(earlier ?? []), last];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
