/** Cancels whose answer is lost or not true, and orders whose placing is unknown: what goes again, how often, and what is told. */
import { describe, expect, it } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import type { Exchange } from '../../src/ports.ts';
import { paperClient } from '../support/listed-orders.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import {
  BY_ID,
  cancelRequests,
  cancelRig,
  journal,
  one,
  ONE,
  REST,
  STOP,
  withCancels,
  words,
  type CancelRig,
} from './cancel-rig.ts';

describe('an answer that is not true', () => {
  it('success, and nothing happens: unknown after the wait, and it still stands', async () => {
    const rig = await one({ cancelFaults: { 'cancel-ignored': 1 } }, 150);
    const run = await rig.cancel();
    expect(run.told).toMatchObject([{ outcome: 'unknown', message: 'its cancel was taken; its end is not seen yet' }]);
    expect([run.exitCode, rig.order('one').status, cancelRequests(rig.paper).length]).toEqual([7, 'open', 1]);
  });

  it('about another order: nothing more is sent, and what was sent is looked at', async () => {
    const rig = await cancelRig({
      orders: someOrders(3, REST),
      paper: { cancelFaults: { 'cancel-foreign': 1 } },
      limits: { inFlight: 1 },
    });
    const run = await rig.cancel();
    expect(words(run).toSorted()).toEqual(['o1 cancelled', 'o2 refused', 'o3 refused']);
    expect(run.told.find(({ id }) => id === 'o2')).toMatchObject({ rule: 'cancel-not-sent' });
    expect([run.exitCode, cancelRequests(rig.paper).length]).toEqual([6, 1]);
    expect(run.events.filter(({ event }) => event === 'run-stopping')).toHaveLength(1);
  });

  it('a batch that lacks an entry: the order goes once more by itself where it rests', async () => {
    const cancelFaults = { 'cancel-missing': 1 };
    const rig = await cancelRig({
      orders: someOrders(5, REST),
      paper: { cancelFaults, cancelDelayMs: 300 },
      settings: { cancelWaitMs: 20_000 },
    });
    const run = await rig.cancel();
    expect(words(run).toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `o${n} cancelled`));
    expect(cancelRequests(rig.paper)).toEqual([expect.stringMatching(/^cancel_batch/), expect.stringMatching(BY_ID)]);
  });
});

describe('a lost answer', () => {
  it('of a cancel that did not arrive: it goes once more by order id, and is cancelled', async () => {
    const cancelFaults: Record<string, number> = { 'drop-before': 1 };
    const connect = (paper: PaperExchange): Exchange =>
      withCancels(paperClient(paper), (time) => void (cancelFaults['drop-before'] = time === 1 ? 1 : 0));
    const rig = await cancelRig({ orders: ONE, paper: { cancelFaults }, connect });
    const run = await rig.cancel();
    expect([words(run), run.exitCode]).toEqual([['one cancelled'], 0]);
    expect(cancelRequests(rig.paper)).toEqual([expect.stringMatching(BY_ID), expect.stringMatching(BY_ID)]);
  });

  it('twice: it is unknown, and does not go a third time', async () => {
    const rig = await one({ cancelFaults: { 'drop-before': 1 } });
    const run = await rig.cancel();
    expect([words(run), run.exitCode]).toEqual([['one unknown'], 7]);
    expect(cancelRequests(rig.paper)).toEqual([expect.stringMatching(BY_ID), expect.stringMatching(BY_ID)]);
    expect(await journal(rig)).toEqual(['one cancel-unknown']);
  });

  it('of a cancel that arrived: a look tells its end, and it does not go again', async () => {
    const rig = await one({ cancelFaults: { 'drop-after': 1 } });
    expect(words(await rig.cancel())).toEqual(['one cancelled']);
    expect(cancelRequests(rig.paper)).toHaveLength(1);
  });

  it('of a cancel that was taken on and is not over: it goes once more, never a third time', async () => {
    const rig = await one({ cancelFaults: { 'drop-after': 1 }, cancelDelayMs: 60_000 }, 250);
    const run = await rig.cancel();
    expect(run.told).toMatchObject([{ outcome: 'unknown' }]);
    expect(cancelRequests(rig.paper)).toHaveLength(2);
  });

  it('of a batch: what still rests goes once more, in batches no bigger than before', async () => {
    const cancelFaults = { 'http-502-after': 1 };
    const rig = await cancelRig({
      orders: someOrders(12, REST),
      paper: { cancelFaults, cancelDelayMs: 1200, cancelBatchLimit: 4 },
      settings: { cancelWaitMs: 20_000 },
    });
    const run = await rig.cancel({ most: 4 });
    expect(run.counts).toMatchObject({ cancelled: 12 });
    const sizes = cancelRequests(rig.paper).map((request) => request.match(/"[0-9]{18}"/g)?.length);
    expect(sizes).toEqual([4, 4, 4, 4, 4, 4]);
  });

  it('after which the second does not leave: what is told is of the first', async () => {
    const rig = await cancelRig({
      orders: ONE,
      paper: { cancelFaults: { 'drop-after': 1 }, cancelDelayMs: 60_000 },
      connect: (paper) =>
        withCancels(paperClient(paper), (time) => time === 1 || { kind: 'not-sent', message: 'no way', again: false }),
    });
    const run = await rig.cancel();
    expect(run.told).toMatchObject([{ outcome: 'unknown', rule: 'cancel-open' }]);
    expect(await journal(rig)).toEqual(['one cancel-unknown']);
    expect(cancelRequests(rig.paper)).toHaveLength(1);
  });

  it('after which the second is refused, while the first may still be acted upon: unknown, not refused', async () => {
    const cancelFaults: Record<string, number> = { 'drop-before': 1 };
    const rig = await cancelRig({
      orders: ONE,
      paper: { cancelFaults },
      connect: (paper) =>
        withCancels(paperClient(paper), (time) => {
          if (time === 2) Object.assign(cancelFaults, { 'drop-before': 0, 'cancel-not-found': 1 });
        }),
    });
    const run = await rig.cancel();
    expect(cancelRequests(rig.paper)).toHaveLength(2);
    expect([words(run), run.exitCode]).toEqual([['one unknown'], 7]);
  });
});

