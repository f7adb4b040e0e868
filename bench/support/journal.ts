import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { Limits } from '../../src/model/call.ts';

const AMPLE = { amount: 1e9, windowMs: 1000 };
export const AMPLE_LIMITS: Limits = { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 64 };

/** A journal on the disk; `defer` says what shares a commit. */
export const benchLedger = (file: string, defer: (act: () => void) => void, wallMs = Date.now): Ledger =>
  openLedger(sqliteUrl(file), {
    self: { host: 'bench', user: 'bench', pid: process.pid, since: '' },
    monotonicMs: () => performance.now(),
    wallMs,
    defer,
  });

/** A claim on a new one. */
export async function benchClaim(file: string, origin: string, defer: (act: () => void) => void): Promise<Claim> {
  const claim = await benchLedger(file, defer).claim({ account: { origin, name: 'bench' } }, AMPLE_LIMITS);
  if (!claim.ok) throw new Error('somebody holds a new journal');
  return claim.value;
}
