import { isQuiet } from '../../model/outcome.ts';
import { ID_ROOM, orderLines } from './outcome-lines.ts';
import { padEnd, stack, widthOf, wrap } from '../text/columns.ts';
import { endedBy, nextSteps, withheldByReason, type NextStep } from './next-steps.ts';
import type { OrderView, ShownState } from '../view/order-list.ts';
import type { RunView } from '../view/run-view.ts';
import { flow, line, type Paint, type Piece } from '../text/tones.ts';
import { count, seconds, STATE_LABELS, STATE_WIDTH } from '../text/phrases.ts';

export interface SummaryOptions {
  readonly paint: Paint;
  readonly width: number;
  /** How many orders are listed before `and N more`; all where it is left out. */
  readonly most?: number;
}

/** The loudest last, where a line ends and the eye rests. */
const CONCLUDED = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies readonly ShownState[];

/** The loudest first: what may stand unseen, what was refused, what was not sent. */
const PROBLEMS = ['unknown', 'rejected', 'withheld'] as const satisfies readonly ShownState[];

/** The end of an execution: the verdict, every order that needs a look with its reason, and what to do next. */
export function summaryLines(view: RunView, options: SummaryOptions): string[] {
  const { paint } = options;
  return stack([
    flow(paint, verdict(view), options.width, ' '),
    problems(view, options),
    nextLines(view, paint, options.width),
  ]);
}

/** `12 orders: 10 accepted, 1 rejected, 1 UNKNOWN`, in pieces that stand with one blank between. */
export function verdict(view: RunView): Piece[] {
  const { orders, calls, finished } = view;
  const { counts } = orders;
  const open = counts.waiting + counts.sending;
  const stated = CONCLUDED.filter((state) => counts[state] > 0);
  const why = endedBy(view);
  if (stated.length === 0 && why !== undefined) return [['heading', 'Nothing was sent:'], why];
  const parts = stated.map((state): Piece => [state, `${counts[state]} ${state === 'unknown' ? 'UNKNOWN' : state}`]);
  if (open > 0) parts.push(`${open} without an outcome`);
  const cost: Piece[] =
    finished === undefined ? [] : [['quiet', `(${count(calls.sent, 'call')}, ${seconds(finished.elapsedMs)})`]];
  return [['heading', `${count(orders.length, 'order')}:`], ...commas(parts), ...cost];
}

/** With a comma behind each but the last. */
export const commas = (parts: readonly Piece[]): Piece[] =>
  parts.map((part, at) => {
    const comma = at === parts.length - 1 ? '' : ',';
    return typeof part === 'string' ? part + comma : ([part[0], part[1] + comma] as const);
  });

const needsALook = (order: OrderView): boolean =>
  order.state === 'unknown' || order.state === 'rejected' || (order.reason !== undefined && !isQuiet(order.reason));

function problems(view: RunView, { paint, width, most = Number.POSITIVE_INFINITY }: SummaryOptions): string[] {
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
  const idWidth = Math.min(
    ID_ROOM,
    listed.reduce((widest, { id }) => Math.max(widest, widthOf(id)), 0),
  );
  const lines = listed.flatMap((order) => orderLines(order, { idWidth, paint, width }));
  if (more > 0) lines.push(line(paint, [['quiet', `  … and ${more} more`]]));
  return [...lines, ...quietLines(view, paint)];
}

function quietLines(view: RunView, paint: Paint): string[] {
  if (view.orders.counts.withheld === 0) return [];
  return [...withheldByReason(view)]
    .filter(([reason]) => isQuiet(reason))
    .map(([reason, amount]) =>
      line(paint, [['withheld', padEnd(STATE_LABELS.withheld, STATE_WIDTH)], `  ${count(amount, 'order')}, ${reason}`]),
    );
}

/** What to do next, each with its reason; the command stands alone on its line, ready to be copied. */
export const nextLines = (view: RunView, paint: Paint, width: number): string[] =>
  stepLines(nextSteps(view), paint, width);

export function stepLines(steps: readonly NextStep[], paint: Paint, width: number): string[] {
  const lines: string[] = [];
  for (const { why, command } of steps) {
    for (const text of wrap(why, width - 2)) lines.push(`  ${text}`);
    if (command !== undefined) lines.push(line(paint, ['    ', ['command', command]]));
  }
  return lines.length === 0 ? [] : [paint('heading', 'Next'), ...lines];
}
