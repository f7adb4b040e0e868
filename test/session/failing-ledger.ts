/** A ledger whose disk is full from one write of its claims on. */
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';

type Write = 'intend' | 'conclude' | 'settle' | 'see';

/** The k-th write of its kind (from 1) fails, and every write that follows. */
export interface LedgerFault {
  readonly write: Write;
  readonly at: number;
}

export function failing(ledger: Ledger, fault: LedgerFault): Ledger {
  let times = 0;
  let isFull = false;
  const full = (write: Write): boolean => (isFull ||= write === fault.write && ++times === fault.at);
  const failingClaim = (claim: Claim): Claim => bound(claim, (name) => isWrite(name) && full(name));
  return bound(ledger, () => false, {
    claim: async (scope, limits) => {
      const claimed = await ledger.claim(scope, limits);
      return claimed.ok ? { ok: true, value: failingClaim(claimed.value) } : claimed;
    },
  });
}

const WRITES: ReadonlySet<string | symbol> = new Set(['intend', 'conclude', 'settle', 'see', 'finish'] satisfies (
  | Write
  | 'finish'
)[]);
const isWrite = (name: string | symbol): name is Write => WRITES.has(name);

/** The same object, but for what is given; a method that `fails` rejects as a store that cannot be written. */
function bound<T extends object>(one: T, fails: (name: string | symbol) => boolean, given: Partial<T> = {}): T {
  return new Proxy(one, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in given ? given : target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        fails(name)
          ? Promise.reject(new JournalError('the disk is full', 'make room'))
          : Reflect.apply(value, target, args);
    },
  });
}
