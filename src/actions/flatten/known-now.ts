import { JournalError } from '../../journal/records/journal-error.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { defined } from '../../model/defined.ts';
import type { Session } from '../../session/session.ts';

export interface KnownNow {
  readonly account: KnownAccount;
  readonly halt?: Halt;
}

/** What the journal has by now. One that fails keeps nobody from being told what was done: then it is what was known before. */
export async function knownNow(session: Pick<Session, 'account' | 'halted'>, before: KnownNow): Promise<KnownNow> {
  try {
    return { account: await session.account(), ...defined({ halt: await session.halted() }) };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return before;
  }
}
