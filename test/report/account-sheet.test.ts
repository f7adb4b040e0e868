/** `ordo account` as it is shown, with the figures of its page. */
import { describe, expect, test } from 'vitest';
import type { AccountTold } from '../../src/actions/account/account.ts';
import type { TradesTold } from '../../src/actions/trades/trades.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { json } from '../../src/show/json.ts';
import { markdown } from '../../src/show/markdown.ts';
import { sheetPage } from '../../src/show/html.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { accountSheet } from '../../src/views/account/sheet.ts';
import type { GuardedOrder } from '../../src/protection/guarded.ts';
import { protectionOf } from '../../src/protection/protection.ts';

const d = (text: string): Decimal => Decimal.of(text);
const AT_MS = Date.UTC(2026, 10, 23, 12, 4, 7);
const market = { low: d('63540'), high: d('63541') };

const entry = (id: string, size: string): GuardedOrder => ({
  plan: 'breakout',
  generation: 1,
  id,
  symbol: 'cmt_btcusdt',
  marginMode: 'cross',
  side: 'open-long',
  size: d(size),
  price: { kind: 'limit', at: d('62250') },
  standing: 'filled',
});
const stop = (id: string, size: string, trigger: string): GuardedOrder => ({
  ...entry(id, size),
  side: 'close-long',
  price: { kind: 'market' },
  trigger: d(trigger),
  standing: 'open',
  market,
});

const protection = protectionOf({
  basis: 'look',
  lookedAtMs: AT_MS,
  orders: [entry('break', '0.04'), stop('near', '0.01', '62000'), stop('far', '0.03', '59000')],
  held: [
    {
      symbol: 'cmt_btcusdt',
      side: 'long',
      marginMode: 'cross',
      size: d('0.04'),
      average: d('62250'),
      mark: d('63540.2'),
    },
    {
      symbol: 'cmt_ethusdt',
      side: 'short',
      marginMode: 'cross',
      size: d('2'),
      average: d('3180.5'),
      mark: d('3201.4'),
    },
  ],
  markets: new Map([['cmt_btcusdt', market]]),
});

const sum = (trades: number, realised: string, fees: string) => {
  const [gained, paid] = [Decimal.parseSigned(realised) ?? Decimal.zero, d(fees)];
  return { trades, realised: gained, fees: paid, net: gained.minus(paid) };
};
const SUMS: TradesTold = {
  kind: 'sums',
  rows: [
    { of: { plan: 'breakout', generation: 1 }, ...sum(6, '84.20', '3.92') },
    { of: { plan: 'eth-grid', generation: 2 }, ...sum(4, '-12', '1.1') },
    { of: undefined, ...sum(2, '-31.50', '0.84') },
  ],
  all: sum(12, '40.70', '5.86'),
};

const TOLD: AccountTold = {
  account: { origin: 'https://api-contract.weex.com', name: 'main' },
  atMs: AT_MS,
  weight: { ip: 37, uid: 45 },
  money: { asset: 'USDT', equity: d('25310.4'), available: d('18104.22'), others: 1 },
  protection,
  trades: SUMS,
  sinceMs: Date.UTC(2026, 10, 23),
  notes: [],
  exitCode: 0,
};
const WORDS = { limits: defaultConfig.exchange.limits, nowMs: AT_MS };
const lines = (width: number, changes: Partial<AccountTold> = {}): string =>
  `\n${terminalText(accountSheet({ ...TOLD, ...changes }, WORDS), { color: false, width })}`;

describe('the account', () => {
  test('in 80 columns', () => {
    expect(lines(80)).toMatchInlineSnapshot(`
      "
      LIVE  api-contract.weex.com  account main               12:04:07Z, 37 IP, 45 UID

      Equity 25,310.4 USDT · available 18,104.22 · 1 other asset not counted

                           held  average     mark     open  at stops
        cmt_btcusdt long   0.04  62250    63540.2  ≈+51.60       100  62000, 59000
        cmt_ethusdt short  2      3180.5   3201.4   -41.80     NAKED  not ordo’s

        Since 00:00Z             trades  realised   fees     net
        breakout, generation 1        6     +84.2  -3.92  +80.28
        eth-grid, generation 2        4     -12.0  -1.10  -13.10
        not by an order of ordo       2     -31.5  -0.84  -32.34
        all                          12     +40.7  -5.86  +34.84

        2 short cmt_ethusdt (not ordo’s) has no stop
      ! hold ≈8,944.41 · at stops 100 · NAKED 6,402.8 · unknown 0 · 12:04:07Z
      "
    `);
  });

  test.each([60, 120])('in %i columns', (width) => {
    expect(lines(width)).toMatchSnapshot();
    for (const line of lines(width).split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('of a plan, by its orders', () => {
    const trades: TradesTold = {
      kind: 'sums',
      rows: [{ of: { id: 'break' }, ...sum(2, '0', '1.5') }],
      all: sum(2, '0', '1.5'),
    };
    const { sinceMs: _, ...told } = TOLD;
    const plan = { plan: 'breakout', generation: 1 };
    const shown = `\n${terminalText(accountSheet({ ...told, plan, trades }, WORDS), { color: false, width: 80 })}`;
    expect(shown.slice(shown.indexOf('\nbreakout'), shown.indexOf('\n  2 short'))).toMatchInlineSnapshot(`
      "
      breakout, generation 1, since each order was sent

        order  trades  realised  fees   net
        break       2         0  -1.5  -1.5
        all         2         0  -1.5  -1.5
      "
    `);
  });

  test.each([
    ['not-all', 'cmt_btcusdt has more than 20 pages of them', 'not all, so there are no sums: cmt_btcusdt'],
    ['unread', 'those of cmt_btcusdt could not be read: cut', 'not known: those of cmt_btcusdt could not be read: cut'],
  ] as const)('says of trades that are %s why there are no sums', (kind, why, words) => {
    const shown = lines(80, { trades: { kind, why } });
    expect(shown).toContain(`Since 00:00Z: ${words}`);
    expect(shown).not.toContain('net');
  });

  test('without trades and without anything held says both', () => {
    const shown = lines(80, {
      trades: { kind: 'sums', rows: [], all: sum(0, '0', '0') },
      protection: protectionOf({ basis: 'look', lookedAtMs: AT_MS, orders: [], held: [] }),
    });
    expect(shown).toContain('Nothing is held.');
    expect(shown).toContain('Since 00:00Z: no trades');
  });

  test('has the same in a document, and every digit for a program', () => {
    const sheet = accountSheet(TOLD, WORDS);
    expect(markdown(sheet)).toMatchSnapshot();
    expect(sheetPage(sheet)).toContain('25,310.4');
    expect(JSON.parse(json(sheet))).toMatchObject({
      asOf: '2026-11-23T12:04:07.000Z',
      weight: { ip: 37, uid: 45 },
      money: { asset: 'USDT', equity: '25310.4', available: '18104.22', others: 1 },
      trades: {
        kind: 'sums',
        rows: [{ plan: 'breakout', generation: 1, trades: 6, realised: '84.20', fees: '3.92', net: '80.28' }, {}, {}],
      },
      since: '2026-11-23T00:00:00.000Z',
    });
  });
});
