/** A plan run once more: what is placed again only on purpose, what was edited or removed, and under a clock that is off. */
import { describe, expect, test } from 'vitest';
import { clientOrderId } from '../../src/model/ids.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { passTime } from '../support/pass-time.ts';
import {
  afterTest,
  forget,
  journalOf,
  KINDS,
  LOSING,
  NO_LISTS,
  oids,
  paperAndPlace,
  run,
  said,
  settle,
  status,
} from '../support/live.ts';

describe('placing again', () => {
  test('what was settled as absent: only when asked, under a new client order id', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('again', 2));
    await run(at);
    forget(paper, () => true);
    passTime(journalOf(at), 61_000);
    await settle(at, '--absent', 'bid-1', '--absent', 'bid-2', '--why', 'in no list');
    expect((await run(at)).code).toBe(6);
    expect(paper.orders).toHaveLength(0);
    // Its answer is lost too: the new lineage is unknown, and found under its own id.
    expect((await run(at, '--again', 'bid-1')).code).toBe(7);
    expect(oids(paper)).toEqual([clientOrderId('again', 1, 'bid-1', 1)]);
    expect((await run(at, '--again', 'bid-1')).code).toBe(2);
    expect((await settle(at)).code).toBe(0);
    expect((await run(at, '--again', 'bid-1')).code).toBe(2);
    expect(oids(paper)).toHaveLength(1);
  });

  test('what was rejected, all at once; and of an edited one what it says now', async () => {
    const { paper, at } = await paperAndPlace({ faults: { 'reject-one': 1 } });
    at.write('plan.yaml', bids('again', 1));
    const first = await run(at);
    expect(said(first)).toEqual(['bid-1 rejected']);
    expect(said(await run(at))).toEqual(['bid-1 already-rejected']);
    at.write('plan.yaml', bids('again', 1).replace('price: 60000', 'price: 59000'));
    await paper.close();
    const back = await startPaperExchange({ port: Number(new URL(paper.origin).port) });
    afterTest(() => back.close());
    expect((await run(at, '--again', 'rejected')).code).toBe(0);
    expect(back.orders.map(({ clientOid, price }) => [clientOid, price])).toEqual([
      [clientOrderId('again', 1, 'bid-1', 1), '59000'],
    ]);
    expect((await run(at)).code).toBe(0);
    expect(back.orders).toHaveLength(1);
  });

  test('what was never sent is no again', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('again', 1));
    expect((await run(at, '--again', 'bid-1')).code).toBe(2);
    expect((await run(at, '--again', 'bid-7')).code).toBe(2);
    expect(paper.requests).toEqual([]);
  });
});

describe('a plan that changed after it was sent', () => {
  test('edited, unknown and rejected orders are told at their line, removed ones as still live', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('edit', 3));
    await run(at);
    at.write('plan.yaml', bids('edit', 2).replace('price: 60001', 'price: 59000'));
    const args = ['run', 'plan.yaml', '--execute', '--live', '--yes'];
    const lines = await here(args, at);
    expect(lines.code).toBe(6);
    const removed = paper.orders.find(({ clientOid }) => clientOid === clientOrderId('edit', 1, 'bid-3', 0));
    expect(lines.stdout).toMatch(new RegExp(`removed[^]*bid-3[^]*${removed?.orderId ?? 'none'}`));
    const dry = await here(['run', 'plan.yaml', '--live'], at);
    expect([dry.code, dry.stdout]).toEqual([6, expect.stringMatching(/removed[^]*bid-3/)]);
    const edited = ofKind(eventsOf(await run(at)), 'order-outcome').find(({ id }) => id === 'bid-2');
    expect(edited).toMatchObject({
      reason: 'edited-after-send',
      message: expect.stringMatching(/^plan\.yaml:6: .*price 60001 → 59000/) as string,
    });
    const known = await status(at);
    expect(known).toMatch(/bid-3[^]*still live/);
    expect(known).toMatch(/bid-2[^]*price 60001 → 59000/);
    expect(paper.orders).toHaveLength(3);
  });

  test('an unknown order that was edited is looked up, and then differs from the plan', async () => {
    const { at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('edit', 1));
    await run(at);
    at.write('plan.yaml', bids('edit', 1).replace('price: 60000', 'price: 59000'));
    const [one] = ofKind(eventsOf(await run(at)), 'order-outcome');
    // It is looked up, and stands: as it was sent.
    expect(one).toMatchObject({
      reason: 'edited-after-send',
      message: expect.stringMatching(/^plan\.yaml:5: .*price 60000 → 59000/) as string,
    });
  });

  test('an unknown order that was edited is unresolved, and says both', async () => {
    const { at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', NO_LISTS);
    at.write('plan.yaml', bids('edit', 1));
    await run(at);
    at.write('plan.yaml', bids('edit', 1).replace('price: 60000', 'price: 59000'));
    const [one] = ofKind(eventsOf(await run(at)), 'order-outcome');
    expect(one).toMatchObject({
      reason: 'unresolved',
      message: expect.stringMatching(/^plan\.yaml:5: .*price 60000 → 59000/) as string,
    });
  });
});

describe('a clock that is off', () => {
  test.each([-7_200_000, 7_200_000])('by %i ms: a run and a settle go by the server’s', async (offMs) => {
    const clock = { wallMs: () => Date.now() + offMs, monotonicMs: () => performance.now() };
    const { paper, at } = await paperAndPlace({ clock });
    at.write('plan.yaml', KINDS);
    const placed = await run(at);
    expect(placed.code).toBe(0);
    expect(paper.orders).toHaveLength(5);
    // Once for the check, once for the questions before the first send, and once for the calls.
    expect(paper.requests.filter(({ path }) => path.endsWith('/time'))).toHaveLength(3);
  });

  test('a settle goes by the server’s clock too', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('late', 2));
    await run(at);
    const orders = [...paper.orders];
    await paper.close();
    const late = await startPaperExchange({
      port: Number(new URL(paper.origin).port),
      clock: { wallMs: () => Date.now() + 7_200_000, monotonicMs: () => performance.now() },
    });
    afterTest(() => late.close());
    (late.orders as PaperOrder[]).push(...orders);
    expect((await settle(at)).code).toBe(0);
  });
});
