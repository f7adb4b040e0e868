/** Journals one call in full, begins the intent of a second, and hangs between its first order and its commit until it is killed. */
import { writeSync } from 'node:fs';
import { SqliteJournal } from '../../../src/ledger/sqlite/sqlite-journal.ts';
import { OPERATIONS } from '../../../src/model/call.ts';
import type { Intent } from '../../../src/ports.ts';

const [file = '', plan = '', origin = ''] = process.argv.slice(2);
const journal = new SqliteJournal({
  file,
  account: { origin, name: 'main' },
  plan,
  generation: 1,
  self: { host: 'here', user: 'tester', pid: process.pid },
  wallMs: () => Date.now(),
});
journal.beginRun({ planFile: 'plan.yaml', digest: 'd' });

const intent = (number: number, orders: Intent['orders']): Intent => ({
  call: {
    number,
    kind: 'batch',
    ...OPERATIONS.batch,
    body: '',
    orders: orders.map(({ id, clientOid }) => ({ id, clientOid })),
  },
  signedAtMs: Date.now(),
  orders,
});
const order = (id: string): Intent['orders'][number] => ({ id, clientOid: `oid${id}`, lineage: 0, content: {} });

journal.recordIntent(intent(1, [order('a'), order('b'), order('c')]), () => true);
writeSync(1, 'first call on disk\n');
const hangs = {
  ...order('e'),
  get content(): Readonly<Record<string, string>> {
    writeSync(1, 'in the middle\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    return {};
  },
};
journal.recordIntent(intent(2, [order('d'), hangs, order('f')]), () => true);
