import { heldAfterRemoval, isNowhere, removedAfterSend, type JournalState } from '../../journal/records/state.ts';
import { count } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { joined, safe, type Safe } from '../../model/safe-text.ts';
import { afterNowhere } from '../run/open-cancels.ts';
import { stepLines } from '../run/summary.ts';
import { pageOf, paragraph, textOf, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import { folded } from './fold-rows.ts';
import { afterNotBack, wantedOf } from './not-back.ts';
import { heldRow, knownRow, planRow, removedRow, type AsOf, type OrderRow, type StatusOrder } from './order-row.ts';
import { countLine, rowLines } from './row-lines.ts';

export interface StatusOptions extends AsOf {
  readonly color: boolean;
  readonly width: number;
  /** The words behind `ordo cancel` that say this plan again; absent where the plan is not at hand. */
  readonly again?: Safe;
  /** The words behind `ordo run` that go on with it; absent where its file is not at hand. */
  readonly run?: Safe;
}

/**
 * What the journal knows about each order of a plan, in the plan's order, then what it knows of orders that the plan no
 * longer has and that may be on the exchange, or were filled, and the counts; without the plan, of each order that the journal has. Size and
 * price are those that were sent. Ends in a newline.
 */
export function renderStatus(
  known: JournalState,
  planOrders: readonly StatusOrder[] | undefined,
  options: StatusOptions,
): string {
  const page = pageOf(options);
  const rows =
    planOrders?.map((order) => planRow(order, known.get(order.id), options)) ??
    [...known.values()].map((order) => knownRow(order, options));
  const ids = planOrders?.map(({ id }) => id) ?? [...known.keys()];
  const removed = removedAfterSend(known, ids).map((order) => removedRow(order, options));
  const held = heldAfterRemoval(known, ids).map((order) => heldRow(order, options));
  const all = folded([...rows, ...removed, ...held]);
  const counts = [countLine(page, count(rows.length, 'order'), rows)];
  const lines = rowLines(page, all, { symbols: false });
  return textOf([
    ...(all.isLong ? [counts, lines] : [lines, counts]),
    removedLines(page, removed, options.again),
    nextLines(page, known, planOrders, options),
  ]);
}

/** Closes that are not back, and whatever is in no list. Without the plan, all counts as what it has. */
function nextLines(
  page: Page,
  known: JournalState,
  planOrders: readonly StatusOrder[] | undefined,
  { again = safe`PLAN`, run }: StatusOptions,
): Drawn[] {
  const nowhere = [...known.values()].filter(isNowhere).map(({ id }) => id);
  const steps = [
    ...afterNotBack(known, wantedOf(planOrders ?? known.values()), { again, ...defined({ run }) }),
    ...afterNowhere(nowhere, safe`ordo settle ${again}`),
  ];
  return stepLines(page, steps);
}

function removedLines(page: Page, removed: readonly OrderRow[], again = safe`PLAN`): Drawn[] {
  if (removed.length === 0) return [];
  const live = removed.filter(({ state }) => state === 'accepted').length;
  const words = [
    ...(live === 0 ? [] : [safe`${count(live, 'order')} removed after send: still live.`]),
    ...(live === removed.length
      ? []
      : [safe`${count(removed.length - live, 'order')} removed after send: may be live.`]),
    safe`The plan and the exchange no longer agree: ordo cancel ${again} --removed cancels them.`,
  ];
  return paragraph(page, joined(words, safe` `), 0, 'notice');
}
