import { isQuiet, type ShownState, type WithheldReason } from '../../model/outcome.ts';
import type { FollowedTold } from '../../model/follow-stated.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { alike, namesOf, wordsOfAlike, type Alike } from '../../report/text/group-equal.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, digestShown, grouped, seconds } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, table, together, type Block } from '../../show/sheet.ts';
import { unchangedWords } from './change-table.ts';
import { orderColumns, type ShownOrder } from '../order-columns.ts';
import { cancelCounts, shownCancel } from './cancel-words.ts';
import { followVerdict, isFollowEnd, leftBlocks } from './follow-end.ts';
import { filledFirst } from './filled-first.ts';
import { protectionBlocks } from '../protection/line.ts';
import { endedBy, nextSteps, withheldByReason } from './next-steps.ts';
import { partText } from './part-text.ts';
import { reasonOf } from './outcome-words.ts';

/** The loudest last, where a line ends and the eye rests. */
const CONCLUDED = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies readonly ShownState[];

/** The loudest first: orders that may be on the exchange unseen, then refused ones, then those not sent. */
const PROBLEMS = ['unknown', 'rejected', 'withheld'] as const satisfies readonly ShownState[];

/** The end of an execution: the verdict, every order that needs a look with its reason, and what to do next. `most` orders of each state are listed. */
export function summaryBlocks(view: RunView, most = Number.POSITIVE_INFINITY): Block[] {
  const [record = '', sum = ''] = view.finished?.journalHead?.split(':') ?? [];
  // It identifies the journal as it is now: keep it elsewhere, and compare the journal with it later.
  const head = safe`journal head ${safeText(record)}:${digestShown(sum)}`;
  const text = together(verdict(view).map(own), safe` `);
  const isFollow = isFollowEnd(view);
  const above: Block[] = isFollow
    ? leftBlocks(view)
    : [{ is: 'group', blocks: [...offBlocks(view), ...(text === '' ? [] : [{ is: 'verdict', text } as const])] }];
  return [
    ...above,
    ...problemTable(view, most),
    { is: 'steps', steps: nextSteps(view) },
    {
      is: 'group',
      blocks: [
        ...(isFollow ? followVerdict(view) : []),
        ...protectionBlocks(view.protection),
        ...(sum === '' ? [] : [{ is: 'words', text: own(head), tone: 'quiet' } as const]),
      ],
    },
  ];
}

/** `4 to cancel before placing: 3 cancelled, 1 filled`, and each that needs a look. */
function offBlocks(view: RunView): Block[] {
  const { cancels } = view;
  if (cancels.length === 0) return [];
  const filled = new Set(filledFirst(view));
  const loud = cancels.filter((end) => end.outcome === 'refused' || end.outcome === 'unknown' || filled.has(end));
  const when = view.run?.followed === undefined ? safe` before placing` : safe``;
  const lead: Piece = ['heading', safe`${grouped(cancels.length)} to cancel${when}:`];
  const text = together([lead, ...commas(cancelCounts(cancels))].map(own), safe` `);
  return [{ is: 'words', text }, ...table(orderColumns(...ROW), loud.map(shownCancel), { isPlain: true })];
}

const ROW = ['outcome', 'id', 'words'] as const;

/**
 * `12 orders: 10 accepted, 1 rejected, 1 UNKNOWN`, in pieces to be put with one blank between. What was accepted before is
 * said as that: it was withheld because all is well.
 */
export function verdict(view: RunView): Piece[] {
  const { orders, calls, finished } = view;
  const { counts } = orders;
  const why = endedBy(view);
  const quiet = quietWords(view);
  const open = counts.waiting + counts.sending;
  const stated = CONCLUDED.map((state) => [state, amountIn(view, state)] as const).filter(([, amount]) => amount > 0);
  if (stated.length === 0 && quiet === '' && why !== undefined) return [['heading', safe`Nothing was sent:`], why];
  const parts = stated.map(([state, amount]): Piece => [state, safe`${grouped(amount)} ${STATES[state].word}`]);
  if (quiet !== '') parts.push(['quiet', quiet]);
  if (open > 0) parts.push(safe`${grouped(open)} without an outcome`);
  if (stated.length === 0 && open === 0) return parts;
  const cost: Piece[] =
    finished === undefined
      ? []
      : [['quiet', safe`(${sentByFollower(view)}${amountOf(calls.sent, 'call')}, ${seconds(finished.elapsedMs)})`]];
  return [['heading', safe`${amountOf(orders.length, 'order')}:`], ...commas(parts), ...cost];
}

