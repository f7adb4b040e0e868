/** What an account is worth, what it holds with the stops that protect it, and what its trades came to. */
import type { AccountTold } from '../../actions/account/account.ts';
import { haltText, type Halt } from '../../journal/records/halt.ts';
import type { Limits } from '../../model/call.ts';
import { safe, safeText, type Safe, joined } from '../../model/safe-text.ts';
import { statedOf } from '../../protection/words.ts';
import { signedColumn } from './signed-money.ts';
import { grouped, haltWords, weightWords } from '../../report/text/phrases.ts';
import { own, type Block, type Sheet, table, type SheetColumn, type Text } from '../../show/sheet.ts';
import { protectionData, averageOf } from '../protection/account.ts';
import { protectionBlocks } from '../protection/line.ts';
import { Rational } from '../../model/rational.ts';
import { moneyColumn } from '../../protection/money.ts';
import type { PositionProtection, StakePiece } from '../../protection/protection.ts';
import type { OrderName, TradesTold } from '../../actions/trades/trades.ts';
import type { TradeSum } from '../../actions/trades/trade-sums.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { Decimal } from '../../model/decimal.ts';
import { timeOfDay } from '../../model/time-words.ts';

interface AccountWords {
  readonly limits: Limits;
  readonly halt?: Halt;
  /** Where the account file was written. */
  readonly out?: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

export function accountSheet(told: AccountTold, { limits, halt, out, nowMs }: AccountWords): Sheet {
  const { account, atMs, weight, protection, notes } = told;
  const place = [own(['live', safe`LIVE`]), own(safe`  `), safeText(hostOf(account.origin)), own(safe`  account `)];
  const blocks: Block[] = [
    {
      is: 'heading',
      text: [...place, safeText(account.name)],
      aside: own(safe`${clock(atMs)}, ${weightWords(weight, limits)}`),
    },
    ...(halt === undefined ? [] : [{ is: 'notice', text: haltWords(haltText(halt)) } as const]),
    ...notes.map((note): Block => ({ is: 'notice', text: safeText(note) })),
    moneyBlock(told),
    ...heldBlocks(protection.positions),
    ...tradeBlocks(told),
    ...(out === undefined ? [] : [{ is: 'words', text: [safeText(out), own(safe` written`)] } as const]),
    ...protectionBlocks(statedOf(protection, nowMs)),
  ];
  return { blocks, data: dataOf(told, out) };
}

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

const clock = (ms: number): Safe => safeText(timeOfDay(ms));

function moneyBlock({ money }: AccountTold): Block {
  const { equity, available, asset, others } = money;
  const other = others === 0 ? [] : [safe`${others} other asset${others === 1 ? '' : 's'} not counted`];
  const parts = [safe`Equity ${grouped(equity)} ${safeText(asset)}`, safe`available ${grouped(available)}`, ...other];
  return { is: 'parts', parts: parts.map(own) };
}

function dataOf(told: AccountTold, out: string | undefined): object {
  const { account, plan, atMs, weight, money, protection, trades, sinceMs, notes } = told;
  return {
    account,
    ...(plan !== undefined && { plan }),
    asOf: new Date(atMs).toISOString(),
    weight,
    money,
    trades:
      trades.kind === 'sums'
        ? { kind: trades.kind, all: trades.all, rows: trades.rows.map(({ of, ...sum }) => ({ ...of, ...sum })) }
        : trades,
    ...(sinceMs !== undefined && { since: new Date(sinceMs).toISOString() }),
    notes,
    ...(out !== undefined && { out }),
    protection: protectionData(protection),
  };
}

/** What is held: at which average, what it would gain now, and what it loses at which stops. */
interface HeldRow {
  readonly position: PositionProtection;
  readonly open: string;
  readonly loss: string;
}

const number = <One>(title: Safe, of: (row: One) => Text): SheetColumn<One> => ({ title, kind: 'number', of });

const COLUMNS: readonly SheetColumn<HeldRow>[] = [
  { title: safe``, kind: 'name', of: ({ position: { symbol, side } }) => [safeText(symbol), own(safe` ${side}`)] },
  { title: safe``, of: ({ position: { marginMode } }) => own(marginMode === 'isolated' ? safe`isolated` : safe``) },
  number(safe`held`, ({ position: { held } }) => own(grouped(held))),
  number(safe`average`, ({ position }) => averageOf(position)),
  number(safe`mark`, ({ position: { mark } }) => own(mark === undefined ? safe`?` : safeText(mark.canonical()))),
  number(safe`open`, ({ open }) => safeText(open)),
  number(safe`at stops`, ({ position, loss }) => own(atStops(position, safeText(loss)))),
  { title: safe``, kind: 'words', of: ({ position }) => stopWords(position) },
];

/** Nothing is lost at stops that are not there: what has none says so in the place of a sum. */
function atStops({ covered, naked }: PositionProtection, loss: Safe): Safe | ['rejected' | 'notice', Safe] {
  if (!covered.isZero) return loss;
  return naked.isZero ? ['notice', safe`?`] : ['rejected', safe`NAKED`];
}

/** What is not covered next to what is, then where the stops are, the nearest first, and whether any of it is ours. */
function stopWords({ covered, naked, unknown, pieces, side }: PositionProtection): Text {
  const beside = [
    ...(naked.isZero || covered.isZero ? [] : [safe`NAKED ${grouped(naked)}`]),
    ...(unknown.isZero ? [] : [safe`UNKNOWN ${grouped(unknown)}`]),
  ];
  const stops = pieces.flatMap(({ at, unit }) => (at === undefined || unit.state !== 'held' ? [] : [at]));
  const nearest = stops.toSorted((one, other) => (side === 'long' ? other.compare(one) : one.compare(other)));
  const prices = [...new Set(nearest.map((price) => price.canonical()))].map((text) => safeText(text));
  const foreign = pieces.every(isForeign) ? [safe`not ordo’s`] : [];
  return own(joined([...beside, ...prices, ...foreign], safe`, `));
}

const isForeign = ({ unit }: StakePiece): boolean => unit.state !== 'held' || !unit.isOurs;

function heldBlocks(positions: readonly PositionProtection[]): Block[] {
  const held = positions.filter((position) => !position.held.isZero);
  if (held.length === 0) return [{ is: 'words', text: own(safe`Nothing is held.`) }];
  const open = signedColumn(held.map(openOf));
  const losses = moneyColumn(
    held.map(({ lossAtStops }) => lossAtStops),
    'loss',
  );
  return table(
    COLUMNS,
    held.map((position, at): HeldRow => ({ position, open: open[at] ?? '', loss: losses[at] ?? '' })),
  );
}

/** What closing all of it at the mark would gain; undefined where the mark or the average is not known. */
function openOf({ held, side, average, mark }: PositionProtection): Rational | undefined {
  if (average === undefined || mark === undefined) return undefined;
  const gained = Rational.of(held).times(Rational.of(mark).minus(average));
  return side === 'long' ? gained : gained.negated();
}

/** What trades came to: by plan since midnight, or by the orders of one plan. */
interface TradeRow {
  readonly name: Text;
  readonly trades: number;
  readonly realised: string;
  readonly fees: string;
  readonly net: string;
}

const sumColumns = (title: Safe): readonly SheetColumn<TradeRow>[] => [
  { title, kind: 'name', of: ({ name }) => name },
  number(safe`trades`, ({ trades }: TradeRow) => own(grouped(trades))),
  number(safe`realised`, ({ realised }: TradeRow) => safeText(realised)),
  number(safe`fees`, ({ fees }: TradeRow) => safeText(fees)),
  number(safe`net`, ({ net }: TradeRow) => safeText(net)),
];

function tradeBlocks({ trades, plan, sinceMs = 0 }: AccountTold): Block[] {
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
