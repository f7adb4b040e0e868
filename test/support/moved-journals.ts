/** Journals that are copied to a server, and what must be so of them afterwards. */
import { expect } from 'vitest';
import { JournalMove } from '../../src/journal/copy.ts';
import type { Head } from '../../src/journal/records/head.ts';
import type { KeptLook } from '../../src/journal/records/looked.ts';
import type { Holder, Ledger } from '../../src/journal/records/ledger.ts';
import { serverAddress } from '../../src/journal/postgres/journal-url.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { PgTarget } from '../../src/journal/postgres/pg-target.ts';
import { MovingFile } from '../../src/journal/sqlite/moving-file.ts';
import { fill, intentOf, newFile, openJournal, optionsFor, reader, ROOMY, taken } from './journal-files.ts';
import { clientOn } from './own-server.ts';
import { someOrders } from './plan-builder.ts';

export const self: Holder = { host: 'here', user: 'tester', pid: 7, since: '' };
export const machine = { self, wallMs: () => Date.now() };
export const { account: ACCOUNT } = optionsFor('');
const SCOPE = { account: ACCOUNT };
export const nameOf = (url: string): string => {
  const address = serverAddress(url);
  if (!address.ok) throw new Error(address.error);
  return address.value.name;
};
export const ledgerOn = (url: string): Ledger =>
  openServerLedger(url, { ...machine, monotonicMs: () => performance.now(), defer: (act) => act() });

/** A look that is on record. */
export const KEPT: KeptLook = {
  atMs: 1_700_000_000_000,
  symbols: [{ symbol: 'cmt_btcusdt', market: ['64000', '64000.1'], orders: [], positions: [] }],
};

/** The journal of two runs: what the first left in flight the second has put right. */
export async function filled(): Promise<string> {
  const file = newFile();
  await fill(file);
  const journal = await openJournal(file, { plan: 'second', uptimeMs: () => 12_345.678_9 });
  await journal.recover([]);
  const orders = someOrders(2, { lineage: 4 });
  const attempt = await journal.recordIntent(intentOf(orders));
  await journal.recordVerdicts(attempt, [taken, { outcome: 'unknown', message: 'ü\u2028“\\', rule: 'timeout' }], 1);
  await journal.release();
  // Of the first plan too: a claim holds all of the account.
  const again = await openJournal(file);
  await again.recover([]);
  await again.keepLook(KEPT);
  await again.release();
  return file;
}

export async function headOf(ledger: Ledger): Promise<Head> {
  const found = await ledger.verify();
  if (found.kind !== 'whole' || found.head === undefined) throw new Error('not whole');
  return found.head;
}

/** How many records a server's database holds; 0 where it has no journal. */
export async function recordsOn(url: string): Promise<number> {
  const client = await clientOn(url);
  const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('ordo.journal') is not null is_there`);
  if (rows[0]?.is_there !== true) return 0;
  return Number((await client.query<{ n: string }>('select count(*) n from ordo.journal')).rows[0]?.n);
}

/** A run of another plan on the server that a journal was moved to. */
export async function goOnAt(url: string): Promise<void> {
  const got = await ledgerOn(url).claim(SCOPE, ROOMY);
  if (!got.ok) throw new Error('held');
  await got.value.begin({ plan: 'third', generation: 1, planFile: 'plan.yaml', digest: 'd' });
  await got.value.release();
}

export async function expectSealed(file: string, words: string): Promise<void> {
  const ledger = reader(file);
  await expect(ledger.account(ACCOUNT)).rejects.toThrow(words);
  await expect(ledger.verify()).rejects.toThrow(words);
  await expect(ledger.records(() => {})).rejects.toThrow(words);
  await expect(ledger.claim(SCOPE, ROOMY)).rejects.toThrow(words);
  await expect(ledger.questions(ACCOUNT, ROOMY)).rejects.toThrow(words);
  await expect(openJournal(file)).rejects.toThrow(words);
}

/** The steps of a copy by hand, up to where it dies. */
export async function steps(
  file: string,
  url: string,
  work: (move: JournalMove, target: PgTarget) => Promise<void>,
): Promise<void> {
  const address = serverAddress(url);
  if (!address.ok) throw new Error(address.error);
  const [source, target] = [new MovingFile(file), await PgTarget.connect(address.value)];
  await target.make();
  await work(new JournalMove(source, target, machine), target);
  source.close();
  await target.close();
}
