/** What a config says of the account: what it is worth, where its file is, and how old that may be. */
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { looserLimits } from '../../src/config/looser-limits.ts';
import type { Config } from '../../src/model/config.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const load = (text: string): ReturnType<typeof loadConfig> =>
  loadConfig(new SourceFile('ordo.config.yaml', `version: 1\n${text}\n`));
const configOf = (text: string): Config => {
  const { config, diagnostics } = load(text);
  if (config === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return config;
};

const between = (before: string, after: string): string[] =>
  looserLimits({ config: configOf(before) }, { config: configOf(after) }).map(({ name }) => name);

describe('the keys of the account', () => {
  test.each([
    ['1h', 3_600_000],
    ['999h', 999 * 3_600_000],
    ['90s', 90_000],
    ['30m', 1_800_000],
  ])('maxAccountAge: %s is %i ms', (written, ms) => {
    expect(configOf(`policy: { maxAccountAge: ${written} }`).policy.maxAccountAgeMs).toBe(ms);
  });

  test('are the defaults where nothing says otherwise', () => {
    const { exchange, accountFile, policy } = configOf('');
    expect([exchange.equity, exchange.realised, accountFile, policy]).toEqual([
      'balance',
      'before-fees',
      undefined,
      {},
    ]);
    const other = configOf('accountFile: desk.json\nexchange: { equity: balance+open, realised: after-fees }');
    expect([other.exchange.equity, other.exchange.realised, other.accountFile]).toEqual([
      'balance+open',
      'after-fees',
      'desk.json',
    ]);
  });

  test.each([
    ['exchange: { equity: open }', 'value/word'],
    ['exchange: { realised: net }', 'value/word'],
    ['policy: { maxAccountAge: 1d }', 'value/spelling'],
    ['policy: { maxAccountAge: 0h }', 'value/spelling'],
    ['policy: { maxAccountAge: 3600 }', 'value/spelling'],
    ['accountFile: ""', 'value/empty'],
  ])('%s is refused', (text, code) => {
    expect(load(text).diagnostics.map((one) => one.code)).toEqual([code]);
  });

  test('a longer age is a looser limit, and one that is not written is an hour', () => {
    expect(between('', 'policy: { maxAccountAge: 2h }')).toEqual(['policy.maxAccountAge']);
    expect(between('policy: { maxAccountAge: 30m }', '')).toEqual(['policy.maxAccountAge']);
    expect(between('policy: { maxAccountAge: 60m }', '')).toEqual([]);
  });
});
