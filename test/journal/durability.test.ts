import { expect, it } from 'vitest';
import { openDatabase } from '../../src/journal/sqlite/journal-file.ts';
import { newFile } from '../support/journal-files.ts';

it('is asked of the disk itself, on macOS too: there fsync alone leaves a commit in the drive’s cache', () => {
  const database = openDatabase(newFile());
  const asked = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'].map((name) =>
    Object.values(database.prepare(`pragma ${name}`).get() ?? {}).at(0),
  );
  database.close();
  const FULL = 2;
  expect(asked).toEqual(['wal', FULL, 1, 1]);
});
