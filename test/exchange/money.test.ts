import { describe, expect, it } from 'vitest';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import { answered, refusal } from '../support/fault-cases.ts';
import { NOW_MS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { client, serve, write } from './rig.ts';

const JUDGING = {
  refusalCodes: new Set<string>(),
  clean: (words: string) => words.replaceAll('weex_key', '[secret]'),
};

/** A row as each version's documents have it, and what is made of it; where the money and all that is held are asked. */
const WIRES = {
  v2: {
    row: {
      coinName: 'USDT',
      available: '5413.06877369',
      frozen: '81.28',
      equity: '5696.49288823',
      unrealizePnl: '-34.553',
    },
    money: {
      coin: 'USDT',
      available: '5413.06877369',
      equity: '5696.49288823',
      openProfit: '-34.553',
    },
    targets: ['/capi/v2/account/assets', '/capi/v2/account/position/allPosition'],
    weights: [
      { ip: 5, uid: 10 },
      { ip: 10, uid: 15 },
    ],
    names: {
      coin: 'coinName',
      available: 'available',
      worth: 'equity',
      symbol: 'cmt_dogeusdt',
      mode: 'margin_mode',
      shared: 'SHARED',
      separated: 'separated_mode',
    },
  },
  v3: {
    row: {
      asset: 'USDT',
      balance: '5696.49288823',
      availableBalance: '5413.06877369',
      frozen: '81.28',
      unrealizePnl: '-34.553',
    },
    money: {
      coin: 'USDT',
      available: '5413.06877369',
      balance: '5696.49288823',
      openProfit: '-34.553',
    },
    targets: ['/capi/v3/account/balance', '/capi/v3/account/position/allPosition'],
    weights: [
      { ip: 5, uid: 0 },
      { ip: 10, uid: 0 },
    ],
    names: {
      coin: 'asset',
      available: 'availableBalance',
      worth: 'balance',
      symbol: 'DOGEUSDT',
      mode: 'marginType',
      shared: 'CROSSED',
      separated: 'separatedMode',
    },
  },
} as const;

const told = (...rows: object[]): object => ({
  kind: 'answered',
  value: { kind: 'told', value: rows },
});

describe.each(INTERFACES)('money and all positions on %s', (version) => {
  const { operations } = SPELLINGS[version];
  const { row, money, targets, weights, names } = WIRES[version];
  const { coin, available, worth } = names;
  const read = (status: number, body: unknown): object =>
    operations.money.judge(
      answered(status, typeof body === 'string' ? body : JSON.stringify(body)),
      undefined,
      JUDGING,
    );
  const { unrealizePnl: _, ...unopened } = row;
  const { openProfit: __, ...without } = money;

  it.each([
    ['nothing', [], []],
    ['a coin', [row], [money]],
    ['the same in an envelope', { code: '200', data: [row] }, [money]],
    ['two coins', [row, { ...row, [coin]: 'btc' }], [money, { ...money, coin: 'BTC' }]],
    ['numbers', `[${JSON.stringify({ ...row, [available]: 5 })}]`, [{ ...money, available: '5' }]],
    ['what is owed', [{ ...row, [available]: '-1.50' }], [{ ...money, available: '-1.50' }]],
    ['no open profit', [unopened], [without]],
  ])('tells %s', (_name, body, rows) => expect(read(200, body)).toEqual(told(...rows)));

  it.each([
    [200, ''],
    [200, {}],
    [200, null],
    [200, row],
    [200, [null]],
    [200, [{ ...row, [coin]: '' }]],
    [200, [{ ...row, [coin]: undefined }]],
    [200, [{ ...row, [available]: undefined }]],
    [200, [{ ...row, [worth]: undefined }]],
    [200, [{ ...row, [worth]: '1e5' }]],
    [200, [{ ...row, [worth]: '--1' }]],
    [200, [row, { ...row, [coin]: 'usdt' }]],
    [500, [row]],
    [400, refusal('40020', 'Parameter of weex_key')],
  ])('is never made of %i %j', (status, body) => {
    const came = read(status, body);
    expect(came).toMatchObject({ kind: 'answered', value: { kind: 'failed' } });
    expect(JSON.stringify(came)).not.toContain('weex_key');
  });

  const held = {
    symbol: names.symbol,
    side: 'LONG',
    size: '300',
    leverage: '20.00',
    [names.mode]: names.shared,
    [names.separated]: 'COMBINED',
  };
  const position = (body: object): object =>
    operations.positions.judge(answered(200, JSON.stringify(body)), undefined, JUDGING);
  const heldRow = {
    symbol: names.symbol,
    side: 'long',
    size: '300',
    marginMode: 'cross',
    leverage: '20.00',
    isSeparated: false,
  };

  it('tells what is held of every symbol, with its leverage, and whether it is separated', () => {
    const { [names.separated]: _word, leverage: _leverage, ...bare } = held;
    const { isSeparated: _is, leverage: _by, ...bareRow } = heldRow;
    expect(position([held, { ...held, [names.separated]: 'SEPARATED' }, bare])).toEqual(
      told(heldRow, { ...heldRow, isSeparated: true }, bareRow),
    );
    for (const body of [{}, [null], [{ ...held, symbol: undefined }], [held, { ...held, size: '-1' }]])
      expect(position(body)).toMatchObject({
        kind: 'answered',
        value: { kind: 'failed' },
      });
  });

  it('is asked for over HTTP, with a signature', async () => {
    const server = await serve({
      onRequest: write(httpAnswer(200, JSON.stringify([row]))),
    });
    const exchange = client(server.origin, { operations });
    expect(await exchange.send(exchange.operations.money, undefined, NOW_MS)).toEqual(told(money));
    await exchange.send(exchange.operations.positions, undefined, NOW_MS);
    expect(server.requests.map(({ target }) => target)).toEqual(targets);
    expect(server.requests.map(({ headers }) => headers.get('access-key'))).toEqual(['weex_key', 'weex_key']);
    const asked = [operations.money, operations.positions];
    expect(
      asked.map(({ weight, method, isRepeatable }) => ({
        weight,
        method,
        isRepeatable,
      })),
    ).toMatchObject(weights.map((weight) => ({ weight, method: 'GET', isRepeatable: true })));
  });
});
