/** `ordo journal copy` on a real server: the records arrive as they are and the file is sealed, or nothing is written. */
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { lockRun } from '../../src/journal/files/run-lock.ts';
import { copyJournal } from '../../src/journal/copy.ts';
import { here } from '../support/here.ts';
import { fill, intentOf, newFile, openJournal, reader, ROOMY } from '../support/journal-files.ts';
import {
  ACCOUNT,
  expectSealed,
  filled,
  goOnAt,
  headOf,
  KEPT,
  ledgerOn,
  machine,
  nameOf,
  recordsOn,
  self,
  steps,
} from '../support/moved-journals.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';
import { someOrders } from '../support/plan-builder.ts';
import { accepted } from '../support/sim-exchange.ts';

const { server, fresh } = await sharedServer();

describe.skipIf(server === undefined)('a journal that is copied to a server', { timeout: 30_000 }, () => {
  it('arrives as it is, and its file is sealed', async () => {
    const [file, url] = [await filled(), await fresh()];
    const [head, known] = [await headOf(reader(file)), await reader(file).account(ACCOUNT)];
    expect(known).toHaveLength(2);
    const copied = await copyJournal(file, url, machine);
    expect(copied).toEqual({ kind: 'copied', head, from: file, to: nameOf(url), wasThere: false });
    const there = ledgerOn(url);
    expect(await headOf(there)).toEqual(head);
    expect(await there.account(ACCOUNT)).toEqual(known);
    expect(await there.newestLook(ACCOUNT)).toEqual(KEPT);
    expect(await there.accountWithLook(ACCOUNT)).toEqual({ known, look: KEPT });
    await expectSealed(file, `the journal ${file} was moved to ${nameOf(url)}`);
  });

  it('has in the tables beside the records what the file has', async () => {
    const [file, url] = [await filled(), await fresh()];
    const rowsIn = (table: string, columns: string): unknown[] => {
      const database = new DatabaseSync(file, { readOnly: true });
      const rows = database.prepare(`select ${columns} from ${table} order by ${columns}`).all();
      database.close();
      return rows.map((row) => Object.values(row).map(String));
    };
    await copyJournal(file, url, machine);
    const client = await clientOn(url);
    for (const [table, columns] of [
      ['placed', 'plan, id, lineage, again, intent, at'],
      ['ended', 'intent, ending'],
      ['settled', 'intent, at, step, record'],
    ] as const) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select ${columns} from ordo.${table} order by ${columns}`,
      );
      expect(rows.map((row) => Object.values(row).map(String))).toEqual(rowsIn(table, columns));
    }
  });

  it('goes on there', async () => {
    const [file, url] = [await filled(), await fresh()];
    await copyJournal(file, url, machine);
    await goOnAt(url);
    expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', wasThere: true });
  });

  it('is told to a person by the command, which the next one goes on from', async () => {
    const [file, url] = [await filled(), await fresh()];
    const { record, sum } = await headOf(reader(file));
    const at = { folder: dirname(file), env: {} };
    const { code, stdout } = await here(['journal', 'copy', 'journal.db', url], at);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `${record} records copied from ${file} to ${nameOf(url)}, all as written\nhead ${record}:${sum}\n` +
        `${file} is sealed: no command opens it again. Keep it, with the head.\n` +
        `From now on name the server: --journal ${nameOf(url)}, or ORDO_JOURNAL=${nameOf(url)}\n`,
    );
    const refused = await here(['journal', 'verify', '--journal', file], at);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`was moved to ${nameOf(url)}`);
    expect(refused.stderr).toContain('name that with --journal');
    const lock = lockRun(file, { account: ACCOUNT }, self);
    expect((await here(['journal', 'copy', file, url], at)).code).toBe(10);
    if (lock.ok) lock.value.release();
    expect((await here(['journal', 'copy', file, url], at)).stdout).toContain(
      `has ${record} records of ${file} already`,
    );
  });

  it.each([
    [['copy'], 'needs the file, and the server'],
    [['copy', 'a', 'b'], 'b is not the address of a server'],
    [['copy', 'postgres://u@h/d', 'a'], 'cannot be copied from there'],
    [['copy', 'none.db', 'postgres://u@127.0.0.1/d'], 'there is no journal'],
    [['copy', 'a', 'postgres://u@h/d', '--journal', 'c'], 'takes no --journal'],
  ])('is not begun by %j', async (args, words) => {
    const { code, stderr } = await here(['journal', ...args], { folder: dirname(newFile()), env: {} });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it('takes records that fill many batches', async () => {
    const [file, url] = [newFile(), await fresh()];
    const journal = await openJournal(file);
    for (const [at, order] of someOrders(700).entries()) {
      const attempt = await journal.recordIntent(intentOf([order], at));
      await journal.recordVerdicts(attempt, [accepted(String(at))], 1);
    }
    await journal.release();
    const head = await headOf(reader(file));
    expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', head });
  });
});

async function hasTables(url: string): Promise<boolean> {
  const { rows } = await (
    await clientOn(url)
  ).query<{ made: string | null }>(`select to_regclass('ordo.journal') as made`);
  return rows[0]?.made !== null;
}

async function expectNothingDone(file: string, url: string): Promise<void> {
  expect(await recordsOn(url)).toBe(0);
  expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
}

describe.skipIf(server === undefined)('a copy is refused, and nothing is written', { timeout: 30_000 }, () => {
  it('into a journal that has records', async () => {
    const [one, two, url] = [await filled(), await filled(), await fresh()];
    await copyJournal(one, url, machine);
    const head = await headOf(ledgerOn(url));
    await expect(copyJournal(two, url, machine)).rejects.toThrow('has records already');
    expect(await headOf(ledgerOn(url))).toEqual(head);
    expect(await reader(two).verify()).toMatchObject({ kind: 'whole' });
  });

  it('of a journal that is not as it was written', async () => {
    const [file, url] = [await filled(), await fresh()];
    const database = new DatabaseSync(file);
    const trigger = database.prepare(`select sql from sqlite_schema where name = 'record_as_written'`).get()?.['sql'];
    database.exec(`drop trigger record_as_written; update record set at_ms = 1 where id = 6; ${String(trigger)}`);
    database.close();
    expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'broken', record: 6, what: 'was changed' });
    expect(await recordsOn(url)).toBe(0);
  });

  it('of an account that a run holds', async () => {
    const [file, url] = [await filled(), await fresh()];
    const lock = lockRun(file, { account: ACCOUNT }, self);
    if (!lock.ok) throw new Error('held');
    expect(await copyJournal(file, url, machine)).toEqual({ kind: 'held', holder: self });
    lock.value.release();
    await expectNothingDone(file, url);
  });

  it('of requests without an ending', async () => {
    const [file, url] = [newFile(), await fresh()];
    await fill(file);
    await expect(copyJournal(file, url, machine)).rejects.toThrow('a request without an ending');
    await expectNothingDone(file, url);
    expect(await hasTables(url)).toBe(false);
  });

  it('of a record of the last two minutes, by either clock', async () => {
    const [file, url] = [newFile(), await fresh()];
    const journal = await openJournal(file, { wallMs: () => Date.now() - 100_000 });
    await journal.release();
    await expect(copyJournal(file, url, machine)).rejects.toThrow('younger than two minutes');
    const ahead = { self, wallMs: () => Date.now() + 60_000 };
    await expect(copyJournal(file, url, ahead)).rejects.toThrow('younger than two minutes');
    await expectNothingDone(file, url);
    expect(await hasTables(url)).toBe(false);
  });

  it('where the server refuses a record, and the file may be used again', async () => {
    const [file, url] = [await filled(), await fresh()];
    await steps(await filled(), url, () => Promise.resolve());
    const client = await clientOn(url);
    await client.query('alter table ordo.journal add constraint few check (id < 7)');
    await expect(copyJournal(file, url, machine)).rejects.toThrow('few');
    await expectNothingDone(file, url);
    await client.query('alter table ordo.journal drop constraint few');
    expect(await copyJournal(file, url, machine)).toMatchObject({ kind: 'copied', wasThere: false });
  });
});

describe.skipIf(server === undefined)('whoever has the file open when it is sealed', () => {
  it('writes nothing more', async () => {
    const [file, url] = [await filled(), await fresh()];
    const questions = await reader(file, () => Date.now()).questions(ACCOUNT, ROOMY);
    await copyJournal(file, url, machine);
    const question = { path: '/x', weight: { ip: 1, uid: 3, orderCalls: 0 } } as const;
    await expect(questions.intend([question])).rejects.toThrow('was moved');
    await questions.release().catch(() => {});
  });
});
