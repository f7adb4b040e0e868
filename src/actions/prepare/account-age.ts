/** The account file that sizes were computed from, held against the account that the orders go to and what it has now. */
import { USUAL_ACCOUNT_AGE_MS } from '../../model/account-file.ts';
import type { Config, Policy } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import { ageWords } from '../../report/text/phrases.ts';
import { refuse } from '../../refusal.ts';
import { moneyOf } from '../../model/account-money.ts';
import { Decimal } from '../../model/decimal.ts';
import { moneyText } from '../../protection/money.ts';
import type { AccountChecked } from '../../session/account-check.ts';

/** Clocks differ by less. */
const MOST_AHEAD_MS = 60_000;

/** A plan that goes somewhere; `exchange` is the origin that it goes to. */
interface SizedRun {
  readonly plan: Pick<Plan, 'sizedBy'>;
  readonly config: Config;
  readonly target: 'paper' | 'live';
  readonly exchange: string;
}

const mostAge = ({ maxAccountAgeMs = USUAL_ACCOUNT_AGE_MS }: Policy): number => maxAccountAgeMs;

/**
 * Why sizes may not go by the file; undefined where they may, and where no size is a share of an equity. On paper any file will
 * do. `nowMs` since 1970.
 */
export function accountObjection({ plan, config, target, exchange }: SizedRun, nowMs: number): string | undefined {
  if (plan.sizedBy === undefined || target === 'paper') return undefined;
  const { asOf, asOfMs, origin, account } = plan.sizedBy;
  const [most, name] = [mostAge(config.policy), config.exchange.account];
  if (origin !== exchange) return `the account file is for ${origin}, and the orders go to ${exchange}`;
  if (account !== name) return `the account file is for the account ${account}, and the orders are for ${name}`;
  if (asOfMs > nowMs + MOST_AHEAD_MS) return `the account file is dated ${asOf}, ahead of this machine’s clock`;
  return nowMs - asOfMs <= most ? undefined : `the account file is dated ${asOf}, older than ${ageWords(most)}`;
}

/** How a person goes on, as it can be typed. */
const REWRITE = 'write it again, and look at the sizes: ordo account --out account.json';

/** Refuses (exit 5) sizes by a file that is too old, or of another account. */
export function checkAccountFile(run: SizedRun, nowMs: number): void {
  const why = accountObjection(run, nowMs);
  if (why === undefined) return;
  refuse('account/file', why, REWRITE);
}

/** When sizes by this file are good no more, in milliseconds since 1970; undefined where that does not matter. */
export const lastMomentOfFile = ({ plan: { sizedBy }, config, target }: SizedRun): number | undefined =>
  sizedBy === undefined || target === 'paper' ? undefined : sizedBy.asOfMs + mostAge(config.policy);

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
