import type { Claim } from '../../src/journal/records/ledger.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { Limits } from '../../src/model/call.ts';

const AMPLE = { amount: 1e9, windowMs: 1000 };
const LIMITS: Limits = { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 64 };

/** A claim on a new journal on the disk; `defer` says what shares a commit. */
export async function benchClaim(file: string, origin: string, defer: (act: () => void) => void): Promise<Claim> {
  const ledger = openLedger(sqliteUrl(file), {
    self: { host: 'bench', user: 'bench', pid: process.pid, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: Date.now,
    defer,
  });
  const claim = await ledger.claim({ account: { origin, name: 'bench' } }, LIMITS);
  if (!claim.ok) throw new Error('somebody holds a new journal');
  return claim.value;
}
