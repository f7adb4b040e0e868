/** Keys that a command of the config prints, through the built command. */
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { bids, type Place } from '../../proofs/support/ordo.ts';
import { LOSING, paperAndPlace, run, settle, type At } from '../support/live.ts';
import { isRoot, OTHER } from '../support/users.ts';

const printed = JSON.stringify({ key: 'paper', secret: 'paper', passphrase: 'paper' });
const keyless = (at: At, env: Record<string, string> = {}): Place => {
  const { ORDO_API_KEY: _key, ORDO_API_SECRET: _secret, ORDO_API_PASSPHRASE: _phrase, ...rest } = at.env;
  return { folder: at.folder, env: { ...rest, ...env } };
};
const config = (...command: string[]): string => `version: 1\nexchange: { keysCommand: ${JSON.stringify(command)} }\n`;

describe('keys from a command', () => {
  test('place orders and settle them', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', config('cat', at.write('keys.json', printed)));
    at.write('plan.yaml', bids('keys', 1));
    expect((await run(keyless(at))).code).toBe(7);
    expect(paper.orders).toHaveLength(1);
    expect((await settle(keyless(at))).code).toBe(0);
  });

  test('the variables go over it', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', config('false'));
    at.write('plan.yaml', bids('keys', 1));
    expect((await run(at)).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });

  test.each<[string, (at: At) => string, number, string]>([
    ['that fails', () => config('false'), 0o600, 'keysCommand'],
    ['that prints no keys', (at) => config('cat', at.write('keys.json', '"Canary"')), 0o600, 'keysCommand'],
    ['in a config that others may write', (at) => config('touch', join(at.folder, 'ran')), 0o660, 'chmod'],
  ])('%s is exit 2: nothing is sent, nothing of it shown', async (_, text, mode, word) => {
    const { paper, at } = await paperAndPlace();
    chmodSync(at.write('ordo.config.yaml', text(at)), mode);
    at.write('plan.yaml', bids('keys', 1));
    const ended = await run(keyless(at));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(word);
    expect(ended.stdout + ended.stderr).not.toContain('Canary');
    expect(existsSync(join(at.folder, 'ran'))).toBe(false);
    expect(paper.requests).toEqual([]);
  });

  test('the variables go over one that cannot be found', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', config('no-such-program'));
    at.write('plan.yaml', bids('keys', 1));
    expect((await run(at)).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });

  test('a key that cannot be a header is exit 2', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('keys', 1));
    expect((await run({ ...at, env: { ...at.env, ORDO_API_KEY: 'paper\nX: y' } })).code).toBe(2);
    expect(paper.requests).toEqual([]);
  });

  test('is not run for what sends nothing', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', config('touch', join(at.folder, 'ran')));
    at.write('plan.yaml', bids('keys', 1));
    for (const args of [
      ['run', 'plan.yaml', '--live'],
      ['run', 'plan.yaml', '--execute'],
      ['status', 'plan.yaml'],
      ['settle', 'plan.yaml'],
    ])
      expect((await here(args, keyless(at))).code).toBe(0);
    expect(existsSync(join(at.folder, 'ran'))).toBe(false);
  });
});

/** A program that prints the keys, and leaves a file `ran` beside itself. */
function program(at: At, name: string, mode = 0o700): string {
  mkdirSync(dirname(join(at.folder, name)), { recursive: true });
  const file = at.write(name, `#!/bin/sh\n: > "$(dirname "$0")/ran"\necho '${printed}'\n`);
  chmodSync(file, mode);
  return file;
}

describe('the program', () => {
  test.each(['./keys', 'bin/../keys'])(
    '%s is the one beside the config, not the one in the working folder',
    async (name) => {
      const { paper, at } = await paperAndPlace();
      program(at, 'desk/keys');
      program(at, 'work/keys');
      mkdirSync(join(at.folder, 'desk', 'bin'));
      at.write('desk/ordo.config.yaml', config(name));
      at.write('work/plan.yaml', bids('keys', 1));
      const from = { ...keyless(at), folder: join(at.folder, 'work') };
      expect((await run(from, '--config', '../desk/ordo.config.yaml')).code).toBe(0);
      expect(paper.orders).toHaveLength(1);
      expect([existsSync(join(at.folder, 'desk/ran')), existsSync(join(at.folder, 'work/ran'))]).toEqual([true, false]);
    },
  );

  test('of a bare name is looked up in the absolute folders of PATH, and must be one', async () => {
    const { at } = await paperAndPlace();
    program(at, 'keys');
    program(at, 'relative/keys');
    program(at, 'text/keys', 0o600);
    mkdirSync(join(at.folder, 'folder/keys'), { recursive: true });
    program(at, 'bin/keys');
    at.write('ordo.config.yaml', config('keys'));
    at.write('plan.yaml', bids('keys', 1));
    const usual = at.env['PATH'] ?? '';
    const before = ['', '.', 'relative', join(at.folder, 'text'), join(at.folder, 'folder')];
    const without = await run(keyless(at, { PATH: [...before, usual].join(':') }));
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('there is no program keys') as string]);
    const PATH = [...before, join(at.folder, 'bin'), usual].join(':');
    expect((await run(keyless(at, { PATH }))).code).toBe(0);
    expect(['ran', 'relative/ran', 'bin/ran'].map((name) => existsSync(join(at.folder, name)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  type Row = [name: string, make: (at: At) => string, said: RegExp];
  const rows: Row[] = [
    ['that others may write', (at) => program(at, 'bin/keys', 0o777), /\/bin\/keys \(mode 777\).*chmod go-w bin\/keys/],
    ['that its group may write', (at) => program(at, 'bin/keys', 0o770), /chmod go-w bin\/keys/],
    [
      'behind a link that others may write',
      (at) => {
        symlinkSync(program(at, 'bin/real', 0o707), join(at.folder, 'bin/keys'));
        return 'bin/keys';
      },
      /chmod go-w bin\/real/,
    ],
    [
      'in a folder that others may write',
      (at) => {
        const file = program(at, 'bin/keys');
        chmodSync(join(at.folder, 'bin'), 0o777);
        return file;
      },
      /the folder of the program of exchange\.keysCommand, \S+\/bin\/keys \(mode 777\).*chmod go-w bin/,
    ],
    ['that is not there', () => './keys', /keys cannot be started: there is no such file/],
    ['that is a folder', (at) => at.folder, /cannot be started: it is not a file/],
  ];
  const asRoot: Row[] = [
    [
      'of another user',
      (at) => {
        const file = program(at, 'bin/keys', 0o755);
        chownSync(file, OTHER, OTHER);
        return file;
      },
      /keys belongs to user 54322, neither to you \(0\) nor to root/,
    ],
  ];
  test.each([...rows, ...(isRoot ? asRoot : [])])('%s is not started', async (_, make, said) => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', config(make(at)));
    at.write('plan.yaml', bids('keys', 1));
    const { code, stderr } = await run(keyless(at));
    expect([code, stderr]).toEqual([2, expect.stringMatching(said) as string]);
    expect(existsSync(join(at.folder, 'bin/ran'))).toBe(false);
    expect(paper.requests).toEqual([]);
  });
});