/** `4 orders sent, 2 cancels, `: its orders are sent in parts. Nothing of any other run. */
function sentByFollower({ run, orders, cancels }: RunView): Safe {
  if (run?.followed === undefined) return safe``;
  let sent = 0;
  for (const { parts = [] } of orders) sent += parts.length;
  const off = cancels.length === 0 ? safe`` : safe`${amountOf(cancels.length, 'cancel')}, `;
  return safe`${amountOf(sent, 'order')} sent, ${off}`;
}

/** Counts the withheld orders that need a look, and not the quiet ones. */
function amountIn(view: RunView, state: (typeof CONCLUDED)[number]): number {
  const all = view.orders.counts[state];
  if (state !== 'withheld' || all === 0) return all;
  let quiet = 0;
  for (const [reason, amount] of withheldByReason(view)) if (isQuiet(reason)) quiet += amount;
  return all - quiet;
}

/** `11 accepted before, unchanged`, or nothing. */
function quietWords(view: RunView): Safe {
  if (view.orders.counts.withheld === 0) return safe``;
  const amounts = withheldByReason(view);
  const amount = (reason: WithheldReason): number => amounts.get(reason) ?? 0;
  const unchanged = unchangedWords({
    unchanged: amount('already-accepted'),
    closed: amount('already-closed'),
    notSelected: amount('not-selected'),
  });
  const notNeeded = amount('not-needed');
  if (notNeeded === 0) return unchanged;
  return joined([...(unchanged === '' ? [] : [unchanged]), safe`${grouped(notNeeded)} not needed`], safe` · `);
}

/** With a comma behind each but the last. */
const commas = (parts: readonly Piece[]): Piece[] =>
  parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    return typeof part === 'string' ? safe`${part},` : [part[0], safe`${part[1]},`];
  });

/** Of a plan that is followed, what only waited is among what will not happen any more. */
const needsALook = (order: OrderView): boolean =>
  order.followed !== undefined ? needsInFollow(order, order.followed) : needsPlainly(order);

const needsInFollow = (order: OrderView, { is }: FollowedTold): boolean =>
  is === 'unknown' || is === 'rejected' || (is === 'waits' && order.reason !== 'waiting' && needsPlainly(order));

const needsPlainly = (order: OrderView): boolean =>
  order.state === 'unknown' || order.state === 'rejected' || (order.reason !== undefined && !isQuiet(order.reason));

/** What needs a look, the loudest first, neighbours that say the same put together; and how many of each state are left out. */
export function problemRows(
  view: RunView,
  most: number,
): { readonly rows: readonly ShownOrder[]; readonly left: readonly Safe[] } {
  const found = PROBLEMS.map((state) => ({ state: STATES[state], groups: groupsIn(view, state) }));
  return {
    rows: found.flatMap(({ state, groups }) =>
      groups.slice(0, most).map((group) => ({ state, id: namesOf(group), words: wordsOfAlike(group) })),
    ),
    left: found.flatMap(({ state, groups }) => {
      const left = groups.slice(most).reduce((sum, { ids }) => sum + ids.length, 0);
      return left === 0 ? [] : [safe`${grouped(left)} more ${state.word}`];
    }),
  };
}

/** However many are unknown, the one that was rejected is seen. */
function problemTable(view: RunView, most: number): Block[] {
  const { rows, left } = problemRows(view, most);
  const more = left.length === 0 ? {} : { more: safe`… and ${joined(left, safe`, `)}` };
  return table(orderColumns(...ROW), rows, { isPlain: true, ...more });
}

function groupsIn({ orders }: RunView, state: ShownState): Alike[] {
  if (orders.counts[state] === 0) return [];
  const those = [...orders].filter((order) => order.state === state && needsALook(order));
  return alike(those.flatMap((order) => partsIn(order, state)));
}

/** An order, or those of its parts that are in this state. */
function partsIn(
  { parts = [], ...order }: OrderView,
  state: ShownState,
): { readonly id: string; readonly words: Safe }[] {
  const found = parts.filter((part) => part.state === state);
  if (found.length === 0) return [{ id: order.id, words: reasonOf(order) }];
  return found.map(({ part, ...news }) => ({
    id: partText({ id: order.id, part }),
    words: reasonOf({ id: order.id, ...news }),
  }));
}
