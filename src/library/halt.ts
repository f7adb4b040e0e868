/** The halt of a session's account, and its end, for programs: one record, whatever is under way. */
import { halt, isReason, mayFillOf, MOST_OF_REASON, type MayFill } from '../actions/halt.ts';
import type { Halt } from '../journal/records/halt.ts';
import { defined } from '../model/defined.ts';
import { refuse } from '../refusal.ts';
import type { Holding } from './holding.ts';

/** What a halt, or its end, came to. */
export interface HaltedAccount {
  /** The halt that was in force before; absent where there was none. */
  readonly before?: Halt;
  /** Orders of the ledger that open and may still fill, by plan: a halt cancels nothing. */
  readonly mayFill: readonly MayFill[];
}

/** Throws RefusalError where the reason is not one line (exit code 2), or the record is not durable (6). */
export async function setHaltOf(
  { ledger, account }: Pick<Holding, 'ledger' | 'account'>,
  asked: { readonly isOn: boolean; readonly why: string },
): Promise<HaltedAccount> {
  if (!isReason(asked.why))
    refuse('option/value', `why is one line of at most ${MOST_OF_REASON} characters, without control characters`);
  const { before, known } = await halt(ledger, account, asked);
  if (known === undefined) throw new Error('a halt without a time limit reads all of its journal');
  return { ...defined({ before }), mayFill: mayFillOf(known) };
}
