/** An order as the journal knows it, as a table shows it. */
import type { StatusOrder } from '../../actions/status.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import { editsOf, filledOf, lineageStands, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { heldBefore } from '../../journal/records/what-stands.ts';
import { changeWords, type OrderContent } from '../../model/order-changes.ts';
import { NO_ANSWER, type OrderState } from '../../model/outcome.ts';
import { restsBySight } from '../../model/standing.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { STATES, type StateWords } from '../../report/text/states.ts';
import type { ShownOrder } from '../order-columns.ts';
import { seenWords } from './seen-words.ts';

/** One order, or a run of orders that are alike. */
export interface OrderRow extends ShownOrder {
  /** In flight only while a run awaits the answer. */
  readonly is: OrderState;
  /** The order id and how it was settled, or what the exchange said. */
  readonly words: Safe;
  /** Where plan and exchange no longer agree. */
  readonly remark: Safe;
}

const IN_FLIGHT: StateWords = { sign: safe`→`, word: safe`in flight`, label: safe`→ in flight`, tone: 'sending' };

/** While a run holds the plan, what it has sent is on its way; the answer may come yet. */
export const stateWords = (state: OrderState): StateWords => (state === 'in-flight' ? IN_FLIGHT : STATES[state]);

/** As of when an order is told, and by whom it is held. */
interface AsOf {
  /** The run that holds the plan: it awaits the answers to what is in flight. */
  readonly holder?: Holder;
  /** Milliseconds since 1970: what was seen before is so old. Without it no age is told. */
  readonly nowMs?: number;
  /** What the exchange made of presets, by the client order id of the order that carried them. */
  readonly presets?: ReadonlyMap<string, readonly PresetShown[]>;
}

/** A stop or target order that the exchange made. */
export interface PresetShown {
  readonly kind: 'take-profit' | 'stop-loss';
  readonly orderId: string;
  readonly trigger: string;
  readonly isOrphan?: boolean;
}

/** An order of the plan; where something of it was sent, as that was. */
export function planRow({ id, content }: StatusOrder, known: KnownOrder | undefined, asOf: AsOf = {}): OrderRow {
  if (known === undefined || known.state === 'never-sent') return row(id, 'never-sent', content);
  const changes = lineageStands(known) ? editsOf(known, content) : [];
  const edited = changes.length === 0 ? [] : [safe`edited after send: ${safeText(changeWords(changes))}`];
  return withRemarks(knownRow(known, asOf), edited);
}

/** An order that the plan no longer has. */
export const removedRow = (known: KnownOrder, asOf: AsOf = {}): OrderRow =>
  withRemarks(knownRow(known, asOf), [
    safe`removed after send: ${known.state === 'accepted' ? 'still live' : 'may be live'}`,
  ]);

/** One that rests no more, and was filled: until a person says that its position is gone. */
export function heldRow(known: KnownOrder, asOf: AsOf = {}): OrderRow {
  const filled = filledOf(known)?.canonical() ?? 'what was filled';
  const isHeld = known.content['side']?.startsWith('close-') !== true;
  return withRemarks(knownRow(known, asOf), [
    safe`removed after send: ${safeText(filled)} of it ${isHeld ? 'is held' : 'was filled'}`,
  ]);
}

const withRemarks = (one: OrderRow, before: readonly Safe[]): OrderRow => ({
  ...one,
  remark: joined(
    [...before, one.remark].filter((text) => text !== ''),
    safe`; `,
  ),
});

/** An order as the journal has it. */
export function knownRow(known: KnownOrder, { holder, nowMs, presets }: AsOf = {}): OrderRow {
  const { id, content } = known;
  const isAwaited = known.state === 'in-flight' && holder !== undefined;
  const state = known.state === 'in-flight' && !isAwaited ? 'unknown' : known.state;
  const made = presets?.get(known.clientOid) ?? [];
  return {
    ...row(id, state, { ...content, size: sentSize(known) }),
    words: isAwaited ? holderWords(holder) : knownWords(known, nowMs),
    remark: joined([...closedWords(known), ...heldWords(known), ...made.map(presetWords)], safe`; `),
  };
}

/** What a person said, and a record speaks against. */
const closedWords = ({ state, seen }: KnownOrder): Safe[] =>
  state === 'closed' && seen !== undefined && restsBySight(seen) ? [safe`settled as closed, but it is OPEN`] : [];

/** `0.004 open-long cmt_btcusdt filled before at 60000`: what earlier lineages of it hold. */
const heldWords = (known: KnownOrder): Safe[] =>
  heldBefore(known).map(({ content: { size = '', side = '', symbol = '', price = '' }, seen }) => {
    const isAlike = side === known.content['side'] && symbol === known.content['symbol'];
    const what = isAlike ? safe`` : safe` ${safeText(side)} ${safeText(symbol)}`;
    const at = seen?.averagePrice ?? price;
    return safe`${safeText(size)}${what} filled before at ${at === '' ? safe`a price that is not known` : safeText(at)}`;
  });

/** `take-profit at 68000 rests as 719…`, and whether it is an orphan. */
export const presetWords = ({ kind, orderId, trigger, isOrphan = false }: PresetShown): Safe =>
  safe`${kind} at ${safeText(trigger)} is open as ${safeText(orderId)}${isOrphan ? safe`: an ORPHAN, nothing is left to close` : safe``}`;

const row = (id: string, is: OrderState, content: OrderContent): OrderRow => ({
  ...content,
  id,
  is,
  state: stateWords(is),
  words: safe``,
  remark: safe``,
});

const holderWords = ({ pid, user, host, since }: Holder): Safe =>
  safe`pid ${pid} of ${safeText(user)} on ${safeText(host)}, since ${safeText(since)}`;

function knownWords(known: KnownOrder, nowMs: number | undefined): Safe {
  const { state, orderId, code, message } = known;
  if (state === 'in-flight') return safe`${NO_ANSWER}`;
  const wasTaken = orderId !== undefined;
  // An accepted order has words only if it was settled: where it was found, or who decided it.
  const said = (wasTaken ? [orderId, message] : [code, message]).filter((text) => (text ?? '') !== '');
  const seen = seenWords(known, nowMs);
  return joined([...safeTexts(said as string[]), ...(seen === '' ? [] : [seen])], wasTaken ? safe`, ` : safe` `);
}
