/** What of an account is covered by a stop, by its journal and the newest look that it has. Asks nobody. */
import type { AccountLook } from '../protection/journal/look.ts';
import { guardedAccount, type AccountSeen } from '../protection/journal/account.ts';
import { protectionOf, type Protection } from '../protection/protection.ts';

/** An older look says nothing of now. */
export const LOOK_COUNTS_MS = 24 * 60 * 60 * 1000;

export const youngLook = (look: AccountLook | undefined, nowMs: number): AccountLook | undefined =>
  look === undefined || nowMs - look.atMs > LOOK_COUNTS_MS ? undefined : look;

export interface ProtectionAsked extends AccountSeen {
  readonly nowMs: number;
}

/** By the look, if it is at most a day old: what was sent since is added to it by the journal. Else by the journal alone. */
export function protectionOfAccount({ nowMs, look: newest, ...seen }: ProtectionAsked): Protection {
  const look = youngLook(newest, nowMs);
  return protectionOf({ basis: look === undefined ? 'journal' : 'look', ...guardedAccount({ ...seen, look }) });
}
