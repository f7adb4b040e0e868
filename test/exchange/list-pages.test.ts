/** What a page of a list is read as, on each version: records, and answers that are no list. */
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/model/evidence.ts';
import { answered } from '../support/fault-cases.ts';
import { INTERFACES } from '../support/spellings.ts';
import { WIRES } from './list-wires.ts';

const RECORD = '{"client_oid":"ordoa","order_id":"596471064624628269","createTime":"1764000000000"}';
/** After a 429 that asks for three seconds. */
const WAITS_MS = { v2: 3000, v3: 10_000 };
type Told = [name: string, fields: string, told: object];
/** What only one of them says. */
const SPELT: Readonly<Record<keyof typeof WIRES, Told[]>> = {
  v2: [
    ['a symbol with a capital', '"Symbol":"cmt_btcusdt"', { symbol: 'cmt_btcusdt' }],
    ['a type that is no side of ours', '"type":"burst_liquidate_long"', { side: 'burst_liquidate_long' }],
    ['a number that is no side of ours', '"type":"5"', { side: '5' }],
  ],
  v3: [
    ['two words that are no side of ours', '"side":"BUY","positionSide":"BOTH"', { side: 'BUY BOTH' }],
    ['half of a side', '"side":"BUY"', {}],
    ['two sides', '"side":"BUY","positionSide":"LONG","position_side":"SHORT"', {}],
    ['a side that it says twice', '"side":"BUY","positionSide":"LONG","position_side":"LONG"', { side: 'open-long' }],
  ],
};
const page = (...orders: object[]): object => ({ kind: 'page', orders, unreadable: 0 });
const READ = { clientOid: 'ordoa', orderId: '596471064624628269', createdMs: 1_764_000_000_000 };

describe.each(INTERFACES)('a page on %s', (version) => {
  const { spell, readList } = WIRES[version];
  const said = (status: number, text: string): Answer => answered(status, spell(text));

  it.each([
    ['a bare list', `[${RECORD}]`, page(READ)],
    ['a list in an object', `{"list":[${RECORD}],"nextPage":false}`, page(READ)],
    ['a list in an envelope', `{"code":"00000","msg":"success","data":[${RECORD}]}`, page(READ)],
    ['an empty list', '[]', page()],
    [
      'digits above 2^53 and a time as a number',
      '[{"client_oid":"ordoa","order_id":596471064624628269,"createTime":1764000000000}]',
      page(READ),
    ],
    [
      'an order that was given no client order id',
      '[{"client_oid":null,"order_id":"7"}]',
      page({ clientOid: '', orderId: '7' }),
    ],
    [
      'a client order id in camelCase',
      '[{"clientOid":"ordoa","order_id":"7"}]',
      page({ clientOid: 'ordoa', orderId: '7' }),
    ],
    [
      'two client order ids that differ',
      '[{"clientOid":"ordoa","client_oid":"ordob","order_id":"7"}]',
      page({ clientOid: '', orderId: '7' }),
    ],
    [
      'a time that is none',
      '[{"client_oid":"ordoa","order_id":"7","createTime":"yesterday"}]',
      page({ clientOid: 'ordoa', orderId: '7' }),
    ],
  ])('of %s', (_, text, want) => expect(readList(said(200, text), 'open')).toEqual(want));

  it.each<Told>([
    [
      'an ordinary order',
      '"symbol":"cmt_btcusdt","type":"open_long","size":"0.010000"',
      { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.010000' },
    ],
    ['a trigger order', '"type":"4","size":"5"', { side: 'close-short', size: '5' }],
    ['a trigger order as a live list told it', '"type":"CLOSE_LONG"', { side: 'close-long' }],
    ['numbers', '"type":2,"size":0.010', { side: 'open-short', size: '0.010' }],
    ...SPELT[version],
    ['nothing', '"symbol":null,"type":null,"size":null', {}],
    ['what is no text', '"symbol":{},"type":[1],"size":true', {}],
  ])('tells what an order is, of %s', (_, fields, want) => {
    const answer = readList(said(200, `[{"client_oid":"ordoa","order_id":"7",${fields}}]`), 'open');
    expect(answer).toEqual(page({ clientOid: 'ordoa', orderId: '7', ...want }));
  });

  it('counts the records in which no order can be recognised', () => {
    const text = `[null, 7, [], {}, {"client_oid":"ordoa"}, {"client_oid":"ordoa","order_id":"0"}, ${RECORD}]`;
    expect(readList(said(200, text), 'open')).toEqual({ kind: 'page', orders: [READ], unreadable: 6 });
  });

  it.each([
    ['nothing', 200, ''],
    ['HTML', 200, '<html></html>'],
    ['an object without a list', 200, '{"rows":[]}'],
    ['a list at another status', 500, '[]'],
    ['a list at a redirect', 302, '[]'],
    ['an error', 400, '{"code":"40020","msg":"Parameter bad"}'],
    ['an error at 200', 200, '{"code":"40020","msg":"Parameter bad"}'],
    ['a key that says two things', 200, '{"list":[],"list":[1]}'],
    ['text', 200, '"list"'],
  ])('is never made of %s', (_, status, text) =>
    expect(readList(said(status, text), 'open')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/./) as string,
    }),
  );

  it.each([
    [429, ''],
    [418, '<html>'],
    [200, '{"code":"429","msg":"Too many requests"}'],
    [400, '{"code":429,"msg":"Too many requests"}'],
  ])('refused by the rate limit at status %i, %s', (status, text) => {
    const waiting = { ...said(status, text), retryAfterMs: 3000 };
    expect(readList(waiting, 'open')).toMatchObject({ kind: 'rate-refused', retryAfterMs: WAITS_MS[version] });
  });

  it('refused for its timestamp is told apart', () =>
    expect(readList(said(400, '{"code":"40008","msg":"expired"}'), 'open')).toEqual({
      kind: 'clock-refused',
      message: version === 'v2' ? '40008 expired' : '-1046 expired',
    }));
});
