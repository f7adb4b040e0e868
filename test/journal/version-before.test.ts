/** A journal of a version before: read as it is, and brought up by whoever opens it to write. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Head } from '../../src/journal/records/head.ts';
import { openToMove } from '../../src/journal/sqlite/journal-file.ts';
import { putSeal, sealIn, takeSealOff } from '../../src/journal/sqlite/seal.ts';
import { JOURNAL_VERSION, TABLES_BEFORE } from '../../src/journal/sqlite/tables.ts';
import { fill, FILLED, newFile, openJournal, reader, readState, statesIn } from '../support/journal-files.ts';

/** As that version made it, with the records of one that was filled. */
async function madeBy(tables: string): Promise<string> {
  const [filled, file] = [newFile(), newFile()];
  await fill(filled);
  const database = new DatabaseSync(file);
  database.exec(`${tables}
    attach '${filled}' as filled;
    insert into record select * from filled.record order by id;`);
  database.close();
  return file;
}

/** Its version, and whether it takes a halt, finds what was placed by its intent, and takes what version 11 brought. */
function made(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('pragma user_version').get()?.['user_version'];
  const [rule] = database.prepare(`select sql from sqlite_schema where name = 'kind_is_known'`).all();
  const [halted] = database.prepare(`select sql from sqlite_schema where name = 'halted'`).all();
  const [index] = database.prepare(`select sql from sqlite_schema where name = 'placed_at'`).all();
  database.close();
  const kinds = String(rule?.['sql']);
  const takesHalts = kinds.includes(`'halt'`) && halted !== undefined;
  return [
    version,
    takesHalts,
    index !== undefined,
    kinds.includes(`'end-asked'`),
    kinds.includes(`'closed-elsewhere'`),
  ];
}

const RAISED = [JOURNAL_VERSION, true, true, true, true];

describe.each([...TABLES_BEFORE])('a journal of version %i', (version, tables) => {
  const before = (): Promise<string> => madeBy(tables);

  it('is read and found whole, and nothing in it changes', async () => {
    const file = await before();
    expect(statesIn(await readState(file))).toEqual(FILLED);
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
    expect(made(file)).toEqual([version, version >= 9, version >= 10, false, false]);
  });

  it('goes on as this version once a run opens it, with the records that it had', async () => {
    const file = await before();
    const was = await reader(file).verify();
    const journal = await openJournal(file);
    const { head } = was as { head?: Head };
    expect(head?.record).toBe(9);
    expect(await reader(file).verify(head)).toMatchObject({ kind: 'whole' });
    const look = { atMs: 1, symbols: [{ symbol: 'cmt_btcusdt', orders: [] }] };
    await journal.keepLook(look);
    expect(await journal.newestLook()).toEqual(look);
    await journal.release();
    expect(statesIn(await readState(file))).toEqual(FILLED);
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
    expect(made(file)).toEqual(RAISED);
  });

  it('is held to every rule as before, once it is brought up', async () => {
    const file = await before();
    await (await openJournal(file)).release();
    const database = new DatabaseSync(file);
    const last =
      'select max(id) + 1, ?, 2, null, null, null, null, 1, 1.0, ?, (select sum from record order by id desc limit 1), x';
    const insert = database.prepare(`insert into record ${last}'00' from record`);
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    expect(() => insert.run('other', '{}')).toThrow('no such kind of record');
    expect(() => insert.run('run', '{}')).not.toThrow();
    expect(() => insert.run('finished', '{}')).toThrow('no such run');
    expect(() => insert.run('seen', '{"orders":[{"intent":1,"at":0,"step":"cancelled"}]}')).toThrow('no such order');
    for (const change of [
      'delete from record',
      "update record set said = ''",
      'delete from placed',
      'delete from path',
    ])
      expect(() => database.exec(change)).toThrow('the journal is append-only');
    database.close();
  });

  it('is brought up by whoever moves it, and where its seal is taken off', async () => {
    const file = await before();
    openToMove(file).close();
    expect(made(file)).toEqual(RAISED);
    const old = await before();
    const database = new DatabaseSync(old);
    putSeal(database, { to: 'a server', head: { record: 1, sum: '' } });
    expect(sealIn(database, old)).toBeDefined();
    takeSealOff(database);
    database.close();
    expect(made(old)).toEqual(RAISED);
    expect(await reader(old).verify()).toMatchObject({ kind: 'whole' });
  });
});
