/** `ordo halt` and `ordo flatten` where the config has mistakes: an emergency stop fails only for what it needs. */
import { describe, expect, test } from 'vitest';
import { inCases } from '../support/cases.ts';
import { configOf } from '../support/checked-desk.ts';
import { desk, flatten, heldIn, resting } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { oneLine } from '../support/unknown-close.ts';

const halt = (at: At, ...more: string[]) => here(['halt', '--why', 'feed is wrong', ...more], at);
const OK = 'version: 1\n';

/** Who halted it, by the journal of the good config. */
async function haltedBy(at: At): Promise<unknown> {
  at.write('ordo.config.yaml', OK);
  const status = await here(['status', '--output', 'json'], at);
  return (JSON.parse(status.stdout) as Readonly<Record<string, unknown>>)['halt'];
}

describe('a halt', () => {
  test.each([
    ['a key of execution that is misspelt', 'execution:\n  cancelWiat: 3s\n', 'unknown key `cancelWiat`'],
    ['a value of execution', 'execution: { cancelWait: soon }\n', '`cancelWait`'],
    ['notify that is no list', 'notify: ntfy\n', '`notify`'],
    ['a cap', 'policy: { maxLossToday: -5 }\n', '`maxLossToday`'],
    ['a key of exchange that it does not need', 'exchange: { timeout: long }\n', '`timeout`'],
    ['the list of instruments', 'instruments: [a, b]\n', '`instruments`'],
  ])('goes through %s, and says so', async (_, lines, words) => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', OK + lines);
    const ended = await halt(at);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(oneLine(ended.stdout)).toMatch(/^HALTED .*» the config has a mistake: ordo\.config\.yaml:\d+: /);
    expect(oneLine(ended.stdout)).toContain(words);
    const json = await halt(at, '--output', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ halted: true, mistakes: [expect.stringContaining(words)] });
    expect(await haltedBy(at)).not.toBeNull();
  });

  test.each([
    ['an account', 'exchange: { account: "a b" }\n', 'exchange.account'],
    ['what may be the account', 'exchange: { acount: main }\n', 'exchange.account'],
    ['what may be the journal', 'jurnal: /tmp/j.db\n', 'journal'],
    ['another version', 'exchange: { account: main }\n', 'exchange.account', 'version: 7\n'],
    ['text that is no config', '\t- {', 'exchange.account'],
  ])('does not go through %s: nobody knows whom it is for', async (_, lines, key, first = OK) => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', first + lines);
    const ended = await halt(at);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    const said = oneLine(ended.stderr);
    expect(said).toMatch(/^ordo: NOT HALTED: the config does not say for sure which account and journal are meant/);
    expect(said).toContain(key);
    expect(said).toContain('until then stop ordo itself, and cancel on the exchange');
    expect(await haltedBy(at)).toBeNull();
  });

  test('takes the word of the command line for what the config says badly', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', `${OK}journal: 7\n`);
    expect((await halt(at)).code).toBe(2);
    expect((await halt(at, '--journal', 'state/ordo/journal.db')).code).toBe(0);
    expect(await haltedBy(at)).not.toBeNull();
  });

  test('says NOT HALTED where the config that is named is not there, or no exchange is', async () => {
    const { at } = await paperAndPlace();
    const gone = await halt(at, '--config', 'gone.yaml');
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringMatching(/^ordo: NOT HALTED: /)]);
    const bare = { ...at, env: { ...at.env, ORDO_BASE_URL: '' } };
    const none = await halt(bare);
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/^ordo: NOT HALTED: no exchange/)]);
  });

  test('needs no version of the interface, and a lift waits until the config is mended', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', OK);
    const real = { ...at, env: { ...at.env, ORDO_BASE_URL: 'https://api-contract.weex.com' } };
    expect((await halt(real)).code).toBe(0);
    at.write('ordo.config.yaml', `${OK}notify: ntfy\n`);
    expect((await here(['halt', '--lift', '--why', 'x'], at)).code).toBe(2);
  });
});

describe.each(inCases(['v2', 'v3'] as const))('a flatten on %s by a config with a mistake', (version) => {
  test('halts with --yes, does nothing else, and goes on once that is mended', async () => {
    const made = await desk(version);
    const before = [heldIn(made), resting(made)];
    const good = configOf(version, 'cancelWait: 3s');
    made.at.write('ordo.config.yaml', good.replace('cancelWait', 'cancelWiat'));
    const asking = await flatten(made, '--execute');
    expect([asking.code, oneLine(asking.stdout + asking.stderr)]).toEqual([
      2,
      expect.stringContaining('ordo halt --why'),
    ]);
    const ended = await flatten(made);
    expect([ended.code, heldIn(made), resting(made)]).toEqual([2, ...before]);
    const said = oneLine(ended.stdout + ended.stderr);
    expect(said).toContain('unknown key `cancelWiat`');
    expect(said).toContain('the account is halted, and nothing else was done: correct the config');
    made.at.write('ordo.config.yaml', good);
    expect((await here(['status'], made.at)).stdout).toMatch(/HALTED by tester on here .*: feed is wrong/);
    expect((await flatten(made)).code).toBe(0);
  });
});
