/** Asks for all of an account, for `ordo account` and the library's `account`. It sends nothing; its look is kept in the journal, money is not. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import { isNowhere } from '../../journal/records/state.ts';
import type { AccountName, PlanName } from '../../journal/records/scope.ts';
import type { Weight } from '../../model/call.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { SymbolMap } from '../../model/symbol.ts';
import type { Protection } from '../../protection/protection.ts';
import { refuse } from '../../refusal.ts';
import { LEEWAY_MS } from '../../session/lists/list-walk.ts';
import type { WholeAccount } from '../../session/lists/whole-account.ts';
import type { Session } from '../../session/session.ts';
import type { StopRequest } from '../end-of-run.ts';
import { isPartial } from '../refresh.ts';
import { accountStatus } from '../status.ts';
import { troubleLine } from '../trouble-line.ts';
import { dayOf, midnightOf, type TradesAsked } from '../trades/day.ts';
import { ASSET, moneyOf, type AccountMoney } from '../../model/account-money.ts';
import { tradesOf, type TradesTold } from '../trades/trades.ts';

export interface AccountRequest {
  readonly config: Config;
  readonly account: AccountName;
  /** Trades by the orders of this plan, since each was sent; without it those of today, by plan. */
  readonly plan?: PlanName;
  readonly stop: StopRequest;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

export interface AccountTold {
  readonly account: AccountName;
  readonly plan?: PlanName;
  /** When the look was taken, in ms since 1970. */
  readonly atMs: number;
  readonly weight: Weight;
  readonly money: AccountMoney;
  readonly protection: Protection;
  readonly trades: TradesTold;
  /** Since when trades are told; absent where it is since each order was sent. */
  readonly sinceMs?: number;
  /** What a person should know first. */
  readonly notes: readonly string[];
  readonly exitCode: ExitCode;
}

/** The session is connected. Refuses (exit 2) where money or positions were not told, 8 where the rate limit was the cause. */
export async function readAccount(session: Session, request: AccountRequest): Promise<AccountTold> {
  const { config, account, plan, stop, nowMs } = request;
  const before = await session.account();
  const sinceMs = midnightOf(nowMs);
  const asked = plan === undefined ? dayOf(nowMs) : planSince(before, plan, nowMs);
  const whole = await session.whole({ trades: asked, signal: stop.signal });
  const money = moneyTold(session, request, whole);
  const known = await session.account();
  const { look } = whole;
  const status = accountStatus({ account: known, config, look });
  const trades = tradesOf(whole.trades, { known, config, ...defined({ plan }) });
  // Accepted, and in no list by now: it may rest, or have acted.
  const isSomeNowhere = known.some(({ orders }) => [...orders.values()].some(isNowhere));
  const isUnknown = status.exitCode === EXIT.unknown || isSomeNowhere || isPartial(look) || trades.kind === 'unread';
  const trouble = troubleLine(session, account.origin);
  return {
    account,
    ...defined({ plan, sinceMs: plan === undefined ? sinceMs : undefined }),
    atMs: look.atMs,
    weight: whole.weight,
    money,
    protection: status.protection,
    trades,
    notes: trouble === undefined ? [] : [trouble],
    exitCode: stop.exitCode ?? (isUnknown ? EXIT.unknown : status.exitCode),
  };
}

/** Since the first order of the plan was sent, by symbol. */
function planSince(account: KnownAccount, plan: PlanName, nowMs: number): TradesAsked {
  const since = new SymbolMap<number>();
  for (const order of stateOf(account, plan).values()) {
    const { symbol } = order.content;
    if (symbol === undefined) continue;
    const sent = [order, ...(order.earlier ?? [])].map(({ sentAtMs }) => sentAtMs);
    since.set(symbol, Math.min(since.get(symbol) ?? nowMs, ...sent));
  }
  return () => [...since].map(([symbol, ms]) => ({ symbol, fromMs: ms - LEEWAY_MS, toMs: nowMs + LEEWAY_MS }));
}

function moneyTold(session: Session, { config, account }: AccountRequest, { money, held }: WholeAccount): AccountMoney {
  const failed = [held, money].find((one) => one.kind === 'failed');
  const told = money.kind === 'told' ? moneyOf(money.value, config.exchange.equity) : undefined;
  if (failed === undefined && told !== undefined) return told;
  const what = held.kind === 'failed' ? 'what the account holds' : 'what the account has';
  if (session.limited !== undefined)
    refuse(
      'exchange/rate-limited',
      `${what} could not be read: ${session.limited}`,
      'nothing was sent; try again later',
    );
  const why = failed?.kind === 'failed' ? failed.message : `no row says how much it has of ${ASSET}`;
  return refuse(
    'account/unread',
    `${what} could not be read: ${troubleLine(session, account.origin) ?? why}`,
    'nothing was sent; try again',
  );
}
