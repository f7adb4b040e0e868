import { JournalError } from '../../journal/records/journal-error.ts';
import type { Ledger } from '../../journal/records/ledger.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { refusalWith, RefusalError, type Refusal } from '../../refusal.ts';

/** Whatever ends it, the halt stands, until somebody lifts it. */
export async function sayingHalted<Value>(
  isHalted: () => Promise<boolean>,
  body: () => Promise<Value>,
): Promise<Value> {
  try {
    return await body();
  } catch (error) {
    const refusal = refusalUnder(error);
    if (refusal === undefined || !(await isHalted())) throw error;
    const stands = 'the account is halted: nothing that opens is sent until ordo halt --lift';
    throw new RefusalError({ ...refusal, hint: refusal.hint === undefined ? stands : `${refusal.hint}; ${stands}` });
  }
}

/** A journal that fails behind the halt is not one that could never be used. */
function refusalUnder(error: unknown): Refusal | undefined {
  if (error instanceof JournalError) return refusalWith('journal/halt-stands', error.message, error.hint);
  return error instanceof RefusalError ? error.refusal : undefined;
}

/** Of a halt that is durable: whether it is still in force. A journal that cannot be read says of no lift. */
export const stillHalted = (ledger: Pick<Ledger, 'halted'>, account: AccountName): Promise<boolean> =>
  ledger.halted(account).then(
    (halt) => halt !== undefined,
    () => true,
  );
