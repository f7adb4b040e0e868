/** What the account has of each coin, whatever the version calls it. */
import type { SettingTold } from '../../model/account-settings.ts';
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { MoneyRow } from '../../model/standing.ts';
import type { AnswerBook } from './answer-book.ts';
import { isObject, textOf } from './answers.ts';
import { signedTextOf, toldBy } from './told.ts';

/** How a version names these of a row. It tells an equity, or a balance in its place. */
type MoneyNames = {
  readonly coin: string;
  readonly available: string;
  readonly openProfit: string;
} & ({ readonly equity: string; readonly balance?: never } | { readonly balance: string; readonly equity?: never });

const unread = {
  kind: 'failed',
  message: 'a row of the money cannot be read',
} as const;

/** A row that cannot be read, or a second one of its coin, makes it a failure: there would be too little of something. */
export function moneyIn(
  evidence: Evidence,
  { book, names }: { readonly book: AnswerBook; readonly names: MoneyNames },
): SettingTold<readonly MoneyRow[]> | Unanswered {
  const told = toldBy(evidence, book);
  if (told.kind !== 'told') return told;
  if (!Array.isArray(told.payload)) return { kind: 'failed', message: 'an answer without a list' };
  const rows = new Map<string, MoneyRow>();
  for (const one of told.payload as readonly Json[]) {
    const row = rowIn(one, names);
    if (row === undefined || rows.has(row.coin)) return unread;
    rows.set(row.coin, row);
  }
  return { kind: 'told', value: [...rows.values()] };
}

function rowIn(row: Json, names: MoneyNames): MoneyRow | undefined {
  if (!isObject(row)) return undefined;
  const coin = textOf(row[names.coin])?.toUpperCase();
  const available = signedTextOf(row[names.available]);
  const worth = signedTextOf(row[names.equity ?? names.balance]);
  if (coin === undefined || coin === '' || available === undefined || worth === undefined) return undefined;
  const openProfit = signedTextOf(row[names.openProfit]);
  return {
    coin,
    available,
    ...(names.equity === undefined ? { balance: worth } : { equity: worth }),
    ...defined({ openProfit }),
  };
}
