/** The journal's password: servers that ask for it who are nobody's own, and addresses that are almost one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asker, type Asking } from '../support/password-asker.ts';
import type { Scene } from './canary-scenes.ts';

/** Every command that goes by a journal; the first places. */
const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['run', '--live'],
  ['run', '--live', '--out', 'reviewed.json'],
  ['status'],
  ['settle'],
  ['cancel'],
  ['explain', 'bid-1'],
  ['report'],
  ['diff', 'plan.yaml'],
];

/** A home whose password file has the password for any server; it is not among what is searched. */
function homeWith(password: string): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-canary-home-'));
  const written = password.replaceAll(/[\\:]/g, (sign) => `\\${sign}`);
  writeFileSync(join(folder, '.pgpass'), `*:*:*:*:${written}\n`, { mode: 0o600 });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

const ofTheConfig = (how: Asking): Scene => ({
  name: `a server of the config alone that asks for the password ${how}`,
  isProcess: true,
  play: async ({ at, run, canaries, fail }) => {
    const server = await asker(how);
    const home = homeWith(canaries.passphrase);
    const text = `version: 1\nexchange: { baseUrl: 'http://127.0.0.1:9' }\njournal: postgres://desk@127.0.0.1:${server.port}/ordo\n`;
    writeFileSync(join(at.folder, 'ordo.config.yaml'), text);
    try {
      for (const args of COMMANDS) await run(at, args, { PGPASSWORD: canaries.passphrase });
      for (const args of COMMANDS) await run(at, args, { HOME: home.folder });
      if (server.heard().length > 0) fail('it was asked for a journal');
    } finally {
      server.close();
      home.remove();
    }
  },
});

const inClearText: Scene = {
  name: 'a server of the user’s own that asks for the password in clear text',
  isProcess: true,
  play: async ({ at, run, canaries, fail }) => {
    const server = await asker('in clear text');
    const journal = `postgres://desk@127.0.0.1:${server.port}/ordo`;
    const env = { ORDO_BASE_URL: 'http://127.0.0.1:9', PGPASSWORD: canaries.passphrase };
    try {
      await run(at, ['status'], { ...env, ORDO_JOURNAL: journal });
      await run(at, ['status', '--journal', journal.replace('@', `:${encodeURIComponent(canaries.secret)}@`)], env);
      if (server.heard().length === 0) fail('it was not asked');
      writeFileSync(join(at.folder, 'heard'), server.heard());
    } finally {
      server.close();
    }
  },
};

/** What a hand writes where an address is meant; `blank` is that of a copy. */
const almost = (password: string): readonly string[] => {
  const inUrl = encodeURIComponent(password);
  return [
    `jdbc:postgresql://127.0.0.1:9/ordo?user=desk&password=${inUrl}`,
    `host=127.0.0.1 user=desk password=${password} dbname=ordo`,
    `dbname=ordo password = '${password}'`,
    `desk:${inUrl}@127.0.0.1/ordo`,
    `postgres:desk:${inUrl}@127.0.0.1/ordo`,
    `POSTGRES://desk:${inUrl}@127.0.0.1:9/ordo`,
    ` postgres://desk:${inUrl}@127.0.0.1:9/ordo`,
    `/srv/postgres://desk:${inUrl}@127.0.0.1:9/ordo`,
  ];
};

const almostAnAddress: Scene = {
  name: 'what is almost the address of a journal',
  play: async ({ at, run, canaries }) => {
    const config = join(at.folder, 'ordo.config.yaml');
    const env = { ORDO_BASE_URL: 'http://127.0.0.1:9' };
    writeFileSync(config, 'version: 1\n');
    for (const journal of almost(canaries.passphrase)) {
      for (const args of [['run', '--execute', '--live', '--yes'], ['run', '--live'], ['status'], ['report']]) {
        await run(at, [...args, '--journal', journal], env);
        await run(at, args, { ...env, ORDO_JOURNAL: journal });
      }
      writeFileSync(config, `version: 1\njournal: ${JSON.stringify(journal)}\n`);
      await run(at, ['status'], env);
      await run(at, ['run', '--live'], env);
      // It is the user's own, and has what they wrote.
      writeFileSync(config, 'version: 1\n');
    }
  },
};

export const JOURNAL_SCENES: readonly Scene[] = [
  ofTheConfig('in clear text'),
  ofTheConfig('under MD5'),
  ofTheConfig('by SCRAM'),
  inClearText,
  almostAnAddress,
];
