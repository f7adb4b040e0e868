/** Opens a journal at a given moment, journals one order of its own account, and says how that went. */
import { writeSync } from 'node:fs';
import { openLedger } from '../../../src/journal/open.ts';
import { sqliteUrl } from '../../../src/journal/url.ts';
import { OPERATIONS } from '../../../src/exchange/v2/requests.ts';

const [file = '', name = '', atMs = '0'] = process.argv.slice(2);
const AMPLE = { amount: 1000, windowMs: 10_000 };
while (Date.now() < Number(atMs));
try {
  const ledger = openLedger(sqliteUrl(file), {
    self: { host: 'here', user: 'tester', pid: process.pid, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: Date.now,
    defer: (act) => void setImmediate(act),
  });
  const account = { origin: 'http://127.0.0.1:1', name };
  const claim = await ledger.claim({ account }, { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 1 });
  if (!claim.ok) throw new Error('held');
  await claim.value.begin({ plan: 'p', generation: 1, planFile: 'plan.yaml', digest: 'd' });
  const orders = [{ id: 'a', clientOid: `oid${name}`, lineage: 0, content: {} }];
  const call = { number: 1, kind: 'single', ...OPERATIONS.single, body: '', orders } as const;
  await claim.value.intend([{ call, signedAtMs: Date.now(), orders }]);
  await claim.value.release();
  writeSync(1, 'recorded\n');
} catch (error) {
  writeSync(1, `${String(error)}\n`);
}
