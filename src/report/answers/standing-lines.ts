/** What may stand on the exchange, over the plans and generations of an account. */
import { standingOf, type PlanOrder, type KnownAccount } from '../../journal/records/known-account.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { whatStands } from '../../journal/records/what-stands.ts';
import { count } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderContent } from '../../model/order-changes.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { flow, pageOf, paragraph, section, textOf, type Page, type Piece } from '../text/page.ts';
import { grouped } from '../text/phrases.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import { folded } from './fold-rows.ts';
import { knownRow, type OrderRow } from './order-row.ts';
import { countLine, rowLines } from './row-lines.ts';
import type { StatusOptions } from './status-lines.ts';

/** Every standing order by plan and generation, then the opening ones by symbol and side, then the counts. Ends in a newline. */
export function renderStanding(account: KnownAccount, options: StatusOptions): string {
  const page = pageOf(options);
  const groups = account.flatMap(({ plan, generation, planFile = '', orders }) => {
    const standing = [...orders.values()].flatMap(whatStands);
    return standing.length === 0 ? [] : [{ plan, generation, planFile, standing }];
  });
  const rows = groups.map(({ standing }) => standing.map((order) => knownRow(order, options)));
  if (rows.length === 0) return 'Nothing stands, as far as the journal knows.\n';
  const total = rows.flat();
  return textOf([
    ...groups.map((group, at) => groupLines(page, group, rows[at] as OrderRow[])),
    openingLines(
      page,
      groups.flatMap(({ standing }) => standing),
    ),
    [countLine(page, safe`${count(total.length, 'order')} ${total.length === 1 ? 'stands' : 'stand'}`, total)],
  ]);
}

interface Group extends PlanName {
  readonly planFile: string;
  readonly standing: readonly KnownOrder[];
}

/** What all orders of a group share is said once, above them. */
function groupLines(page: Page, { plan, generation, planFile, standing }: Group, rows: readonly OrderRow[]): Drawn[] {
  const times = standing.map(({ sentAtMs }) => minuteOf(sentAtMs));
  const symbol = shared(rows.map((row) => row.symbol));
  const since = shared(times);
  const head: Piece[] = [
    ['heading', safe`${safeText(plan)}, generation ${generation}`],
    ...(symbol === undefined ? [] : [symbol]),
    ...(since === undefined ? [] : [safe`since ${since}`]),
    ...(planFile === '' ? [] : [['quiet', safeText(planFile)] as const]),
  ];
  const timed = rows.map((row, at) => ({ ...row, words: beside(row.words, safe`since ${times[at] as Safe}`) }));
  const shown = folded(since === undefined ? timed : rows);
  const counts = shown.isLong ? [countLine(page, count(rows.length, 'order'), rows)] : [];
  return [...flow(page, head), ...counts, ...rowLines(page, shown, { symbols: symbol === undefined })];
}

const shared = (texts: readonly Safe[]): Safe | undefined =>
  texts.every((text) => text === texts[0]) ? texts[0] : undefined;

const beside = (a: Safe, b: Safe): Safe =>
  joined(
    [a, b].filter((text) => text !== ''),
    safe`, `,
  );

/** `2026-11-21 14:05 UTC` */
const minuteOf = (ms: number): Safe => safeText(`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);

interface Total {
  readonly symbol: Safe;
  readonly side: Safe;
  readonly orders: number;
  readonly size: Decimal;
  /** Quote coin, of the orders with a price or a trigger. */
  readonly notional: Decimal;
  /** Orders that have neither, so nobody knows what they are worth. */
  readonly atMarket: number;
}

const notionalWords = ({ notional, atMarket, orders }: Total): Safe =>
  atMarket === orders ? safe`market` : grouped(notional);

const TOTALS: readonly Column<Total>[] = [
  { name: safe`symbol`, of: ({ symbol }) => symbol },
  { name: safe`side`, of: ({ side }) => side },
  { name: safe`orders`, of: ({ orders }) => safe`${orders}`, isNumber: true },
  { name: safe`size`, of: ({ size }) => grouped(size), isNumber: true },
  { name: safe`notional`, of: notionalWords, isNumber: true },
  {
    name: safe`at market, not in it`,
    of: ({ atMarket }) => (atMarket === 0 ? safe`` : safe`${atMarket}`),
    isNumber: true,
  },
];

/** Each order is worth its size at its price; one at market then, at its trigger. */
function openingLines(page: Page, standing: readonly KnownOrder[]): Drawn[] {
  const opening = standing.map(({ content }) => content).filter(({ side = '' }) => side.startsWith('open-'));
  const groups = Map.groupBy(opening, ({ symbol = '', side = '' }) => `${symbol} ${side}`);
  const totals = [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, contents]) => totalOf(contents));
  const { titles, rows } = tableOf(cellsOf(TOTALS, totals), totals.length);
  return section(
    page,
    safe`Opening orders that stand`,
    rows.length === 0 ? [] : [page.paint('quiet', titles), ...rows],
  );
}

function totalOf(contents: readonly OrderContent[]): Total {
  let [size, notional, atMarket] = [Decimal.zero, Decimal.zero, 0];
  for (const { size: text = '', price = '', trigger = '' } of contents) {
    const own = Decimal.parse(text) ?? Decimal.zero;
    const at = Decimal.parse(price) ?? Decimal.parse(trigger);
    size = size.plus(own);
    if (at === undefined) atMarket += 1;
    else notional = notional.plus(own.times(at));
  }
  const { symbol = '', side = '' } = contents[0] ?? {};
  return { symbol: safeText(symbol), side: safeText(side), orders: contents.length, size, notional, atMarket };
}

/** So many orders of another generation are named. */
const MOST_NAMED = 5;

/** What stands beside a plan: a line for each other generation of it, and one for all other plans. Empty where nothing does. */
export function renderElsewhere(account: KnownAccount, { plan, generation }: PlanName, options: StatusOptions): string {
  const page = pageOf(options);
  const standing = standingOf(account);
  const own = standing.filter((one) => one.plan === plan && one.generation !== generation);
  const others = standing.filter((one) => one.plan !== plan);
  const lines = [...Map.groupBy(own, (one) => one.generation)].map(([number, orders]) => {
    const names = [...new Set(orders.map(({ order }) => order.id))];
    const ids = names.length > MOST_NAMED ? [] : safeTexts(names);
    const named = ids.length === 0 ? safe`` : safe`: ${joined(ids, safe`, `)}`;
    return safe`generation ${number}: ${standWords(orders, options.holder)}${named}`;
  });
  if (others.length > 0)
    lines.push(safe`other plans of this account: ${standWords(others, options.holder)}: ordo status`);
  return lines
    .flatMap((text) => paragraph(page, text, 0, 'notice'))
    .map((text) => `${text}\n`)
    .join('');
}

/** `11 orders stand, 2 UNKNOWN` */
function standWords(orders: readonly PlanOrder[], holder: Holder | undefined): Safe {
  const unknown = orders.filter(
    ({ order }) => knownRow(order, holder === undefined ? {} : { holder }).state === 'unknown',
  ).length;
  const stand = safe`${count(orders.length, 'order')} ${orders.length === 1 ? 'stands' : 'stand'}`;
  return unknown === 0 ? stand : safe`${stand}, ${unknown} UNKNOWN`;
}
