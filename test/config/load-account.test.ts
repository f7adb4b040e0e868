import { describe, expect, test } from 'vitest';
import { loadAccount } from '../../src/config/load-account.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const FILE = {
  version: 1,
  asOf: '2026-11-23T12:04:07Z',
  origin: 'https://api-contract.weex.com',
  account: 'main',
  asset: 'USDT',
  equity: '25310.4',
};
const load = (text: string): ReturnType<typeof loadAccount> => loadAccount(new SourceFile('account.json', text));
const withKeys = (keys: object): string => JSON.stringify({ ...FILE, ...keys }, null, 2);

describe('an account file', () => {
  test('is read digit for digit', () => {
    const { account, diagnostics } = load(JSON.stringify(FILE));
    expect(diagnostics).toEqual([]);
    expect(account).toMatchObject({ account: 'main', asset: 'USDT', asOf: FILE.asOf, asOfMs: 1_795_435_447_000 });
    expect(account?.equity.toString()).toBe('25310.4');
  });

  test('keeps the digits of a number that is not quoted', () => {
    const text = JSON.stringify(FILE).replace('"25310.4"', '0.30000000000000000004');
    expect(load(text).account?.equity.toString()).toBe('0.30000000000000000004');
  });

  test.each([
    ['another version', { version: 2 }, 'value/word', 2],
    ['an unknown key', { margin: '1' }, 'key/unknown', 8],
    ['an equity of zero', { equity: '0.00' }, 'value/zero', 7],
    ['a negative equity', { equity: '-1' }, 'value/negative', 7],
    ['an equity in words', { equity: '1e5' }, 'value/number', 7],
    ['a time that there is not', { asOf: '2026-02-31T00:00:00Z' }, 'value/spelling', 3],
    ['a time with an offset', { asOf: '2026-11-23T12:04:07+01:00' }, 'value/spelling', 3],
    ['a name that no account has', { account: '../main' }, 'value/spelling', 5],
    ['an equity in another coin', { asset: 'BTC' }, 'value/word', 6],
    ['no equity', { equity: undefined }, 'key/missing', 1],
  ])('with %s is refused at its line', (_, keys, code, line) => {
    const { account, diagnostics } = load(withKeys(keys));
    expect([account, diagnostics.map((one) => [one.code, one.source.lineAt(one.start)])]).toEqual([
      undefined,
      [[code, line]],
    ]);
  });

  test.each(['', 'null', '{', '[]', '{"version":1}', '"text"', '{}{}', '{"equity":"1","equity":"2"}'])(
    '%j is none',
    (text) => {
      const { account, diagnostics } = load(text);
      expect(account).toBeUndefined();
      expect(diagnostics.length).toBeGreaterThan(0);
    },
  );
});
