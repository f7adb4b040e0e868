/** Keys that a command of the config prints, through the built command. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bids, ordo, type Place } from '../support/ordo.ts';
import { LOSING, paperAndPlace, run, settle, type At } from '../support/live.ts';

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
      expect((await ordo(args, keyless(at))).code).toBe(0);
    expect(existsSync(join(at.folder, 'ran'))).toBe(false);
  });
});
