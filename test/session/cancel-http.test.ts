/** Orders taken off over real HTTP, against the paper exchange, on each version: what is told of each is what became of it there. */
import { describe, expect, it } from 'vitest';
import type { PaperOptions } from '../../src/paper/server.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import {
  BY_ID,
  cancelRequests,
  cancelRig,
  foreignOrders,
  journal,
  one as oneOn,
  REST,
  STOP,
  words,
  type CancelRig,
} from './cancel-rig.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';

const GONE = /^(?:Order does not exist\.?|orderId not exist)$/;
/** The cancel of a trigger order. */
const TRIGGER = /^(?:cancel_plan \{"orderId":"[0-9]{18}"\}|algoOrder \??orderId=[0-9]{18})$/;

describe.each(INTERFACES)('on %s', (version) => {
  const spoken = SPELLINGS[version];
  const one = (paper?: PaperOptions, cancelWaitMs?: number): Promise<CancelRig> => oneOn(paper, cancelWaitMs, spoken);

  describe('an order that rests', () => {
    it('is cancelled where the exchange does it at once', async () => {
      const rig = await one();
      const run = await rig.cancel();
      expect(run.told).toMatchObject([
        {
          id: 'one',
          orderId: rig.order('one').orderId,
          call: 1,
          outcome: 'cancelled',
          filledSize: '0',
          rule: 'seen-cancelled',
        },
      ]);
      expect(run.exitCode).toBe(0);
      expect(run.counts).toEqual({ cancelled: 1, filled: 0, fired: 0, refused: 0, unknown: 0 });
      expect(cancelRequests(rig.paper)).toEqual([expect.stringMatching(BY_ID)]);
      expect([await journal(rig), await rig.isWhole()]).toEqual([['one cancelled'], true]);
    });

    it('is cancelled where the exchange does it later, and not told before', async () => {
      const rig = await one({ cancelDelayMs: 250 }, 20_000);
      expect(words(await rig.cancel())).toEqual(['one cancelled']);
      expect(rig.order('one').status).toBe('canceled');
    });

    it('is unknown where the end comes after the wait, and cancelled by the next command', async () => {
      const rig = await one({ cancelDelayMs: 300 });
      const first = await rig.cancel();
      expect(first.told).toMatchObject([
        { outcome: 'unknown', rule: 'cancel-open', message: 'its cancel was taken; its end is not seen yet' },
      ]);
      expect([first.exitCode, await journal(rig)]).toEqual([7, ['one cancel-unknown']]);
      await expect.poll(() => rig.order('one').status).toBe('canceled');
      const second = await rig.cancel();
      expect([words(second), second.exitCode]).toEqual([['one cancelled'], 0]);
    });

    it('filled meanwhile is told as filled, with its average', async () => {
      const rig = await one({ cancelFaults: { 'cancel-filled': 1 } });
      expect((await rig.cancel()).told).toMatchObject([
        { outcome: 'filled', filledSize: '0.01', averagePrice: '60000', rule: 'seen-filled' },
      ]);
      expect(await journal(rig)).toEqual(['one filled']);
    });

    it('filled between the answer and the end is told as filled', async () => {
      const rig = await one({ cancelDelayMs: 60_000 }, 20_000);
      const running = rig.cancel();
      await expect.poll(() => rig.order('one').status).toBe('canceling');
      rig.paper.fill(rig.order('one').orderId);
      const run = await running;
      expect([words(run), run.exitCode]).toEqual([['one filled'], 0]);
    });

    it('filled in part meanwhile is cancelled, with what was filled', async () => {
      const rig = await one({ cancelFaults: { 'cancel-part-filled': 1 } });
      expect((await rig.cancel()).told).toMatchObject([
        { outcome: 'cancelled', filledSize: '0.005', averagePrice: '60000' },
      ]);
      expect((await rig.state()).get('one')).toMatchObject({ state: 'cancelled', seen: { filledSize: '0.005' } });
    });

    it('cancelled by the exchange meanwhile is cancelled', async () => {
      const rig = await one({ cancelFaults: { 'cancel-not-found': 1 } });
      rig.paper.cancelByExchange(rig.order('one').orderId);
      expect(words(await rig.cancel())).toEqual(['one cancelled']);
    });
  });

  describe.each(['status', 'body'] as const)('a refusal told by %s', (cancelRefusals) => {
    it('of an order that was filled before ends it as filled', async () => {
      const rig = await one({ cancelRefusals });
      rig.paper.fill(rig.order('one').orderId);
      const run = await rig.cancel();
      expect([words(run), run.exitCode]).toEqual([['one filled'], 0]);
    });

    it('as not existing, of an order that rests: it stands, in the exchange’s words, and the next command takes it off', async () => {
      const cancelFaults = { 'cancel-not-found': 1 };
      const rig = await one({ cancelRefusals, cancelFaults }, 3000);
      const run = await rig.cancel();
      expect(run.told).toMatchObject([{ outcome: 'refused', message: expect.stringMatching(GONE) as string }]);
      expect([run.exitCode, await journal(rig), rig.order('one').status]).toEqual([6, ['one accepted'], 'open']);
      expect(cancelRequests(rig.paper)).toHaveLength(1);
      cancelFaults['cancel-not-found'] = 0;
      expect(words(await rig.cancel())).toEqual(['one cancelled']);
    });

    it('as not existing, of an order that a list still shows: that is no proof yet, and the next command takes it off', async () => {
      const cancelFaults = { 'cancel-not-found': 1 };
      const rig = await one({ cancelRefusals, cancelFaults });
      const run = await rig.cancel();
      expect(run.told).toMatchObject([{ outcome: 'unknown', rule: 'cancel-open' }]);
      expect([run.exitCode, await journal(rig)]).toEqual([7, ['one cancel-unknown']]);
      cancelFaults['cancel-not-found'] = 0;
      expect(words(await rig.cancel())).toEqual(['one cancelled']);
    });

    it('of one order of a batch is no refusal of the others', async () => {
      const rig = await cancelRig({ spoken, orders: someOrders(4, REST), paper: { cancelRefusals } });
      rig.paper.fill(rig.order('o2').orderId);
      const run = await rig.cancel();
      expect(words(run).toSorted()).toEqual(['o1 cancelled', 'o2 filled', 'o3 cancelled', 'o4 cancelled']);
      expect([run.exitCode, cancelRequests(rig.paper).length]).toEqual([0, 1]);
    });
  });

  const stop = (paper: PaperOptions = {}): Promise<CancelRig> =>
    cancelRig({ spoken, orders: [anOrder({ id: 'stop', ...STOP })], paper });

  describe('a trigger order', () => {
    it.each([false, true])('is cancelled, in live words: %s', async (liveWords) => {
      const rig = await stop({ liveWords });
      expect(words(await rig.cancel())).toEqual(['stop cancelled']);
      expect(cancelRequests(rig.paper)).toEqual([expect.stringMatching(TRIGGER)]);
    });

    it('that fired is filled: it was too late', async () => {
      const rig = await stop();
      rig.paper.fire(rig.order('stop').orderId);
      const run = await rig.cancel();
      expect(run.told).toMatchObject([{ outcome: 'filled', rule: 'seen-triggered' }]);
      expect([run.exitCode, await journal(rig)]).toEqual([0, ['stop filled']]);
    });

    it('that fires while its cancel is on its way is filled', async () => {
      const rig = await stop({ cancelFaults: { 'cancel-filled': 1 } });
      expect(words(await rig.cancel())).toEqual(['stop filled']);
    });
  });

  describe('whatever the exchange is like', () => {
    it.each([
      ['fills as a bare list', { fillsAs: 'array' }],
      ['live words', { liveWords: true }],
      ['refusals of the engine at 200', { businessStatus: 200 }],
    ] as const)('%s: each end is told as it is', async (_, paper) => {
      const orders = [...someOrders(4, REST), anOrder({ id: 'stop', ...STOP }), anOrder({ id: 'fired', ...STOP })];
      const rig = await cancelRig({ spoken, orders, paper });
      foreignOrders(rig.paper);
      rig.paper.fill(rig.order('o1').orderId, '0.004', '59999');
      rig.paper.fill(rig.order('o2').orderId);
      rig.paper.fire(rig.order('fired').orderId);
      const run = await rig.cancel();
      expect(words(run).toSorted()).toEqual([
        'fired filled',
        'o1 cancelled',
        'o2 filled',
        'o3 cancelled',
        'o4 cancelled',
        'stop cancelled',
      ]);
      expect(run.told.find(({ id }) => id === 'o1')).toMatchObject({ filledSize: '0.004', averagePrice: '59999' });
      expect(
        rig.paper.orders.filter(({ clientOid }) => clientOid.startsWith('somebody')).map(({ status }) => status),
      ).toEqual(['open', 'open', 'open']);
      expect(await rig.isWhole()).toBe(true);
    });

    it('what is over already is told once more, and nothing is sent for it', async () => {
      const rig = await one();
      await rig.cancel();
      const run = await rig.cancel();
      expect([words(run), run.exitCode, cancelRequests(rig.paper).length]).toEqual([['one cancelled'], 0, 1]);
    });
  });
});
