/** Journals one call in full, begins the intent of a second, and hangs between its record and its commit until it is killed. */
import { writeSync } from 'node:fs';
import type { Intent } from '../../../src/journal/records/request.ts';
import { AccountBooks } from '../../../src/journal/account/account-log.ts';
import { LogClaim } from '../../../src/journal/requests/log-claim.ts';
import type { Append, LocalStore } from '../../../src/journal/records/record-log.ts';
import { SqliteStore } from '../../../src/journal/sqlite/sqlite-log.ts';
import { OPERATIONS } from '../../../src/exchange/v2/requests.ts';

const [file = '', plan = '', origin = ''] = process.argv.slice(2);
const AMPLE = { amount: 1000, windowMs: 10_000 };
const sqlite = new SqliteStore({ file, wallMs: Date.now });
let isHanging = false;

/** The real log; a write of it hangs once its record is written and before its commit. */
const store: LocalStore = {
  read: (onRecord) => sqlite.read(onRecord),
  verify: (kept) => sqlite.verify(kept),
  open: (onRecord) => {
    const log = sqlite.open(onRecord);
    return {
      get head() {
        return log.head;
      },
      close: () => log.close(),
      transact: <T>(work: (append: Append) => T): T =>
        log.transact((append) => {
          const value = work(append);
          if (!isHanging) return value;
          writeSync(1, 'in the middle\n');
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
          return value;
        }),
    };
  },
};

const intent = (number: number, ids: readonly string[]): Intent => {
  const orders = ids.map((id) => ({ id, clientOid: `oid${id}`, lineage: 0, content: {} }));
  return { call: { number, kind: 'batch', ...OPERATIONS.batch, body: '', orders }, signedAtMs: Date.now(), orders };
};

const claim = new LogClaim(
  await AccountBooks.open(
    store,
    { origin, name: 'main' },
    {
      self: { host: 'here', user: 'tester', pid: process.pid },
      monotonicMs: () => performance.now(),
      wallMs: Date.now,
      defer: (act) => act(),
    },
  ),
  { ip: AMPLE, uid: AMPLE, orderCalls: AMPLE, inFlight: 1 },
  () => {},
);
await claim.begin({ plan, generation: 1, planFile: 'plan.yaml', digest: 'd' });
await claim.intend([intent(1, ['a', 'b', 'c'])]);
writeSync(1, 'first call on disk\n');
isHanging = true;
await claim.intend([intent(2, ['d', 'e', 'f'])]);
