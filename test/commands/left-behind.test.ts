/** A run whose journal is on a server is refused where only a file of this machine knows what was sent. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MovingFile } from '../../src/journal/sqlite/moving-file.ts';
import type { Head } from '../../src/journal/records/head.ts';
import { checkNotLeftBehind } from '../../src/actions/prepare/left-behind.ts';
import { intentOf, newFile, openJournal, optionsFor, reader, taken } from '../support/journal-files.ts';
import { someOrders } from '../support/plan-builder.ts';

const { account: ACCOUNT } = optionsFor('');
const check = (server: string, own: string): Promise<void> =>
  checkNotLeftBehind({ server: reader(server), own: reader(own) }, ACCOUNT);

async function known(): Promise<string> {
  const file = newFile();
  const journal = await openJournal(file);
  const attempt = await journal.recordIntent(intentOf(someOrders(1)));
  await journal.recordVerdicts(attempt, [taken], 1);
  await journal.release();
  return file;
}

async function sealed(to: string, isDone: boolean): Promise<{ file: string; head: Head }> {
  const file = await known();
  const found = await reader(file).verify();
  if (found.kind !== 'whole' || found.head === undefined) throw new Error('not whole');
  const moving = new MovingFile(file);
  moving.putSeal({ to, head: found.head }, [ACCOUNT], [Date.now()]);
  if (isDone) moving.sealIsDone();
  moving.close();
  return { file, head: found.head };
}

// Any other store stands for the server's: what is asked of it is the same.
describe('a live run on a server’s journal', () => {
  it('goes on where this machine has no journal, or one that does not know the account', async () => {
    await expect(check(newFile(), newFile())).resolves.toBeUndefined();
    const other = newFile();
    const journal = await openJournal(other, { account: { ...ACCOUNT, name: 'other' } });
    await journal.release();
    await expect(check(newFile(), other)).resolves.toBeUndefined();
  });

  it('goes on where the server knows the account too', async () => {
    await expect(check(await known(), await known())).resolves.toBeUndefined();
  });

  it('is refused where only the file knows it, and told of the copy', async () => {
    const [server, own] = [newFile(), await known()];
    await expect(check(server, own)).rejects.toMatchObject({
      refusal: { exitCode: 2, hint: expect.stringContaining(`ordo journal copy ${own} ${server}`) as string },
    });
  });

  it('is refused where the file moved to another server, or is still moving', async () => {
    const server = newFile();
    await expect(check(server, (await sealed('postgres://u@h/d', true)).file)).rejects.toThrow(
      'was moved to postgres://u@h/d',
    );
    await expect(check(server, (await sealed(server, false)).file)).rejects.toThrow('is being moved');
  });

  it('is refused where the file moved to this very server, which has lost it', async () => {
    const server = newFile();
    const journal = await openJournal(server, { account: { ...ACCOUNT, name: 'other' } });
    await journal.release();
    const { file } = await sealed(server, true);
    await expect(check(server, file)).rejects.toThrow('does not have the records');
  });

  it('is refused where the file cannot be read and the server knows nothing', async () => {
    const own = await known();
    const changed = new DatabaseSync(own);
    changed.exec('pragma user_version = 5');
    changed.close();
    await expect(check(newFile(), own)).rejects.toThrow('journal of version 5');
    await expect(check(await known(), own)).resolves.toBeUndefined();
  });
});
