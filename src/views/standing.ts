/** What may stand on the exchange, over the plans and generations of an account. */
import type { AccountStatus } from '../actions/status.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import { whatStands } from '../journal/records/what-stands.ts';
import { count } from '../model/count.ts';
import { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { OrderContent } from '../model/order-changes.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { grouped } from '../report/text/phrases.ts';
import { own, table, together, type Block, type Sheet, type SheetColumn } from '../show/sheet.ts';
import { answerHead, answerSheet, withoutName, type ToldPlace } from './answer.ts';
import { MOST_ROWS } from './known/fold-orders.ts';
import { knownRow, type OrderRow } from './known/known-order.ts';
import { countBlock, countText, orderBlocks } from './known/order-table.ts';

/** Every standing order by plan and generation, then the opening ones by symbol and side, then the counts. */
export function standingSheet(
  { account: known, holder, states }: AccountStatus,
  { nowMs, ...place }: ToldPlace & { readonly nowMs: number },
): Sheet {
  const groups = known.flatMap(({ plan, generation, planFile = '', orders }) => {
    const standing = [...orders.values()].flatMap(whatStands);
    const rows = standing.map((order) => knownRow(order, { nowMs, ...defined({ holder }) }));
    return standing.length === 0 ? [] : [{ plan, generation, planFile, standing, rows }];
  });
  const total = groups.flatMap(({ rows }) => rows);
  const stand = safe`${count(total.length, 'order')} ${total.length === 1 ? 'stands' : 'stand'}`;
  const { account, journal } = place;
  return answerSheet(
    [
      ...answerHead(own(safe`What stands`), place),
      ...groups.flatMap(groupBlocks),
      ...openingTable(groups.flatMap(({ standing }) => standing)),
      total.length === 0
        ? { is: 'words', text: own(safe`Nothing stands, as far as the journal knows.`) }
        : countBlock(stand, total),
    ],
    { account, journal, orders: states.map(withoutName) },
  );
}

interface Group extends PlanName {
  readonly planFile: string;
  readonly standing: readonly KnownOrder[];
  readonly rows: readonly OrderRow[];
}

/** What all orders of a group share is said once, above them; and of many, how many are in which state. */
function groupBlocks({ plan, generation, planFile, standing, rows }: Group): Block[] {
  const times = standing.map(({ sentAtMs }) => minuteOf(sentAtMs));
  const symbol = shared(rows.map((row) => safeText(row.symbol ?? '')));
  const since = shared(times);
  const timed = rows.map((row, at) => ({
    ...row,
    words: joined(
      [row.words, safe`since ${times[at] as Safe}`].filter((text) => text !== ''),
      safe`, `,
    ),
  }));
  const title = [
    ...(rows.length > MOST_ROWS ? [countText(count(rows.length, 'order'), rows)] : []),
    ...(symbol === undefined ? [] : [symbol]),
    ...(since === undefined ? [] : [own(safe`since ${since}`)]),
    ...(planFile === '' ? [] : [safeText(planFile)]),
  ];
  return orderBlocks(since === undefined ? timed : rows, {
    symbols: symbol === undefined,
    title: together([[safeText(plan), own(safe`, generation ${generation}`)], ...title], safe`  `),
  });
}

const shared = (texts: readonly Safe[]): Safe | undefined =>
  texts.every((text) => text === texts[0]) ? texts[0] : undefined;

/** `2026-11-21 14:05 UTC` */
const minuteOf = (ms: number): Safe => safeText(`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);

interface Total {
  readonly symbol: string;
  readonly side: string;
  readonly orders: number;
  readonly size: Decimal;
  /** Quote coin, of the orders with a price or a trigger. */
  readonly notional: Decimal;
  /** Orders that have neither, so nobody knows what they are worth. */
  readonly atMarket: number;
}

const TOTALS: readonly SheetColumn<Total>[] = [
  { title: safe`symbol`, kind: 'name', of: ({ symbol }) => safeText(symbol) },
  { title: safe`side`, of: ({ side }) => safeText(side) },
  { title: safe`orders`, kind: 'number', of: ({ orders }) => own(safe`${orders}`) },
  { title: safe`size`, kind: 'number', of: ({ size }) => own(grouped(size)) },
  {
    title: safe`notional`,
    kind: 'number',
    of: ({ notional, atMarket, orders }) => own(atMarket === orders ? safe`market` : grouped(notional)),
  },
  {
    title: safe`at market, not in it`,
    kind: 'number',
    of: ({ atMarket }) => own(atMarket === 0 ? safe`` : safe`${atMarket}`),
  },
];

/** Each order is worth its size at its price; one at market then, at its trigger. */
function openingTable(standing: readonly KnownOrder[]): Block[] {
  const opening = standing.map(({ content }) => content).filter(({ side = '' }) => side.startsWith('open-'));
  const groups = Map.groupBy(opening, ({ symbol = '', side = '' }) => `${symbol} ${side}`);
  const totals = [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, contents]) => totalOf(contents));
  return table(TOTALS, totals, { title: own(safe`Opening orders that stand`) });
}

function totalOf(contents: readonly OrderContent[]): Total {
  let [size, notional, atMarket] = [Decimal.zero, Decimal.zero, 0];
  for (const { size: text = '', price = '', trigger = '' } of contents) {
    const each = Decimal.parse(text) ?? Decimal.zero;
    const at = Decimal.parse(price) ?? Decimal.parse(trigger);
    size = size.plus(each);
    if (at === undefined) atMarket += 1;
    else notional = notional.plus(each.times(at));
  }
  const { symbol = '', side = '' } = contents[0] ?? {};
  return { symbol, side, orders: contents.length, size, notional, atMarket };
}
