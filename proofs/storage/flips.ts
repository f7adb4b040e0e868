/** A journal with one byte changed, or cut anywhere: it is refused, or it says exactly what it said before. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { readJournalState } from '../../src/ledger/sqlite/read-journal.ts';
import { SqliteJournal, type JournalOptions } from '../../src/ledger/sqlite/sqlite-journal.ts';
import { OPERATIONS } from '../../src/model/call.ts';
import type { AttemptId } from '../../src/ports.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import type { Findings } from '../proof.ts';
import type { Random } from '../random.ts';

const ORDERS = 30;

const options = (file: string): JournalOptions => ({
  file,
  account: { origin: 'http://127.0.0.1:1', name: 'main' },
  plan: 'flips',
  generation: 1,
  self: { host: 'here', user: 'proof', pid: 1 },
  wallMs: () => 1_760_000_000_000,
});

/** Thirty orders: accepted, rejected, unknown, in flight, and one that did not leave; a journal as a run closes it. */
function fill(file: string): void {
  const journal = new SqliteJournal(options(file));
  journal.beginRun({ planFile: 'plan.yaml', digest: 'd' });
  for (let n = 0; n < ORDERS; n++) {
    const order = { id: `o${n}`, clientOid: `ordo${'abcdefghijklmnop'.repeat(2)}${n}` };
    const content = { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01', price: `6${n}000` };
    const call = {
      number: n + 1,
      kind: 'single',
      ...OPERATIONS.single,
      body: JSON.stringify(content),
      orders: [order],
    } as const;
    const attempt = journal.recordIntent(
      { call, signedAtMs: n, orders: [{ ...order, lineage: 0, content }] },
      () => true,
    ) as AttemptId;
    const verdicts: readonly Verdict[] = [
      { outcome: 'accepted', orderId: `59647106462462${n}`, rule: 'order-id' },
      { outcome: 'accepted', orderId: `71928859925361${n}`, rule: 'order-id' },
      { outcome: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' },
      { outcome: 'unknown', message: 'no answer', rule: 'timeout' },
    ];
    const verdict = verdicts[n % 6];
    if (verdict !== undefined) journal.recordVerdicts(attempt, [verdict], 12.5);
    else if (n % 6 === 4) journal.recordNotTaken(attempt, 'not-sent', 'no connection', 1);
  }
  journal.close();
}

/** Changes `flips` bytes, one at a time, and cuts the file at a tenth as many lengths. */
export function flips(count: number, random: Random, found: Findings): void {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-flips-'));
  try {
    const whole = join(folder, 'whole.db');
    fill(whole);
    const bytes = readFileSync(whole);
    const truth = JSON.stringify([...readJournalState(whole, options(whole))]);
    const file = join(folder, 'journal.db');
    writeFileSync(`${file}.made`, '');
    const judge = (damaged: Buffer, what: string): void => {
      writeFileSync(file, damaged);
      const asRead = reading(() => readJournalState(file, options(file)));
      const asOpened = reading(() => {
        const journal = new SqliteJournal(options(file));
        try {
          return journal.state();
        } finally {
          journal.close();
        }
      });
      for (const said of [asRead, asOpened]) {
        found.hold(said === undefined || said === truth, `the journal with ${what}`, 'is read as something else');
        found.count(said === undefined ? 'damaged journals refused' : 'damaged journals read truly');
      }
      for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
    };
    for (let n = 0; n < count; n++) {
      const at = random.below(bytes.length);
      const mask = random.chance(0.7) ? 1 << random.below(8) : random.int(1, 255);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ mask;
      judge(damaged, `byte ${at} xor ${mask}`);
    }
    const cuts = Array.from({ length: Math.ceil(count / 10) }, (_, n) =>
      n < bytes.length / 4096 ? n * 4096 : random.below(bytes.length),
    );
    for (const length of cuts) judge(bytes.subarray(0, length), `only ${length} bytes`);
    found.count('damaged journals', count + cuts.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is read, or undefined where it is refused; anything but a refusal passes on. */
function reading(read: () => Iterable<unknown>): string | undefined {
  try {
    return JSON.stringify([...read()]);
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}
