/**
 * The check before sending (docs/contract.md#account-check): the account is read once, before a person approves, and refuses a run or
 * warns of it. What was read holds for that moment only.
 */
import { accountCheckOf } from '../../model/config.ts';
import type { Order } from '../../model/order.ts';
import type { EventSink } from '../../ports.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import type { Session } from '../../session/session.ts';
import { objections, settingsUnread } from './account-settings.ts';
import { cautions, type Caution } from './check-cautions.ts';
import { symbolsChecked } from './compile-under.ts';
import { checkEquity, refuseLess, type EquityChecked } from './equity-less.ts';
import { refuseForTrouble } from './found-elsewhere.ts';
import { checkNotHalted, opensAny } from './halted.ts';
import { refuseIdsFound } from './ids-found.ts';
import { marginCaution } from './margin-caution.ts';
import { movedAway } from './market-moved.ts';
import type { PreparedRun } from './prepared-run.ts';
import { checkRequiredStops } from './required-stops.ts';
import { requiresStop } from './stops-first.ts';

export interface CheckingWith {
  /** Whether the plan was ever placed from this journal: if not, a look of its own follows for who placed it. */
  readonly wasPlaced: boolean;
  readonly session: Session;
  readonly emit: EventSink;
  readonly nowMs: () => number;
}

/** The run with what was found. Refuses it (exit 2, 4, 5 or 8), and has sent nothing. */
export async function checkedRun(
  { session, emit, nowMs, wasPlaced }: CheckingWith,
  run: PreparedRun,
): Promise<PreparedRun> {
  const orders = [...run.schedule.pending.values()];
  const checked = await session.check({
    symbols: symbolsChecked(run.schedule),
    asksMoney: opensAny(run),
  });
  const { isStrict, isOver } = judging(run, checked);
  if (isOver) refuseForTrouble(checked.trouble as NonNullable<AccountChecked['trouble']>, run.exchange);
  refuseNoTrading(checked);
  const equity = checkEquity(checked, run);
  const unread = unreadOf(checked, run, { orders, wasPlaced, equity });
  const against = objections(checked, orders, run.planFile);
  if (isStrict) refuseAsFound(session, { unread: unread.refused, against, mend: mendOf(wasPlaced) }, run);
  if (wasPlaced) refuseIdsFound(checked, run);
  const halt = await session.halted();
  const seen = { ...run, ...seenBy(checked, nowMs()), ...(halt !== undefined && { halt }) };
  checkNotHalted(seen);
  checkRequiredStops({ ...seen, look: seen.checkedLook });
  const moved = movedAway(checked, orders);
  if (isStrict) refuseMoved(moved, run);
  if (isStrict) refuseLess(equity);
  const margin = marginCaution(checked, orders);
  const warned = [...(isStrict ? [] : moved), ...cautions(checked, orders)].map((one) => placed(one, run));
  const found = [
    ...(isStrict ? [] : [...unread.refused, ...against]),
    ...unread.noted,
    ...(equity.kind === 'less' ? [equity.words] : []),
    ...shortened(warned),
    ...(margin === undefined ? [] : [margin]),
  ];
  for (const message of found) emit({ event: 'note', message });
  const { checkedLook: _look, ...told } = seen;
  return { ...told, found };
}

/** Where the key is refused nothing can be placed, whatever is only warned of. */
function judging({ config }: PreparedRun, { trouble }: AccountChecked): { isStrict: boolean; isOver: boolean } {
  const isStrict = accountCheckOf(config) === 'refuse';
  return { isStrict, isOver: trouble !== undefined && (isStrict || trouble.kind === 'access') };
}

function refuseNoTrading({ settings }: AccountChecked): void {
  if (settings?.account.kind === 'told' && !settings.account.value.mayTrade)
    refuse('account/settings', 'this account may not trade', 'look at it on the exchange; nothing was sent');
}

interface Against {
  readonly unread: readonly string[];
  readonly against: readonly string[];
  readonly mend: string;
}

/** A first send is asked about by its own look as well. */
const mendOf = (wasPlaced: boolean): string =>
  wasPlaced
    ? 'nothing was sent; execution.accountCheck: warn sends all the same'
    : 'nothing was sent; execution.accountCheck: warn goes on all the same, and exchange.queries: false asks nothing';

function refuseAsFound(
  { limited }: Pick<Session, 'limited'>,
  { unread, against, mend }: Against,
  run: PreparedRun,
): void {
  if (limited !== undefined)
    refuse('exchange/rate-limited', `the account cannot be read: ${limited}`, 'nothing was sent; try again later');
  const [first, ...others] = unread;
  if (first !== undefined) refuse('account/unread', first, mend, [...others, ...against]);
  if (against.length === 0) return;
  const unsaid = run.config.exchange.interface === 'v2' ? '' : ', and on version 3 no order can say it';
  refuse('account/settings', `the account is not set as the plan needs it${unsaid}`, mend, against);
}

interface Asked {
  readonly orders: readonly Order[];
  readonly wasPlaced: boolean;
  readonly equity: EquityChecked;
}

/** What was not read: `refused` where its finding might refuse the run. */
function unreadOf(
  { settings, symbols }: AccountChecked,
  run: PreparedRun,
  { orders, wasPlaced, equity }: Asked,
): { readonly refused: readonly string[]; readonly noted: readonly string[] } {
  // The look of a first send says what is silent, and what that means.
  const lists = [...symbols.values()].flatMap(({ listsUnread, positionUnread = [] }) =>
    (wasPlaced ? listsUnread : []).concat(positionUnread),
  );
  const needsMarket = requiresStop(run) || orders.some(({ near }) => near !== undefined);
  const markets = [...symbols].flatMap(([symbol, { market }]) =>
    market === undefined ? [`the market of ${symbol} cannot be read`] : [],
  );
  const money = equity.kind === 'unread' ? [equity.words] : [];
  const refused = [...settingsUnread(settings, run.exchange), ...lists, ...(needsMarket ? markets : []), ...money];
  return { refused, noted: needsMarket ? [] : markets };
}

/** The market of each symbol, and a look at no more than these symbols. */
function seenBy(
  { symbols }: AccountChecked,
  atMs: number,
): { checkedAtMs: number; markets: ReadonlyMap<string, MarketRange>; checkedLook: AccountLook } {
  const markets = [...symbols].flatMap(([symbol, { market }]) =>
    market === undefined ? [] : [[symbol, market] as const],
  );
  return { checkedAtMs: atMs, markets: new Map(markets), checkedLook: { atMs, symbols } };
}

function refuseMoved(moved: readonly Caution[], run: PreparedRun): void {
  const [first, ...others] = moved.map((one) => placed(one, run));
  if (first === undefined) return;
  refuse('plan/market-moved', first, 'nothing was sent; look at the plan again, and at its reference', others);
}

const placed = ([{ line }, words]: Caution, { planFile }: PreparedRun): string => `${planFile}:${line}: ${words}`;

const MOST_TOLD = 10;

const shortened = (warned: readonly string[]): readonly string[] =>
  warned.length <= MOST_TOLD
    ? warned
    : [...warned.slice(0, MOST_TOLD), `and ${warned.length - MOST_TOLD} more such warnings`];
