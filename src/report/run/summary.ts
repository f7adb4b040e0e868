import { isQuiet, type ShownState, type WithheldReason } from '../../model/outcome.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { unchangedWords } from '../dry-run/change-lines.ts';
import { alike, namesOf, wordsOfAlike, type Alike } from '../text/group-equal.ts';
import { widest } from '../text/columns.ts';
import { ID_ROOM, labelledLines } from '../text/labelled-lines.ts';
import { flow, GAP, line, paragraph, section, stack, type Page, type Piece } from '../text/page.ts';
import { amountOf, digestShown, grouped, seconds } from '../text/phrases.ts';
import { STATES } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import type { NextStep } from '../../show/sheet.ts';
import { endedBy, nextSteps, withheldByReason } from './next-steps.ts';
import { filledFirst } from './filled-first.ts';
import { cancelCounts, cancelOutcomeLines } from './cancel-lines.ts';
import { reasonOf } from './outcome-lines.ts';

/** The loudest last, where a line ends and the eye rests. */
const CONCLUDED = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies readonly ShownState[];

/** The loudest first: orders that may be on the exchange unseen, then refused ones, then those not sent. */
const PROBLEMS = ['unknown', 'rejected', 'withheld'] as const satisfies readonly ShownState[];

/**
 * The end of an execution: the verdict, every order that needs a look with its reason, and what to do next. `most` orders are
 * listed before `and N more`.
 */
export const summaryLines = (page: Page, view: RunView, most = Number.POSITIVE_INFINITY): Drawn[] =>
  stack([
    [...offLines(page, view), ...flow(page, verdict(view), safe` `)],
    problems(page, view, most),
    nextLines(page, view),
    headLine(page, view),
  ]);

/** `4 to cancel before placing: 3 cancelled, 1 filled`, and each that needs a look. */
function offLines(page: Page, view: RunView): Drawn[] {
  const { cancels } = view;
  if (cancels.length === 0) return [];
  const filled = new Set(filledFirst(view));
  const loud = cancels.filter((end) => end.outcome === 'refused' || end.outcome === 'unknown' || filled.has(end));
  const idWidth = Math.min(ID_ROOM, widest(loud.map(({ id }) => safeText(id))));
  const pieces: Piece[] = [
    ['heading', safe`${grouped(cancels.length)} to cancel before placing:`],
    ...commas(cancelCounts(cancels)),
  ];
  return [...flow(page, pieces, safe` `), ...loud.flatMap((cancel) => cancelOutcomeLines(page, cancel, idWidth))];
}

/** Identifies the journal as it is now: keep it elsewhere, and compare the journal with it later. */
function headLine(page: Page, { finished }: RunView): Drawn[] {
  const [record = '', sum = ''] = finished?.journalHead?.split(':') ?? [];
  return sum === '' ? [] : [line(page.paint, [['quiet', safe`journal head ${safeText(record)}:${digestShown(sum)}`]])];
}

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
    finished === undefined ? [] : [['quiet', safe`(${amountOf(calls.sent, 'call')}, ${seconds(finished.elapsedMs)})`]];
  return [['heading', safe`${amountOf(orders.length, 'order')}:`], ...commas(parts), ...cost];
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
  return unchangedWords({
    unchanged: amount('already-accepted'),
    closed: amount('already-closed'),
    notSelected: amount('not-selected'),
  });
}

/** With a comma behind each but the last. */
export const commas = (parts: readonly Piece[]): Piece[] =>
  parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    return typeof part === 'string' ? safe`${part},` : [part[0], safe`${part[1]},`];
  });

const needsALook = (order: OrderView): boolean =>
  order.state === 'unknown' || order.state === 'rejected' || (order.reason !== undefined && !isQuiet(order.reason));

/** What needs a look, the loudest first, neighbours that say the same put together; each state once, with or without orders. */
export const problemsOf = (view: RunView): { readonly state: (typeof PROBLEMS)[number]; readonly groups: Alike[] }[] =>
  PROBLEMS.map((state) => ({ state, groups: groupsIn(view, state) }));

/** `most` lines of each state: however many are unknown, the one that was rejected is seen. */
function problems(page: Page, view: RunView, most: number): Drawn[] {
  const found = problemsOf(view);
  const shown = found.flatMap(({ groups }) => groups.slice(0, most));
  const idWidth = Math.min(ID_ROOM, widest(shown.map(namesOf)));
  return found.flatMap(({ state, groups }) => {
    const { label, tone, word } = STATES[state];
    const lines = groups
      .slice(0, most)
      .flatMap((group) =>
        labelledLines(page, { label, tone, id: namesOf(group), words: wordsOfAlike(group) }, idWidth),
      );
    const left = groups.slice(most).reduce((sum, { ids }) => sum + ids.length, 0);
    if (left > 0) lines.push(line(page.paint, [['quiet', safe`  … and ${grouped(left)} more ${word}`]]));
    return lines;
  });
}

function groupsIn({ orders }: RunView, state: ShownState): Alike[] {
  if (orders.counts[state] === 0) return [];
  const those = [...orders].filter((order) => order.state === state && needsALook(order));
  return alike(those.map((order) => ({ id: order.id, words: reasonOf(order) })));
}

/** What to do next, each with its reason; the command is alone on its line, ready to be copied. */
export const nextLines = (page: Page, view: RunView): Drawn[] => stepLines(page, nextSteps(view));

export const stepLines = (page: Page, steps: readonly NextStep[]): Drawn[] =>
  section(
    page,
    safe`Next`,
    steps.flatMap(({ why, command }) => [
      ...(why === undefined ? [] : paragraph(page, why, 2)),
      ...(command === undefined
        ? []
        : [line(page.paint, [why === undefined ? GAP : safe`    `, ['command', command]])]),
    ]),
  );
