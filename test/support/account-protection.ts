/** An account judged by its journal and its newest look, as commands judge it. */
import { guardedAccount, youngLook, type AccountSeen } from '../../src/protection/journal/account.ts';
import { protectionOf, type Protection } from '../../src/protection/protection.ts';

export function protectionOfAccount({
  nowMs,
  look: newest,
  ...seen
}: AccountSeen & { readonly nowMs: number }): Protection {
  const look = youngLook(newest, nowMs);
  return protectionOf({ basis: look === undefined ? 'journal' : 'look', ...guardedAccount({ ...seen, look }) });
}