/** One order that was placed, and nobody heard it. */
const lost = (paper: PaperOptions = {}): Promise<CancelRig> =>
  cancelRig({ orders: ONE, placingFaults: { 'drop-after': 1 }, paper });

describe('an order whose placing is unknown', () => {
  it('is cancelled by its client order id, and its placing is settled by what is found', async () => {
    const rig = await lost();
    const run = await rig.cancel();
    expect(cancelRequests(rig.paper)).toEqual([`cancel_order {"clientOid":"${ONE[0]?.clientOid}"}`]);
    expect(run.told).toMatchObject([{ outcome: 'cancelled', orderId: rig.order('one').orderId }]);
    expect((await rig.state()).get('one')).toMatchObject({ state: 'cancelled', rule: 'found' });
  });

  it('goes a second time by the order id that was found', async () => {
    const rig = await lost({ cancelFaults: { 'drop-before': 1 } });
    expect(words(await rig.cancel())).toEqual(['one unknown']);
    expect(cancelRequests(rig.paper)).toEqual([
      expect.stringMatching(/^cancel_order \{"clientOid"/),
      expect.stringMatching(BY_ID),
    ]);
  });

  it('and is on no list stays unknown, in its placing too', async () => {
    const rig = await cancelRig({ orders: ONE, placingFaults: { 'drop-before': 1 } });
    const run = await rig.cancel();
    expect([words(run), run.exitCode, await journal(rig)]).toEqual([['one unknown'], 7, ['one unknown']]);
    expect(run.told).toMatchObject([{ message: expect.stringContaining('in no list') as string }]);
    expect(rig.paper.orders).toEqual([]);
  });

  it('and was filled is settled and told as filled', async () => {
    const rig = await lost();
    rig.paper.fill(rig.order('one').orderId);
    expect(words(await rig.cancel())).toEqual(['one filled']);
    expect(await journal(rig)).toEqual(['one filled']);
  });

  it('and is a trigger goes in no call, and what is found of it is settled', async () => {
    const orders = [anOrder({ id: 'stop', ...STOP })];
    const rig = await cancelRig({ orders, placingFaults: { 'drop-after': 1 } });
    expect(cancelRequests(rig.paper)).toEqual([]);
    const first = await rig.cancel();
    expect([words(first), first.exitCode, await journal(rig)]).toEqual([['stop refused'], 6, ['stop accepted']]);
    expect(cancelRequests(rig.paper)).toEqual([]);
    expect(words(await rig.cancel())).toEqual(['stop cancelled']);
  });
});
