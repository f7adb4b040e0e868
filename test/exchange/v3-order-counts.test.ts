/** What version 3 reads of the headers that count orders, and over a socket what becomes of an answer with far too many of them. */
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/exchange/send/connect.ts';
import { OPERATIONS as V2 } from '../../src/exchange/v2/operations.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { OPERATIONS } from '../../src/exchange/v3/operations.ts';
import { countsIn } from '../../src/exchange/v3/account.ts';
import type { OrderCounts } from '../../src/model/order-counts.ts';
import { anOrder } from '../support/plan-builder.ts';
import { afterTest } from '../support/live.ts';
import { NOW_MS } from '../support/prompt-exchange.ts';
import { serve, write } from './rig.ts';

type Written = Readonly<Record<string, string>>;
const read = (written: Written): OrderCounts | undefined => countsIn(new Headers(written));
const SHORT = { windowMs: 10_000, counted: 6, remaining: 4 };

describe('the headers that count orders', () => {
  it('tell both windows, in any case of letters', () => {
    const long = { 'x-order-count-1m': '7', 'x-order-remaining-1m': '43' };
    expect(read({ 'X-ORDER-COUNT-10S': '6', 'X-ORDER-REMAINING-10S': '4', ...long })).toEqual({
      windows: [SHORT, { windowMs: 60_000, counted: 7, remaining: 43 }],
    });
  });

  it('tell what remains alone', () => {
    expect(read({ 'X-ORDER-REMAINING-10S': '4' })).toEqual({ windows: [{ windowMs: 10_000, remaining: 4 }] });
    expect(read({ 'X-ORDER-COUNT-10S': '4' })).toEqual({ windows: [] });
  });

  it('tell nothing of other windows, nor where there are none', () => {
    expect(
      read({ 'X-ORDER-REMAINING-5S': '4', 'X-ORDER-COUNT-5S': '1', 'x-remaining-weight-10s': '3' }),
    ).toBeUndefined();
  });

  it.each(['-1', '-3', 'none', '1e99', '1e2', '', '4.5', '٤', '0x10', '4, 4', '100000', '99999999999999999999', '+4'])(
    'are ignored where they say %j, and the other window is not',
    (odd) => {
      const good = { 'X-ORDER-COUNT-10S': '6', 'X-ORDER-REMAINING-10S': '4' };
      for (const bad of [
        { 'X-ORDER-REMAINING-1M': encoded(odd) },
        { 'X-ORDER-REMAINING-1M': '4', 'X-ORDER-COUNT-1M': encoded(odd) },
      ])
        expect(read({ ...good, ...bad })).toEqual({
          windows: [SHORT],
          odd: expect.stringContaining('ignores them') as string,
        });
    },
  );

  it('are ignored where nothing was counted and nothing remains', () => {
    expect(read({ 'X-ORDER-COUNT-10S': '0', 'X-ORDER-REMAINING-10S': '0' })).toMatchObject({ windows: [] });
  });

  it('are ignored beyond 16 KiB', () => {
    const long = { 'X-ORDER-COUNT-10S': '6', 'X-ORDER-REMAINING-10S': '4', 'x-long': 'a'.repeat(17_000) };
    expect(read(long)).toEqual({ windows: [], odd: expect.stringContaining('16 KiB') as string });
  });

  it('are read of version 3 alone', () => {
    expect(OPERATIONS.countsIn).toBe(countsIn);
    expect(V2.countsIn).toBeUndefined();
  });
});

/** As a header's bytes come: Latin-1. */
const encoded = (text: string): string => Buffer.from(text).toString('latin1');

describe('an answer with far too many headers', () => {
  const ORDER = anOrder();
  const answered = async (headers: number): Promise<unknown> => {
    const body = JSON.stringify({
      orderId: '702345678901234567',
      clientOrderId: ORDER.clientOid,
      success: true,
      errorCode: '',
      errorMessage: '',
    });
    const long = Array.from({ length: headers }, (_, at) => `x-long-${at}: ${'a'.repeat(1000)}\r\n`).join('');
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nX-ORDER-COUNT-10S: 1\r\nX-ORDER-REMAINING-10S: 9\r\n`;
    const server = await serve({ onRequest: write(`${head}${long}\r\n${body}`) });
    const keys = { key: 'k', secret: 's', passphrase: 'p' };
    const options = { origin: server.origin, locale: 'en-US', timeoutMs: 5000, userAgent: 'ordo' };
    const exchange = connect({ ...options, speaking: { interface: 'v3' } }, keys);
    if (!exchange.ok) throw new Error(exchange.error);
    afterTest(() => exchange.value.close());
    const call = { number: 1, kind: 'single', ...v3.calls.place.write('single', [ORDER]), orders: [ORDER] } as const;
    const weight = v3.calls.place.weight('single', 1);
    return exchange.value.send(exchange.value.operations.place.single, { ...call, weight }, NOW_MS);
  };

  it('is read, and its counts are not', async () => {
    const accepted = { kind: 'answered', value: { verdicts: [{ outcome: 'accepted' }] } };
    expect(await answered(1)).toMatchObject({ ...accepted, counts: { windows: [{ counted: 1, remaining: 9 }] } });
    expect(await answered(40)).toMatchObject({
      ...accepted,
      counts: { windows: [], odd: expect.stringContaining('16 KiB') as string },
    });
  });
});
