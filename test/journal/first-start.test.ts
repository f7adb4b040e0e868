/** The first start on a journal's file waits for others that make it: on a slow disk each of them takes long. */
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/journal/sqlite/journal-file.ts';
import { newFile, startChild } from '../support/journal-files.ts';

/** Longer than a run waits whose journal is open. */
const HELD_MS = 3_500;

test.each([
  ['while another writes it', 'begin exclusive'],
  ['while another reads it, so that its mode cannot be changed', 'begin; select * from sqlite_schema'],
])('%s', { timeout: 30_000 }, async (_name, how) => {
  const file = newFile();
  const child = startChild('hold-file.ts', file, how, String(HELD_MS));
  expect(await child.line()).toBe('held');
  const beganMs = performance.now();
  const database = openDatabase(file);
  expect(performance.now() - beganMs).toBeGreaterThan(HELD_MS / 2);
  // Once it is open, nothing else of its run goes on while it waits.
  expect(database.prepare('pragma busy_timeout').get()).toEqual({ timeout: 2_000 });
  database.close();
});
