/** Halts an account, or lifts its halt: one record of its journal. Takes no lock and asks nobody, so it works beside a run. */
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { HaltSet, Holder, Ledger } from '../journal/records/ledger.ts';
import { HaltStands } from '../journal/records/journal-error.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import { mayRest } from '../journal/records/state.ts';
import { defined } from '../model/defined.ts';
import { isOpening, type Side } from '../model/order.ts';
import { firstUnsafe } from '../model/safe-text.ts';
import { refuse } from '../refusal.ts';
import { errorWords } from '../model/result.ts';
import { holderWords } from './prepare/account-checks.ts';

/** Most characters of a reason. */
export const MOST_OF_REASON = 200;

/** Whether every head and prompt can show it: one plain line. */
export const isReason = (why: string): boolean =>
  why.trim() !== '' && firstUnsafe(why) === undefined && !why.includes('\n') && why.length <= MOST_OF_REASON;

export interface Halted extends HaltSet {
  /** Whether the account is halted now. */
  readonly isOn: boolean;
}

/**
 * Refuses (exit 6) where the record is not durable: nobody must take the account for halted. Where it is, and only then the journal turns
 * out to be damaged, it says that (exit 6 too). `mostMs`: so long the rest of the journal is read behind a halt that a person waits for.
 */
export async function halt(
  ledger: Ledger,
  account: AccountName,
  { isOn, why, mostMs }: { readonly isOn: boolean; readonly why: string; readonly mostMs?: number },
): Promise<Halted> {
  const set = await ledger.setHalt(account, isOn ? 'halt' : 'lifted', why, mostMs).catch(async (error: unknown) => {
    if (error instanceof HaltStands)
      return refuse('journal/halt-stands', `HALTED, and nothing else is known: ${error.message}`, error.hint);
    const holder = await ledger.holder(account).catch(() => {});
    const mend = ['try again at once', ...(holder === undefined ? ['if it fails again, look at the journal'] : [])];
    // Stopped in the middle of a commit it keeps everybody else from writing, for as long as nobody continues it.
    const held =
      holder === undefined ? [] : [`the account is locked by ${holderWords(holder)}: ${stoppedWords(holder)}`];
    return refuse(
      'journal/not-halted',
      `${isOn ? 'NOT HALTED' : 'NOT LIFTED'}: ${errorWords(error)}`,
      [...mend, ...held, ...(isOn ? ['until then stop ordo itself, and cancel on the exchange'] : [])].join('; '),
    );
  });
  return { isOn, ...set };
}

const stoppedWords = ({ pid }: Holder): string =>
  `if it was stopped (Ctrl-Z) it may lock the journal, so continue it, or end it with kill -9 ${pid}`;

/** What may still fill of what opens, by plan: a halt cancels nothing. */
export interface MayFill extends PlanName {
  readonly orders: number;
  /** The plan file of the last run that sent something of it: its absolute path. */
  readonly planFile?: string;
}

export const mayFillOf = (known: KnownAccount): MayFill[] =>
  known.flatMap(({ plan, generation, planFile, orders: all }) => {
    const orders = [...all.values()].filter((one) => mayRest(one) && isOpening(one.content['side'] as Side)).length;
    return orders === 0 ? [] : [{ plan, generation, orders, ...defined({ planFile }) }];
  });
