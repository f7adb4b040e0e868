/** What an account is worth, of the rows that tell what it has of each coin. */
import type { ExchangeSettings } from './config.ts';
import { Decimal } from './decimal.ts';
import type { MoneyRow } from './standing.ts';

/** The coin that every contract is settled in. */
export const ASSET = 'USDT' as const;

export interface AccountMoney {
  readonly asset: typeof ASSET;
  readonly equity: Decimal;
  readonly available: Decimal;
  /** How many other coins it has something of: they are in no sum. */
  readonly others: number;
}

/** Undefined where no row tells it: an account without its row is not one that has nothing. */
export function moneyOf(rows: readonly MoneyRow[], equityIs: ExchangeSettings['equity']): AccountMoney | undefined {
  const row = rows.find(({ coin }) => coin === ASSET);
  const equity = row && worthOf(row, equityIs);
  const available = Decimal.parseSigned(row?.available ?? '');
  if (equity === undefined || available === undefined) return undefined;
  const others = rows.filter((one) => one !== row && hasSome(one)).length;
  return { asset: ASSET, equity, available, others };
}

/** A balance may have the profit of what is open, or not: the config says which. */
function worthOf({ equity, balance, openProfit }: MoneyRow, equityIs: ExchangeSettings['equity']): Decimal | undefined {
  if (equity !== undefined) return Decimal.parseSigned(equity);
  const told = Decimal.parseSigned(balance ?? '');
  if (equityIs === 'balance') return told;
  const open = Decimal.parseSigned(openProfit ?? '');
  return told === undefined || open === undefined ? undefined : told.plus(open);
}

const hasSome = ({ equity, balance, available }: MoneyRow): boolean =>
  [equity ?? balance ?? '', available].some((text) => Decimal.parseSigned(text)?.isZero === false);
