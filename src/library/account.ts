/** All of an account as the exchange tells it, for programs: what it is worth, what it holds, and what its trades came to. */
import { readAccount, type AccountTold } from '../actions/account/account.ts';
import type { TradeSum } from '../actions/trades/trade-sums.ts';
import { stopOf } from '../actions/end-of-run.ts';
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { AccountFile } from '../model/account-file.ts';
import type { Weight } from '../model/call.ts';
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import { protectionEvent } from '../protection/protection-event.ts';
import type { Working } from './holding.ts';
import type { PlanProtection } from './protection.ts';

export interface AccountOptions {
  /** Trades by the orders of this plan, since each was sent; without it those since midnight UTC, by plan. */
  readonly plan?: PlanName;
  /** Nothing more is asked once it is aborted. */
  readonly signal?: AbortSignal;
}

/** Amounts in quote coin, as texts. */
export interface TradesOf {
  readonly trades: number;
  /** Before fees. */
  readonly realised: string;
  /** Above zero where they were paid. */
  readonly fees: string;
  /** `realised` less `fees`. */
  readonly net: string;
}

/** Without a plan or an id it is of trades that no order of the ledger made. */
export interface OwnedTrades extends TradesOf, Partial<PlanName> {
  readonly id?: string;
}

export interface AskedAccount {
  /** What it is worth, for `loadPlan`: the same as in the file that `ordo account --out` writes. */
  readonly file: AccountFile;
  /** What an order may still use. */
  readonly available: string;
  /** How many other coins it has something of. */
  readonly others: number;
  readonly protection: PlanProtection;
  /** Absent where `why` says why there are no sums. */
  readonly trades?: { readonly rows: readonly OwnedTrades[]; readonly all: TradesOf };
  readonly why?: string;
  /** What was asked, as the exchange counts it. */
  readonly weight: Weight;
  /** The same as the command's: 7 where something is not known, 11 where something is naked and a stop is required. */
  readonly exitCode: ExitCode;
}

/** Throws RefusalError where money or positions were not told. */
export async function askForAccount(
  { session, config, connect, account, clock }: Working,
  { plan, signal = new AbortController().signal }: AccountOptions,
): Promise<AskedAccount> {
  checkCanAsk(config);
  await connect();
  const request = { config, account, stop: stopOf(signal), nowMs: clock.wallMs(), ...defined({ plan }) };
  return askedOf(await readAccount(session, request));
}

function askedOf({ account, atMs, money, protection, trades, weight, exitCode }: AccountTold): AskedAccount {
  const { event: _, ...shown } = protectionEvent(protection);
  const { asset, equity, available, others } = money;
  const asOf = new Date(atMs).toISOString();
  const told =
    trades.kind === 'sums'
      ? {
          trades: { rows: trades.rows.map(({ of, ...sum }) => ({ ...of, ...textsOf(sum) })), all: textsOf(trades.all) },
        }
      : { why: trades.why };
  return {
    file: { asOf, asOfMs: atMs, origin: account.origin, account: account.name, asset, equity },
    available: available.toString(),
    others,
    protection: shown,
    ...told,
    weight,
    exitCode,
  };
}

const textsOf = ({ trades, realised, fees, net }: TradeSum): TradesOf => ({
  trades,
  realised: realised.canonical(),
  fees: fees.canonical(),
  net: net.canonical(),
});
