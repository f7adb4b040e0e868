/** The account file that sizes were computed from, held against the account that the orders go to. */
import { USUAL_ACCOUNT_AGE_MS } from '../../model/account-file.ts';
import type { Config, Policy } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import { ageWords } from '../../report/text/phrases.ts';
import { refuse } from '../../refusal.ts';

/** Clocks differ by less. */
const MOST_AHEAD_MS = 60_000;

/** A plan that goes somewhere; `exchange` is the origin that it goes to. */
export interface SizedRun {
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
export const REWRITE = 'write it again, and look at the sizes: ordo account --out account.json';

/** Refuses (exit 5) sizes by a file that is too old, or of another account. */
export function checkAccountFile(run: SizedRun, nowMs: number): void {
  const why = accountObjection(run, nowMs);
  if (why === undefined) return;
  refuse('account/file', why, REWRITE);
}

/** When sizes by this file are good no more, in milliseconds since 1970; undefined where that does not matter. */
export const lastMomentOfFile = ({ plan: { sizedBy }, config, target }: SizedRun): number | undefined =>
  sizedBy === undefined || target === 'paper' ? undefined : sizedBy.asOfMs + mostAge(config.policy);
