/** What became of a close: what was filled of it, at which price, and what to do next. */
import type { Closed } from '../../actions/close/close.ts';
import type { ClosedPart } from '../../actions/close/parts.ts';
import type { PreparedClose } from '../../actions/close/prepare-close.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderOutcome } from '../../model/event.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped, seconds } from '../../report/text/phrases.ts';
import { STATES, type StateWords } from '../../report/text/states.ts';
import { own, table, type Block, type NextStep, type Sheet, type Text } from '../../show/sheet.ts';
import { signedColumn } from '../account/signed-money.ts';
import { answerHead, answerSheet, withoutName } from '../answer.ts';
import { orderColumns, type ShownOrder } from '../order-columns.ts';
import { heldBackBlocks, stepsToRoom } from './held-back.ts';
import { protectionBlocks } from '../protection/line.ts';
import { closeTitle, command, dataOf, gainOf, namesWords, positionText, type CloseWords } from './prepared.ts';

/** What became of an order of it. */
interface End {
  readonly id: string;
  readonly clientOid: string;
  readonly outcome: OrderOutcome;
  readonly order?: KnownOrder | undefined;
  readonly part: ClosedPart;
}

export function closedSheet(
  closed: Closed & { readonly outcomes: readonly OrderOutcome[]; readonly elapsedMs: number },
  prepared: PreparedClose,
  words: CloseWords,
): Sheet {
  const ends = endsOf(closed, prepared);
  const states = ends.map((end) => stateOf(end));
  const counts = [...Map.groupBy(states, ({ word }) => word)].map(([word, all]) => safe`${all.length} ${word}`);
  const { schedule } = prepared.run;
  const cost = safe`(${amountOf(schedule.calls.length, 'call')}, ${seconds(closed.elapsedMs)})`;
  const rows = ends.map((end, at): ShownOrder => ({
    state: states[at] as StateWords,
    id: end.id,
    words: endWords(end, prepared),
  }));
  const verdict = [...positionText(prepared), own(['heading', safe`: ${joined(counts, safe`, `)} ${cost}`])];
  return answerSheet(
    [
      ...answerHead(closeTitle(prepared), words),
      { is: 'verdict', text: verdict },
      ...table(orderColumns('outcome', 'id', 'words'), rows, { isPlain: true }),
      ...heldBackBlocks(refusedOf(ends), prepared),
      ...staysBlocks(ends, prepared),
      { is: 'steps', steps: stepsAfter(ends, prepared, words) },
    ],
    { ...dataOf(prepared, words), ends: ends.map(endData), elapsedMs: closed.elapsedMs, exitCode: closed.exitCode },
    protectionBlocks(closed.protection),
  );
}

function endsOf(
  { outcomes, ends }: Closed & { readonly outcomes: readonly OrderOutcome[] },
  { parts, run }: PreparedClose,
): End[] {
  const known = new Map(ends.map((order) => [order.clientOid, order]));
  return [...run.schedule.pending.values()].flatMap(({ id, clientOid }, at): End[] => {
    const outcome = outcomes.find((one) => one.clientOid === clientOid);
    const part = parts[at];
    return outcome === undefined || part === undefined
      ? []
      : [{ id, clientOid, outcome, part, order: known.get(clientOid) }];
  });
}

const OVER: ReadonlySet<string> = new Set(['filled', 'cancelled']);

/** As it was seen since, or as it was answered. */
function stateOf({ outcome, order }: End): StateWords {
  if (order !== undefined && OVER.has(order.state)) return STATES[order.state];
  if (outcome.outcome === 'unknown' && order?.orderId !== undefined) return STATES.accepted;
  return STATES[outcome.outcome];
}

function endWords({ outcome, order, part }: End, { side }: PreparedClose): Text {
  const filled = order === undefined ? undefined : filledWords(order, part, side);
  if (filled !== undefined) return own(filled);
  if (order?.state === 'accepted') return notFilledWords(order);
  switch (outcome.outcome) {
    case 'accepted':
      return safe`order ${safeText(outcome.orderId)}`;
    case 'rejected':
      return safe`${safeText(outcome.code)} ${safeText(outcome.message)}`;
    case 'unknown':
      return safeText(outcome.message);
    case 'withheld':
      return safeText(outcome.message ?? outcome.reason);
  }
}

/** `0.02 at 63522.7, realised +25.45 before fees`; undefined where nothing of it is known to be filled. */
function filledWords({ seen }: KnownOrder, part: ClosedPart, side: PreparedClose['side']): Safe | undefined {
  const [size, price] = [Decimal.parse(seen?.filledSize ?? ''), Decimal.parse(seen?.averagePrice ?? '')];
  if (size === undefined || size.isZero || price === undefined) return undefined;
  const [gain = '?'] = signedColumn([gainOf(part, side, size, price)]);
  const of = size.compare(part.size) < 0 ? safe` of ${grouped(part.size)}` : safe``;
  return safe`${grouped(size)}${of} at ${safeText(price.canonical())}, realised ${safeText(gain)} before fees`;
}

const notFilledWords = ({ orderId = '', seen }: KnownOrder): Safe =>
  safe`order ${safeText(orderId)}: ${seen === undefined ? safe`not looked at since` : safe`${safeText(seen.state)}, not filled`}`;

const refusedOf = (ends: readonly End[]): readonly ClosedPart[] =>
  ends.filter((end) => stateOf(end) === STATES.rejected).map(({ part }) => part);

/** A close of all of it leaves what closes nothing any more, until something opens the position again. */
function staysBlocks(ends: readonly End[], { parts, resting, triggers }: PreparedClose): Block[] {
  const stay = [...resting, ...triggers];
  const isAll = parts.every(({ size, held }) => size.compare(held) === 0);
  if (stay.length === 0 || !isAll || ends.some((end) => stateOf(end) !== STATES.filled)) return [];
  const text = [own(safe`It cancelled nothing. These are open, and have nothing to close: `), namesWords(stay)];
  return [{ is: 'notice', text }];
}

function stepsAfter(ends: readonly End[], prepared: PreparedClose, words: CloseWords): NextStep[] {
  const of = (...names: readonly StateWords[]): readonly End[] => ends.filter((end) => names.includes(stateOf(end)));
  const place = words.again;
  const room = stepsToRoom(refusedOf(ends), prepared, words);
  const named = (what: 'settle' | 'status', ...more: readonly Safe[]): Safe =>
    joined([safe`ordo ${what} --name ${safeText(CLOSE_PLAN.plan)}`, ...place, ...more], safe` `);
  return [
    ...(of(STATES.unknown).length === 0
      ? []
      : [
          {
            why: safe`It is not known whether it was placed, and no other close of this position is sent until it is settled. Look it up, or decide:`,
            command: named('settle'),
          },
        ]),
    ...(of(STATES.accepted).length === 0
      ? []
      : [{ why: safe`It was accepted, and not seen filled. Look again:`, command: named('status', safe`--refresh`) }]),
    ...(of(STATES.rejected, STATES.withheld).length === 0
      ? []
      : [
          ...room,
          {
            why: room.length === 0 ? safe`Look, and close it again:` : safe`Then close it again:`,
            command: command(prepared, words),
          },
        ]),
  ];
}

const endData = ({ outcome, order }: End): object => ({
  ...withoutName(outcome),
  ...(order !== undefined && { state: order.state, ...(order.seen !== undefined && { exchange: order.seen }) }),
});
