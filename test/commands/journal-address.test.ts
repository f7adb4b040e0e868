/** Which journal a command goes by, and what is no address of one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { journalAt } from '../../src/commands/live/journal-address.ts';
import type { World } from '../../src/commands/world.ts';
import { here } from '../support/here.ts';
import type { WorldParts } from '../support/world-parts.ts';

const world = (journal?: string): World => {
  const own: WorldParts = {
    files: {
      folder: '/desk',
    },
    home: '/home/ann',
    variables: { ORDO_JOURNAL: journal },
    journals: {
      open: (url) => Promise.resolve({ name: url.replace(/^sqlite:/, '').replace(/:[^:@/]*@/, '@') } as never),
    },
  };
  return own as World;
};
const SERVER = 'postgres://ann:word@db.example/ordo';

test.each([
  ['asked.db', '/of-variable', '/of-config', '/desk/asked.db'],
  [SERVER, '/of-variable', '/of-config', 'postgres://ann@db.example/ordo'],
  [undefined, SERVER, '/of-config', 'postgres://ann@db.example/ordo'],
  [undefined, '/of-variable', SERVER, '/of-variable'],
  [` ${SERVER}\n`, undefined, undefined, 'postgres://ann@db.example/ordo'],
  [undefined, undefined, '/of-config', '/of-config'],
  [undefined, undefined, undefined, '/home/ann/.local/state/ordo/journal.db'],
])('asked %j, variable %j, config %j', async (asked, variable, journal, name) => {
  expect((await journalAt(world(variable), asked, { ...(journal !== undefined && { journal }) })).name).toBe(name);
});

test.each([
  ['--journal', ' ', undefined],
  ['ORDO_JOURNAL', undefined, ''],
  ['ORDO_JOURNAL', undefined, ' '],
])('%s that is empty changes no journal in silence', async (who, asked, variable) => {
  await expect(journalAt(world(variable), asked, { journal: '/of-config' })).rejects.toThrow(`${who} is empty`);
});

test.each([
  ['the variable alone', {}, false],
  ['a line for any server', { PGPASSFILE: 'any' }, false],
  ['a line for this very server', { PGPASSFILE: 'own' }, true],
])('a server that the config names is the journal by the user’s word: %s', async (_, variables, isTaken) => {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-word-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'any'), '*:*:*:*:word\n', { mode: 0o600 });
  writeFileSync(join(folder, 'own'), '*:*:*:*:word\ndb.example:*:*:ann:word\n', { mode: 0o600 });
  const named = Object.entries(variables).map(([name, file]) => [name, join(folder, file)]);
  const own = { ...world(), variables: { PGPASSWORD: 'word', ...(Object.fromEntries(named) as object) } };
  const at = journalAt(own, undefined, { journal: SERVER });
  if (isTaken) expect((await at).name).toBe('postgres://ann@db.example/ordo');
  else await expect(at).rejects.toThrow('postgres://ann@db.example/ordo is named only by the config');
});

const AWAY = 'postgres://ann:word@127.0.0.1:1/ordo';
const NOTE = 'the password in the journal’s address shows in the list of processes';

test.each([
  ['status', '--journal', AWAY],
  ['cancel', '--name', 'one', '--journal', AWAY],
  ['report', '--name', 'one', `--journal=${AWAY}`],
  ['journal', 'info', '--journal', AWAY],
  ['journal', 'copy', 'journal.db', AWAY],
])('a password on the command line is noted once, and not shown: %s', async (...words) => {
  const { stdout, stderr } = await here(words, { folder: tmpdir(), env: { ORDO_BASE_URL: 'http://127.0.0.1:1' } });
  expect([stderr.split(NOTE).length, (stdout + stderr).includes('word@')]).toEqual([2, false]);
});

test.each([
  [['journal', 'info', '--journal', AWAY.replace(':word', '')], ''],
  [['journal', 'info'], AWAY],
  [['journal', '--journal', AWAY, '--help'], ''],
  [['completion', '--words', 'status', '--journal', AWAY, ''], ''],
])('%j with the variable %j notes nothing', async (words, journal) => {
  expect((await here(words, { folder: tmpdir(), env: { ORDO_JOURNAL: journal } })).stderr).not.toContain(NOTE);
});

test.each([
  'mysql://ann:word@db/ordo',
  'POSTGRES://ann:word@db/ordo',
  'postgres:ann:word@db/ordo',
  'jdbc:postgresql://db/ordo?password=word',
  'host=db user=ann password=word dbname=ordo',
  "dbname=ordo password = 'word'",
  'ann:word@db/ordo',
  '/srv/postgres://ann:word@db/ordo',
])('%s is refused and not shown', async (text) => {
  for (const at of [
    journalAt(world(), text),
    journalAt(world(text), undefined),
    journalAt(world(), undefined, { journal: text }),
  ]) {
    const refused: Error = await at.then(
      () => new Error('taken'),
      (error: Error) => error,
    );
    expect(refused.message).toContain('not the address of a journal');
    expect(refused.message).not.toContain('word');
  }
});
