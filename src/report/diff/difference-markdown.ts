/** A difference for a pull request: what one decides by first, and no more text for a larger plan. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { disarmed } from '../text/edge.ts';
import { amountOf, grouped } from '../text/phrases.ts';
import { areSame, type Difference } from '../../views/diff/difference.ts';
import { code, fenced, inComment, tableRow } from '../text/markdown.ts';
import { groupWords, largest, orderGroups, type ChangeKind, type OrderGroup } from '../../views/diff/order-groups.ts';
import { riskRows, type RiskRow } from '../../views/diff/risk.ts';
import {
  arrow,
  commandWords,
  costParts,
  countWords,
  figureWords,
  limitWords,
  NAME_LETTERS,
  planName,
  remarks,
} from '../../views/diff/sheet.ts';

/** Most rows of a table before the rest is counted. */
const MOST_ROWS = 20;
/** Longer lists of orders are folded. */
const FOLDED_FROM = 10;
/** Most letters of the words about an order. */
const MOST_LETTERS = 160;

/** Its first line is the same for every difference that ends at this path, so that a workflow finds its own comment again. */
export function differenceMarkdown(difference: Difference): string {
  const { before, after } = difference;
  const marker = safe`<!-- ordo diff: ${inComment(after.name)} -->`;
  const [was, is] = [before, after].map(({ name }) => code(safeText(name, NAME_LETTERS))) as [Safe, Safe];
  if (areSame(difference)) {
    return blocks([marker, safe`${is} is the same as ${was}: ${amountOf(after.orders.length, 'order')}.`]);
  }
  return blocks([
    marker,
    safe`### ${code(safeText(planName(difference)))}: ${countWords(difference)}`,
    safe`${was} → ${is}`,
    ...remarks(difference).map((text) => safe`> ${code(text)}`),
    riskTable(difference),
    costTable(difference),
    looserTable(difference),
    ...orderTables(difference),
    ...nextBlocks(difference),
  ]);
}

/** A log of CI may show it as well. */
const blocks = (parts: readonly Safe[]): string => disarmed(`${parts.filter((part) => part !== '').join('\n\n')}\n`);

const lines = (parts: readonly Safe[]): Safe => safe`${parts.join('\n') as Safe}`;

function riskTable(difference: Difference): Safe {
  const rows = riskRows(difference);
  if (rows.length === 0) return safe``;
  const more = rows.length - MOST_ROWS;
  return lines([
    tableRow([safe`risk`, safe`orders`, safe`size`, safe`notional`, safe`loss at stops`, safe`without a stop`]),
    safe`| :-- | --: | --: | --: | --: | --: |`,
    ...rows.slice(0, MOST_ROWS).map(riskRow),
    ...(more > 0 ? [tableRow([safe`and ${grouped(more)} more`, safe``, safe``, safe``, safe``, safe``])] : []),
  ]);
}

function riskRow({ symbol, direction, before, after }: RiskRow): Safe {
  const isOpening = direction === 'long' || direction === 'short';
  const [was, is] = [figureWords(before, isOpening), figureWords(after, isOpening)];
  const figures = (['orders', 'size', 'notional', 'loss'] as const).map((name) => arrow(was[name], is[name]));
  const bare = arrow(was.withoutStop, is.withoutStop);
  const isWorse = (after?.loss?.bareOrders ?? 0) > (before?.loss?.bareOrders ?? 0);
  return tableRow([safe`${code(safeText(symbol))} ${direction}`, ...figures, isWorse ? safe`**${bare}**` : bare]);
}

function costTable(difference: Difference): Safe {
  const parts = costParts(difference);
  return lines([
    tableRow(parts.map(([name]) => name)),
    tableRow(parts.map(() => safe`--:`)),
    tableRow(parts.map(([, words]) => words)),
  ]);
}

function looserTable({ looser = [] }: Difference): Safe {
  if (looser.length === 0) return safe``;
  const more = looser.length - MOST_ROWS;
  return lines([
    safe`**Warning: ${looser.length === 1 ? 'a limit is' : safe`${grouped(looser.length)} limits are`} looser than before.**`,
    safe``,
    tableRow([safe`limit`, safe`before → after`]),
    safe`| :-- | :-- |`,
    ...looser.slice(0, MOST_ROWS).map((limit) => tableRow([code(safeText(limit.name, 80)), code(limitWords(limit))])),
    ...(more > 0 ? [tableRow([safe`and ${grouped(more)} more`, safe``])] : []),
  ]);
}

const TITLES: Readonly<Record<ChangeKind, Safe>> = {
  added: safe`Added`,
  removed: safe`Removed`,
  changed: safe`Changed`,
};

function orderTables(difference: Difference): Safe[] {
  const groups = orderGroups(difference);
  const isOne = new Set(groups.map(({ orders }) => orders[0].symbol)).size < 2;
  return (['added', 'removed', 'changed'] as const).map((kind) => {
    const own = groups.filter((group) => group.kind === kind);
    return own.length === 0 ? safe`` : orderTable(kind, own, isOne);
  });
}

function orderTable(kind: ChangeKind, groups: readonly OrderGroup[], isOne: boolean): Safe {
  const { shown, more } = largest(groups, MOST_ROWS);
  const orders = groups.reduce((sum, group) => sum + group.orders.length, 0);
  const title = safe`${TITLES[kind]}: ${amountOf(orders, 'order')}`;
  const table = lines([
    tableRow([safe`order`, kind === 'changed' ? safe`what changed` : safe`what it is`]),
    safe`| :-- | :-- |`,
    ...shown.map((group) =>
      tableRow([code(safeText(group.name)), code(safeText(groupWords(group, isOne), MOST_LETTERS))]),
    ),
    ...(more > 0 ? [tableRow([safe`and ${grouped(more)} more`, safe``])] : []),
  ]);
  return shown.length < FOLDED_FROM
    ? lines([safe`**${title}**`, safe``, table])
    : lines([safe`<details><summary>${title}</summary>`, safe``, table, safe``, safe`</details>`]);
}

function nextBlocks({ next }: Difference): Safe[] {
  if (next === undefined) return [];
  const digest = safe`digest ${code(safeText(next.digest))}`;
  if (next.refusal !== undefined) return [digest];
  const approval = next.approval === undefined ? safe`` : safe`, approval ${code(safeText(next.approval))}`;
  const checkout = next.ref === undefined ? safe`` : safe`, with ${code(safeText(next.ref, NAME_LETTERS))} checked out`;
  return [safe`${digest}${approval}${checkout}`, fenced(commandWords(next), safe`sh`)];
}
