/** What trades came to: by plan since midnight, or by the orders of one plan. */
import type { AccountTold } from '../../actions/account/account.ts';
import type { OrderName, TradesTold } from '../../actions/trades/trades.ts';
import type { TradeSum } from '../../actions/trades/trade-sums.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { grouped } from '../../report/text/phrases.ts';
import { own, table, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import { signedColumn } from './signed-money.ts';

interface TradeRow {
  readonly name: Text;
  readonly trades: number;
  readonly realised: string;
  readonly fees: string;
  readonly net: string;
}

const number = (title: Safe, of: (row: TradeRow) => Text): SheetColumn<TradeRow> => ({ title, kind: 'number', of });

const sumColumns = (title: Safe): readonly SheetColumn<TradeRow>[] => [
  { title, kind: 'name', of: ({ name }) => name },
  number(safe`trades`, ({ trades }) => own(grouped(trades))),
  number(safe`realised`, ({ realised }) => safeText(realised)),
  number(safe`fees`, ({ fees }) => safeText(fees)),
  number(safe`net`, ({ net }) => safeText(net)),
];

export function tradeBlocks({ trades, plan, sinceMs = 0 }: AccountTold): Block[] {
  const since = safe`Since ${safeText(new Date(sinceMs).toISOString().slice(11, 16))}Z`;
  const title: readonly Span[] =
    plan === undefined
      ? [own(since)]
      : [safeText(plan.plan), own(safe`, generation ${plan.generation}, since each order was sent`)];
  const said = (...words: readonly Span[]): Block[] => [{ is: 'words', text: [...title, own(safe`: `), ...words] }];
  if (trades.kind !== 'sums') {
    const what = trades.kind === 'not-all' ? safe`not all, so there are no sums: ` : safe`not known: `;
    return said(own(['notice', what]), safeText(trades.why));
  }
  if (trades.all.trades === 0) return said(own(safe`no trades`));
  const rows = tradeRows(trades);
  return plan === undefined
    ? table(sumColumns(since), rows)
    : [{ is: 'words', text: title }, ...table(sumColumns(safe`order`), rows)];
}

type Span = ReturnType<typeof own> | Safe;

function tradeRows({ rows, all }: Extract<TradesTold, { kind: 'sums' }>): TradeRow[] {
  const sums: readonly (TradeSum & { readonly name: Text })[] = [
    ...rows.map(({ of, ...sum }) => ({ ...sum, name: nameOf(of) })),
    { ...all, name: own(safe`all`) },
  ];
  const column = (of: (sum: TradeSum) => Decimal): string[] => signedColumn(sums.map(of));
  const [realised, fees, net] = [
    column((sum) => sum.realised),
    column((sum) => Decimal.zero.minus(sum.fees)),
    column((sum) => sum.net),
  ];
  return sums.map(({ name, trades }, at) => ({
    name,
    trades,
    realised: realised[at] ?? '',
    fees: fees[at] ?? '',
    net: net[at] ?? '',
  }));
}

function nameOf(of: PlanName | OrderName | undefined): Text {
  if (of === undefined) return own(safe`not by an order of ordo`);
  return 'id' in of ? safeText(of.id) : [safeText(of.plan), own(safe`, generation ${of.generation}`)];
}
