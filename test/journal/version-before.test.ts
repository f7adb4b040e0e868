/** A journal of the version before: read as it is, and brought up by whoever opens it to write. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openToMove } from '../../src/journal/sqlite/journal-file.ts';
import { putSeal, sealIn, takeSealOff } from '../../src/journal/sqlite/seal.ts';
import { JOURNAL_VERSION, VERSION_BEFORE } from '../../src/journal/sqlite/tables.ts';
import { fill, FILLED, newFile, openJournal, reader, readState, statesIn } from '../support/journal-files.ts';

const LACKED = `from_state = 'cancel-unknown' and step in ('stands', 'settle-closed')`;

/** As that version made it. */
async function before(): Promise<string> {
  const file = newFile();
  await fill(file);
  const database = new DatabaseSync(file);
  const [guard] = database.prepare(`select sql from sqlite_schema where name = 'path_stays'`).all();
  database.exec(`drop trigger path_stays; delete from path where ${LACKED}; ${String(guard?.['sql'])};
    pragma user_version = ${VERSION_BEFORE};`);
  database.close();
  return file;
}

/** Its version, and how many of the paths it has that were added. */
function made(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('pragma user_version').get()?.['user_version'];
  const paths = database.prepare(`select count(*) as paths from path where ${LACKED}`).get()?.['paths'];
  database.close();
  return [version, paths];
}

const RAISED = [JOURNAL_VERSION, 2];

it('is read and found whole, and nothing in it changes', async () => {
  const file = await before();
  expect(statesIn(await readState(file))).toEqual(FILLED);
  expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  expect(made(file)).toEqual([VERSION_BEFORE, 0]);
});

it('goes on as this version once a run opens it, with the records that it had', async () => {
  const file = await before();
  const journal = await openJournal(file);
  const { o1 } = Object.fromEntries(await journal.known());
  const { clientOid = '' } = o1 ?? {};
  const words = { rule: 'seen', message: 'm' };
  await journal.see([{ clientOid, step: 'cancel-unknown', ...words }]);
  await journal.see([{ clientOid, step: 'stands', ...words }]);
  await journal.release();
  expect(statesIn(await readState(file))).toEqual(FILLED);
  expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  expect(made(file)).toEqual(RAISED);
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
