/** Lists over HTTP, on each version, and the time of the server. */
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/model/evidence.ts';
import type { ListName, ListQuery } from '../../src/model/listing.ts';
import { LISTS } from '../../src/exchange/v2/requests.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import { answered } from '../support/fault-cases.ts';
import { listedOid, listedOrderId, paperClient, putOrders } from '../support/listed-orders.ts';
import { NOW_MS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { WIRES } from './list-wires.ts';
import { afterTest, client, serve } from './rig.ts';

describe.each(INTERFACES)('the server’s time on %s', (version) => {
  const spell = (text: string): string =>
    version === 'v2' ? text : text.replace('"timestamp":', '"serverTime":').replace('00000', '200');
  const timeTold = (evidence: Evidence): unknown => {
    const { time } = SPELLINGS[version].operations;
    const told = time.judge(evidence, undefined, { refusalCodes: new Set(), clean: (words) => words });
    return 'value' in told ? told.value : told;
  };

  it.each([
    ['bare', 200, '{"epoch":"1765423487.896","timestamp":1765423487896}', 1_765_423_487_896],
    ['in an envelope', 200, '{"code":"00000","data":{"timestamp":"1765423487896"}}', 1_765_423_487_896],
    ['in seconds', 200, '{"timestamp":1765423487}', undefined],
    ['of an error', 500, '{"timestamp":1765423487896}', undefined],
    ['of no object', 200, '1765423487896', undefined],
    ['of no JSON', 200, 'noon', undefined],
  ])('%s', (_, status, text, want) => expect(timeTold(answered(status, spell(text)))).toBe(want));
});

async function paperWith(options: PaperOptions = {}): Promise<PaperExchange> {
  const paper = await startPaperExchange(options);
  afterTest(() => paper.close());
  return paper;
}

const query = (list: ListName, fields: Partial<ListQuery> = {}): ListQuery => ({
  list,
  symbol: 'cmt_btcusdt',
  page: 0,
  fromMs: Date.now() - 86_400_000,
  toMs: Date.now() + 86_400_000,
  ...fields,
});

describe('against the paper exchange, which refuses what is not documented', () => {
  it.each([
    ['open', { status: 'open' }],
    ['history', { status: 'filled', averagePrice: '60000' }],
    ['open-triggers', { status: 'untriggered', kind: 'trigger', trigger: '50000' }],
  ] as const)('%s tells its orders and what they are, the newest first, a hundred a page', async (list, fields) => {
    const paper = await paperWith();
    putOrders(paper, 120, fields);
    const exchange = paperClient(paper);
    const first = await exchange.list(query(list));
    if (first.kind !== 'page') throw new Error(JSON.stringify(first));
    expect(first.orders).toHaveLength(100);
    expect(first.orders[0]).toMatchObject({
      clientOid: listedOid(119),
      orderId: listedOrderId(119),
      symbol: 'cmt_btcusdt',
      side: 'open-long',
      size: '0.01',
    });
    const back = await exchange.list(query(list, { page: 1, toMs: first.orders.at(-1)?.createdMs ?? 0 }));
    expect(back).toMatchObject({ kind: 'page' });
    expect(back.kind === 'page' && back.orders.at(-1)).toMatchObject({ clientOid: listedOid(0) });
    expect(paper.requests.map(({ weight }) => weight)).toEqual(
      Array.from({ length: 2 }, () => ({ ip: LISTS[list].weight.ip, uid: LISTS[list].weight.uid })),
    );
    await exchange.close();
  });

  it('trigger-history is asked as documented', async () => {
    const paper = await paperWith();
    const exchange = paperClient(paper);
    expect(await exchange.list(query('trigger-history'))).toEqual({ kind: 'page', orders: [], unreadable: 0 });
    await exchange.close();
  });

  it('its clock far from ours: refused until it is asked its time, and then not', async () => {
    const offMs = 3_600_000;
    const clock = { wallMs: () => Date.now() - offMs, monotonicMs: () => performance.now() };
    const paper = await paperWith({ clock });
    const exchange = paperClient(paper);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'clock-refused' });
    expect(await exchange.syncClock()).toBe(true);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'page' });
    await exchange.close();
  });

  it('a full window is a refusal by the rate limit', async () => {
    const paper = await paperWith({ uidWeight: { amount: 2, windowMs: 10_000 } });
    const exchange = paperClient(paper);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'page' });
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'rate-refused' });
    await exchange.close();
  });

  it('nobody there, and a silent one, are failures', async () => {
    const paper = await paperWith();
    const gone = paperClient(paper);
    await paper.close();
    expect(await gone.list(query('open'))).toMatchObject({ kind: 'failed' });
    expect(await gone.syncClock()).toBe(false);
    await gone.close();
    const silent = await serve({});
    expect(await client(silent.origin, { timeoutMs: 50 }).list(query('open'))).toMatchObject({ kind: 'failed' });
  });
});

describe.each(INTERFACES)('what leaves on %s', (version) => {
  const { operations } = SPELLINGS[version];
  const { spell } = WIRES[version];
  /** What is made of this answer to the first page of what is open. */
  async function told(status: number, text: string): Promise<object> {
    const server = await serve({ onRequest: (_, socket) => socket.write(httpAnswer(status, spell(text))) });
    return client(server.origin, { operations }).send(operations.list.open, query('open'), NOW_MS);
  }

  it('with a list, the keys and no body; with the time, which is public, no key', async () => {
    const server = await serve({ onRequest: (_, socket) => socket.write(httpAnswer(200, '[]')) });
    const exchange = client(server.origin, { operations });
    await exchange.list(query('open'));
    await exchange.syncClock();
    const [list, time] = server.requests;
    expect(list?.target).toBe(WIRES[version].listTarget(query('open')));
    expect(list?.headers.get('access-key')).toBe('weex_key');
    expect(list?.body).toHaveLength(0);
    expect([...(time?.headers.keys() ?? [])].filter((name) => name.startsWith('access-'))).toEqual([]);
  });

  it('a failure’s words hold no key, though the exchange repeats them', async () => {
    const came = JSON.stringify(await told(400, '{"code":"40009","msg":"weex_key passphrase test-secret-key"}'));
    expect(came).toContain('[secret]');
    expect(came).not.toMatch(/weex_key|passphrase|test-secret-key/);
  });

  it('an order’s words hold no key either', async () => {
    const words =
      version === 'v2'
        ? '"type":"passphrase","size":"test-secret-key"'
        : '"side":"passphrase","positionSide":"weex_key"';
    const came = await told(200, `[{"client_oid":"a","order_id":"7","symbol":"weex_key",${words}}]`);
    expect(came).toMatchObject({ value: { orders: [{ orderId: '7', symbol: '[secret]' }] } });
    expect(JSON.stringify(came)).not.toMatch(/weex_key|passphrase|test-secret-key/i);
  });
});
