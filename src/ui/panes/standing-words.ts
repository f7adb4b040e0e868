/** What stands next to an order's sign. */
import { unreachable } from '../../model/result.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { followedWords } from '../../views/run/followed-words.ts';
import { heldBackRow } from '../../views/run/held-back-words.ts';
import { reasonOf } from '../../views/run/outcome-words.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { lookOf, standingOf, type RowState } from './standing.ts';

/** What there is to say of an order next to its sign: its order id, or its state and why. */
export const standingWords = (order: OrderView, watch: WatchView): Safe =>
  joined(standingParts(order, watch), safe`  `);

/** The same in parts, the most wanted first: a narrow row leaves out the last. */
// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the states of an order
export function standingParts(order: OrderView, { run, answers, fills }: WatchView): Safe[] {
  const standing = standingOf(order, run);
  const { word } = lookOf(standing);
  if (standing === 'held-back' && order.heldBack !== undefined) return [heldBackRow(order.heldBack)];
  const followed = standing === 'withheld' ? undefined : followedWords(order, run);
  if (followed !== undefined && standing !== 'sending') return [followed];
  const fill = fillWords(fills.byId(order.id), order);
  switch (standing) {
    case 'accepted':
    case 'works':
    case 'filled':
    case 'cancelled':
    case 'closed':
      return filled([...fill, idWords(order, standing)]);
    case 'cancelling':
    case 'cancel-unknown':
      return filled([word, idOf(order)]);
    case 'rejected':
    case 'unknown':
      return [joined(filled([word, whyOf(order, standing, answers)]), safe` `)];
    case 'edited':
      return filled([word, ...fill, sentAs(order, fills.byId(order.id))]);
    case 'removed':
      return filled([safe`${word}, ${isStill(order)}`, idOf(order)]);
    case 'withheld':
      return [safe`${word}: ${reasonOf(asWithheld(order))}`];
    case 'sending':
    case 'elsewhere':
    case 'again':
    case 'absent':
    case 'new':
    case 'held-back':
    case 'waiting':
      return [safe`${word}${behind(order, standing)}`];
    default:
      return unreachable(standing);
  }
}

const BEFORE: Readonly<Record<string, Safe>> = { absent: safe`settled as absent`, cancelled: safe`cancelled` };

function behind({ call, journal }: OrderView, standing: RowState): Safe {
  if (standing === 'sending' && call !== undefined) return safe`, call ${call}`;
  if (standing === 'elsewhere') return safe`: another run awaits the answer`;
  if (standing !== 'again') return safe``;
  return safe`: ${BEFORE[journal?.state ?? ''] ?? safe`rejected`} before`;
}

function whyOf(order: OrderView, standing: 'rejected' | 'unknown', answers: WatchView['answers']): Safe {
  const own = order.state === standing ? order : answerOf(answers, order, standing);
  return own === undefined ? safeText(order.journal?.message ?? '') : reasonOf(own);
}

const filled = (texts: readonly Safe[]): Safe[] => texts.filter((text) => text !== '');

export const orderIdOf = ({ orderId, journal }: OrderView): string | undefined => orderId ?? journal?.orderId;

function idWords(order: OrderView, standing: 'accepted' | 'works' | 'filled' | 'cancelled' | 'closed'): Safe {
  const id = idOf(order);
  return standing !== 'accepted' || id === '' ? joined(filled([lookOf(standing).word, id]), safe`  `) : id;
}

const isStill = ({ journal }: OrderView): Safe =>
  journal?.stands === 'unknown' ? safe`may be live` : safe`still live`;

/** What was filled stands no more. */
function sentAs(order: OrderView, fills: Fills): Safe {
  const id = idOf(order);
  if (id === '') return safe``;
  if (fills !== undefined && isWhole(fills, order)) return safe`order ${id}`;
  return order.journal?.stands === 'filled' ? safe`filled as ${id}` : safe`open as ${id}`;
}

const idOf = (order: OrderView): Safe => safeText(orderIdOf(order) ?? '');

/** An earlier outcome of this command, where it is the one that the journal goes by. */
function answerOf(answers: WatchView['answers'], { id, journal }: OrderView, state: string): OrderView | undefined {
  const outcome = answers.get(id)?.outcome;
  if (outcome?.outcome !== state || (outcome.outcome !== 'rejected' && outcome.outcome !== 'unknown')) return undefined;
  if (journal?.clientOid !== undefined && journal.clientOid !== outcome.clientOid) return undefined;
  const code = outcome.outcome === 'rejected' ? { code: outcome.code } : {};
  return { id, state: outcome.outcome, message: outcome.message, ...code };
}

function asWithheld(order: OrderView): OrderView {
  const reason = order.reason ?? order.journal?.withheld;
  const message = order.message ?? order.journal?.message;
  return {
    ...order,
    state: 'withheld',
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  };
}

type Fills = ReturnType<WatchView['fills']['byId']>;

/** `filled at 63000`, `0.01 of 0.02 filled`, `closed at 68000 by take-profit`. */
function fillWords(fills: Fills, order: OrderView): Safe[] {
  const last = fills?.newest.at(-1);
  if (fills === undefined || last === undefined) return [];
  const [price] = safeTexts([last.price]) as [Safe];
  if (last.why === 'take-profit' || last.why === 'stop-loss') return [safe`closed at ${price} by ${last.why}`];
  if (isWhole(fills, order)) return [safe`filled at ${price}`];
  return [safe`${fills.size} of ${safeText(sizeOf(order) ?? '')} filled`];
}

function isWhole(fills: Fills, order: OrderView): boolean {
  const size = sizeOf(order);
  return (
    fills !== undefined && (size === undefined || fills.size.toString() === size || fills.size.canonical() === size)
  );
}

/** As it was sent, where that is known. */
const sizeOf = ({ headline, journal }: OrderView): string | undefined => journal?.size ?? headline?.size;
