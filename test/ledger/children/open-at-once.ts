/** Opens a journal at a given moment, journals one order of its own account, and says how that went. */
import { writeSync } from 'node:fs';
import { SqliteJournal } from '../../../src/ledger/sqlite/sqlite-journal.ts';
import { OPERATIONS } from '../../../src/model/call.ts';

const [file = '', name = '', atMs = '0'] = process.argv.slice(2);
while (Date.now() < Number(atMs));
try {
  const account = { origin: 'http://127.0.0.1:1', name };
  const self = { host: 'here', user: 'tester', pid: process.pid };
  const journal = new SqliteJournal({ file, account, plan: 'p', generation: 1, self, wallMs: () => Date.now() });
  journal.beginRun({ planFile: 'plan.yaml', digest: 'd' });
  const order = { id: 'a', clientOid: `oid${name}` };
  journal.recordIntent(
    {
      call: { number: 1, kind: 'single', ...OPERATIONS.single, body: '', orders: [order] },
      signedAtMs: Date.now(),
      orders: [{ ...order, lineage: 0, content: {} }],
    },
    () => true,
  );
  journal.close();
  writeSync(1, 'recorded\n');
} catch (error) {
  writeSync(1, `${String(error)}\n`);
}
