/** What the record of an order tells beside what the order is: its state, and what was filled (docs/exchange.md#order-states). */
import { describe, expect, it } from 'vitest';
import { readList } from '../../src/exchange/v2/lists.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { ListName } from '../../src/model/listing.ts';
import { answered } from '../support/fault-cases.ts';

function told(list: ListName, fields: string): object {
  const answer = readList(answered(200, `[{"client_oid":"ordoa","order_id":"7",${fields}}]`), list);
  if (answer.kind !== 'page') throw new Error(answer.message);
  const [{ clientOid: _, orderId: __, ...rest } = { clientOid: '', orderId: '' }] = answer.orders;
  return rest;
}

const as = (status: string | undefined): object => (status === undefined ? {} : { status });

/** A word or digits, and what they stand for in an ordinary list and in one of triggers. */
const WORDS: readonly (readonly [word: string, ordinary: string | undefined, trigger: string | undefined])[] = [
  ...['"open"', '"NEW"', '"pending"', '"UNTRIGGERED"', '"0"', '0'].map((word) => [word, 'open', 'open'] as const),
  ...['"canceling"', '"CANCELLING"'].map((word) => [word, 'cancelling', 'cancelling'] as const),
  ...['"canceled"', '"Cancelled"', '"-1"', '-1'].map((word) => [word, 'cancelled', 'cancelled'] as const),
  ['"FILLED"', 'filled', 'triggered'],
  ['"triggered"', undefined, 'triggered'],
  ['1', undefined, 'triggered'],
  ['"2"', undefined, 'triggered'],
  ...['"rejected"', '"3"', '""', 'null', '{}', 'true', '"constructor"'].map(
    (word) => [word, undefined, undefined] as const,
  ),
];

describe('a record', () => {
  it.each(WORDS)('tells the state %s, which is %s of an order and %s of a trigger', (word, ordinary, trigger) => {
    const status = (list: ListName): object => told(list, `"status":${word}`);
    expect([status('open'), status('history')]).toEqual([as(ordinary), as(ordinary)]);
    expect([status('open-triggers'), status('trigger-history')]).toEqual([as(trigger), as(trigger)]);
  });

  it.each([
    [
      'what is filled',
      '"filled_qty":"0.010000","price_avg":"85596.5"',
      { filledSize: '0.010000', averagePrice: '85596.5' },
    ],
    ['camelCase and numbers', '"filledQty":0.010,"priceAvg":1.50', { filledSize: '0.010', averagePrice: '1.50' }],
    ['nothing filled', '"filled_qty":"0","price_avg":"0.0"', { filledSize: '0' }],
    ['what a history lacks', '"filled_qty":null,"price_avg":""', {}],
    ['a spelling that says nothing beside one that does', '"filled_qty":null,"filledQty":"2"', { filledSize: '2' }],
    ['two amounts', '"filled_qty":"1","filledQty":"2"', {}],
    ['no plain decimals', '"filled_qty":"1e3","price_avg":"-1","triggerPrice":"x"', {}],
    ['a trigger', '"triggerPrice":"50000.10"', { triggerPrice: '50000.10' }],
    ['a trigger in snake_case', '"trigger_price":50000.1', { triggerPrice: '50000.1' }],
  ])('tells %s', (_, fields, want) => expect(told('open-triggers', fields)).toEqual(want));

  it('has no credential in its amounts', () => {
    const record = '[{"order_id":"7","filled_qty":"4321.5","price_avg":"4321.5","triggerPrice":"4321.5"}]';
    const judging = { refusalCodes: new Set<string>(), clean: (words: string) => words.replaceAll('4321', '[secret]') };
    const query = { list: 'open', symbol: 'cmt_btcusdt', page: 0, fromMs: 0, toMs: 1 } as const;
    const came = OPERATIONS.list.open.judge(answered(200, record), query, judging);
    expect(JSON.stringify(came)).not.toContain('4321');
  });
});
