import { count } from '../../model/count.ts';
import { isQuiet, type ShownState } from '../../model/outcome.ts';
import { safe, safeText } from '../../model/safe-text.ts';
import { padEnd, widest } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, line, paragraph, section, stack, type Page, type Piece } from '../text/page.ts';
import { seconds } from '../text/phrases.ts';
import { STATE_WIDTH, STATES } from '../text/states.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import { endedBy, nextSteps, withheldByReason, type NextStep } from './next-steps.ts';
import { orderLines } from './outcome-lines.ts';

/** The loudest last, where a line ends and the eye rests. */
const CONCLUDED = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies readonly ShownState[];

/** The loudest first: orders that may be on the exchange unseen, then refused ones, then those not sent. */
const PROBLEMS = ['unknown', 'rejected', 'withheld'] as const satisfies readonly ShownState[];

/**
 * The end of an execution: the verdict, every order that needs a look with its reason, and what to do next. `most` orders are
 * listed before `and N more`.
 */
export const summaryLines = (page: Page, view: RunView, most = Number.POSITIVE_INFINITY): Drawn[] =>
  stack([flow(page, verdict(view), safe` `), problems(page, view, most), nextLines(page, view)]);

/** `12 orders: 10 accepted, 1 rejected, 1 UNKNOWN`, in pieces to be put with one blank between. */
export function verdict(view: RunView): Piece[] {
  const { orders, calls, finished } = view;
  const { counts } = orders;
  const open = counts.waiting + counts.sending;
  const stated = CONCLUDED.filter((state) => counts[state] > 0);
  const why = endedBy(view);
  if (stated.length === 0 && why !== undefined) return [['heading', safe`Nothing was sent:`], why];
  const parts = stated.map((state): Piece => [state, safe`${counts[state]} ${STATES[state].word}`]);
  if (open > 0) parts.push(safe`${open} without an outcome`);
  const cost: Piece[] =
    finished === undefined ? [] : [['quiet', safe`(${count(calls.sent, 'call')}, ${seconds(finished.elapsedMs)})`]];
  return [['heading', safe`${count(orders.length, 'order')}:`], ...commas(parts), ...cost];
}

/** With a comma behind each but the last. */
export const commas = (parts: readonly Piece[]): Piece[] =>
  parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    return typeof part === 'string' ? safe`${part},` : [part[0], safe`${part[1]},`];
  });

const needsALook = (order: OrderView): boolean =>
  order.state === 'unknown' || order.state === 'rejected' || (order.reason !== undefined && !isQuiet(order.reason));

function problems(page: Page, view: RunView, most: number): Drawn[] {
  const listed: OrderView[] = [];
  let more = 0;
  for (const state of PROBLEMS) {
    if (view.orders.counts[state] === 0) continue;
    for (const order of view.orders) {
      if (order.state !== state || !needsALook(order)) continue;
      if (listed.length < most) listed.push(order);
      else more += 1;
    }
  }
  const idWidth = Math.min(ID_ROOM, widest(listed.map(({ id }) => safeText(id))));
  const lines = listed.flatMap((order) => orderLines(page, order, idWidth));
  if (more > 0) lines.push(line(page.paint, [['quiet', safe`  … and ${more} more`]]));
  return [...lines, ...quietLines(page, view)];
}

function quietLines({ paint }: Page, view: RunView): Drawn[] {
  if (view.orders.counts.withheld === 0) return [];
  return [...withheldByReason(view)]
    .filter(([reason]) => isQuiet(reason))
    .map(([reason, amount]) =>
      line(paint, [
        ['withheld', padEnd(STATES.withheld.label, STATE_WIDTH)],
        safe`  ${count(amount, 'order')}, ${reason}`,
      ]),
    );
}

/** What to do next, each with its reason; the command is alone on its line, ready to be copied. */
export const nextLines = (page: Page, view: RunView): Drawn[] => stepLines(page, nextSteps(view));

export const stepLines = (page: Page, steps: readonly NextStep[]): Drawn[] =>
  section(
    page,
    safe`Next`,
    steps.flatMap(({ why, command }) => [
      ...paragraph(page, why, 2),
      ...(command === undefined ? [] : [line(page.paint, [safe`    `, ['command', command]])]),
    ]),
  );
