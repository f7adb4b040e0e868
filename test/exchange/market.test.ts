import { describe, expect, it } from 'vitest';
import { OPERATIONS as V2 } from '../../src/exchange/v2/operations.ts';
import { OPERATIONS as V3 } from '../../src/exchange/v3/operations.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { answered, refusal } from '../support/fault-cases.ts';

const QUERY = { symbol: 'cmt_btcusdt' };
const JUDGING = { refusalCodes: new Set<string>(), clean: (words: string) => words.replaceAll('weex_key', '[secret]') };
const [TICKER] = V2.market;
const [BOOK_TICKER, MARK] = V3.market;
type Asked = (typeof V2.market)[number] | undefined;
const read = (operation: Asked, status: number, text: string): unknown =>
  operation?.judge(answered(status, text), QUERY, JUDGING);
const told = (prices: object): object => ({ kind: 'answered', value: { kind: 'market', prices } });

const ALL = { symbol: 'cmt_btcusdt', last: '64000', best_ask: '64000.1', best_bid: '63999.9', markPrice: '64001' };

describe('the prices of a symbol', () => {
  it('are what each version names', () => {
    expect(read(TICKER, 200, JSON.stringify(ALL))).toEqual(
      told({ last: '64000', bid: '63999.9', ask: '64000.1', mark: '64001' }),
    );
    const rows = [{ symbol: 'BTCUSDT', bidPrice: '63999.9', bidQty: '1', askPrice: '64000.1', askQty: '2' }];
    expect(read(BOOK_TICKER, 200, JSON.stringify(rows))).toEqual(told({ bid: '63999.9', ask: '64000.1' }));
    expect(read(BOOK_TICKER, 200, JSON.stringify(rows[0]))).toEqual(told({ bid: '63999.9', ask: '64000.1' }));
    expect(read(MARK, 200, '{"symbol":"BTCUSDT","price":"64001.0","time":1}')).toEqual(told({ mark: '64001.0' }));
  });

  it.each([
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['no rows', 200, '[]'],
    ['one price missing', 200, JSON.stringify({ ...ALL, best_bid: undefined })],
    ['a price of 0', 200, JSON.stringify({ ...ALL, last: '0' })],
    ['a price below it', 200, JSON.stringify({ ...ALL, markPrice: '-1' })],
    ['words for a price', 200, JSON.stringify({ ...ALL, best_ask: 'n/a' })],
    ['another symbol', 200, JSON.stringify({ ...ALL, symbol: 'cmt_ethusdt' })],
    ['two rows of it', 200, JSON.stringify([ALL, ALL])],
    ['another status', 500, JSON.stringify(ALL)],
    ['a refusal', 400, refusal('40020', 'Parameter of weex_key')],
  ])('are never made of %s', (_, status, text) => {
    const came = read(TICKER, status, text);
    expect(came).toMatchObject({ kind: 'answered', value: { kind: 'failed' } });
    expect(JSON.stringify(came)).not.toContain('weex_key');
  });

  it.each([
    ['2', V2.market, ['/capi/v2/market/ticker?symbol=cmt_btcusdt']],
    [
      '3',
      V3.market,
      ['/capi/v3/market/ticker/bookTicker?symbol=BTCUSDT', '/capi/v3/market/symbolPrice?symbol=BTCUSDT&priceType=MARK'],
    ],
  ] as const)('are what the paper exchange answers of version %s, without a key', async (_, operations, targets) => {
    const exchange = await startPaperExchange();
    try {
      expect(operations.map(({ target }) => target(QUERY))).toEqual(targets);
      for (const operation of operations) {
        const answer = await fetch(`${exchange.origin}${operation.target(QUERY)}`);
        const prices = read(operation, answer.status, await answer.text());
        expect(prices).toMatchObject({ value: { kind: 'market' } });
        expect(operation).toMatchObject({ isSigned: false, isRepeatable: true, weight: { ip: 1, uid: 0 } });
      }
      expect(exchange.requests.map(({ weight }) => weight)).toEqual(targets.map(() => ({ ip: 1, uid: 0 })));
      const wrong = await fetch(`${exchange.origin}${(targets[0] as string).replace(/btcusdt/i, 'nosuch')}`);
      expect(wrong.status).toBe(400);
    } finally {
      await exchange.close();
    }
  });
});
