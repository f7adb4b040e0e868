/** Whether the account still has what the account file says, by which orders were sized. */
import { moneyOf } from '../../model/account-money.ts';
import { Decimal } from '../../model/decimal.ts';
import { moneyText } from '../../protection/money.ts';
import { refuse } from '../../refusal.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import { REWRITE, type SizedRun } from './account-age.ts';

/** What is left of it at least, of one. */
const LEAST_SHARE = Decimal.of('0.95');

export type EquityChecked = { readonly kind: 'as-said' } | { readonly kind: 'unread' | 'less'; readonly words: string };

/** A run without such sizes is not checked. */
export function checkEquity({ money }: AccountChecked, { plan: { sizedBy }, config }: SizedRun): EquityChecked {
  if (sizedBy === undefined || money === undefined) return { kind: 'as-said' };
  const told = money.kind === 'told' ? moneyOf(money.value, config.exchange.equity) : undefined;
  if (told === undefined) {
    const why = money.kind === 'told' ? `no row says how much it has of ${sizedBy.asset}` : money.message;
    return { kind: 'unread', words: `the equity that sizes go by cannot be read: ${why}` };
  }
  if (told.equity.compare(sizedBy.equity.times(LEAST_SHARE)) >= 0) return { kind: 'as-said' };
  const [has, said] = [moneyText(told.equity, 'gain'), moneyText(sizedBy.equity, 'gain')];
  const words = `the account is worth ${has} ${told.asset}, more than 5 % less than the ${said} of the account file`;
  return { kind: 'less', words };
}

/** Refuses (exit 5) sizes by an equity that is not there any more. */
export function refuseLess(checked: EquityChecked): void {
  if (checked.kind === 'less') refuse('account/file', checked.words, REWRITE);
}
