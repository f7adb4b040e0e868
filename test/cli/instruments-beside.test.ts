/** The instruments.json beside a config that names none: every command goes by it as if it were named. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { afterTest } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, eventsOf, ofKind, place, start, type Place } from '../../proofs/support/ordo.ts';

const CONFIG = 'version: 1\nexchange: { baseUrl: "http://127.0.0.1:1" }\n';
const listOf = (tick: string, symbol = 'cmt_btcusdt'): string =>
  `{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"${symbol}":{"tick":"${tick}","step":"0.001","minSize":"0.001"}}}`;

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
  afterTest(() => at.remove());
  at.write('plan.yaml', bids('beside', 1).replace('60000', '60000.3'));
});
const codeOf = async (...args: string[]): Promise<number | null> => (await here(args, at)).code;

describe('the list beside the config', () => {
  test('is what prices must fit, and what the dry run says it went by', async () => {
    at.write('ordo.config.yaml', CONFIG);
    expect(await codeOf('validate', 'plan.yaml')).toBe(0);
    at.write('instruments.json', listOf('0.1'));
    const live = await here(['run', 'plan.yaml', '--live'], at);
    expect([live.code, live.stdout]).toEqual([
      0,
      expect.stringMatching(/by instruments\.json of 2026-01-02/) as string,
    ]);
    at.write('instruments.json', listOf('0.5'));
    for (const args of [['validate'], ['run'], ['run', '--live']])
      expect([args, await codeOf(...args, 'plan.yaml')]).toEqual([args, 3]);
    // The journal's own knowledge does not hang on it.
    expect(await codeOf('status', 'plan.yaml')).toBe(0);
  });

  test('knows every symbol that there is', async () => {
    at.write('ordo.config.yaml', 'version: 1\n');
    at.write('instruments.json', listOf('0.1', 'cmt_ethusdt'));
    const { code, stdout } = await here(['validate', 'plan.yaml'], at);
    expect([code, stdout]).toEqual([3, expect.stringContaining('instrument/unknown') as string]);
  });

  test('that is broken is refused at its place', async () => {
    at.write('ordo.config.yaml', 'version: 1\n');
    at.write('instruments.json', '{');
    const { code, stdout } = await here(['validate', 'plan.yaml'], at);
    expect([code, stdout]).toEqual([2, expect.stringContaining('--> instruments.json:1') as string]);
    rmSync(join(at.folder, 'instruments.json'));
    symlinkSync('gone.json', join(at.folder, 'instruments.json'));
    const { stderr } = await here(['validate', 'plan.yaml'], at);
    expect(stderr).toContain('it is a link to nothing');
  });

  test('is not gone by where there is no config, or where the config names another', async () => {
    at.write('instruments.json', listOf('0.5'));
    expect(await codeOf('validate', 'plan.yaml')).toBe(0);
    at.write('ordo.config.yaml', 'version: 1\ninstruments: other.json\n');
    at.write('other.json', listOf('0.1'));
    expect(await codeOf('validate', 'plan.yaml')).toBe(0);
  });
});

describe('a watch', () => {
  let running: ReturnType<typeof start>;
  afterEach(() => running.child.kill('SIGKILL'));
  const watched = (from: Place): void => {
    running = start(['run', join(at.folder, 'plan.yaml'), '--watch', '--output', 'ndjson'], from);
  };

  test('sees the list appear, and sees it change', async () => {
    at.write('ordo.config.yaml', 'version: 1\n');
    watched(at);
    await running.until(/run-finished/);
    at.write('instruments.json', listOf('0.5'));
    await running.until(/(run-finished[^]*){2}/);
    at.write('instruments.json', listOf('0.1'));
    await running.until(/(run-finished[^]*){3}/);
    running.child.kill('SIGINT');
    const codes = ofKind(eventsOf(await running.ended), 'run-finished').map(({ exitCode }) => exitCode);
    expect(codes).toEqual([0, 3, 0]);
  });
});
