/** What can be made to go wrong with a cancel call, and that it shifts nothing that goes wrong with placing. */
import { describe, expect, it } from 'vitest';
import {
  CANCEL_FAULTS,
  createCancelDealer,
  parseCancelFaults,
  type CancelFaultName,
} from '../../src/paper/cancel-faults.ts';
import { createDealer, FAULTS } from '../../src/paper/faults.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { PATHS, single, type Received } from '../support/paper-client.ts';
import { AT_MARKET, CANCEL, desks, type Desk } from './after-placing.ts';

const desk = desks();
const under = (faults: readonly CancelFaultName[], options: PaperOptions = {}): Promise<Desk> =>
  desk({ cancelFaults: Object.fromEntries(faults.map((name) => [name, 1])), ...options });

const hands = (spec: Partial<Record<CancelFaultName, number>>) => {
  const deal = createCancelDealer(spec, 3);
  return Array.from({ length: 200 }, () => deal());
};

/** What placings are answered with cancels between them, and without. */
async function placings(cancels: boolean): Promise<readonly number[]> {
  const cancelFaults = { 'drop-before': 1 };
  const at = await desk({ faults: { 'reject-one': 0.5 }, seed: 7, ...(cancels && { cancelFaults }) });
  const got: number[] = [];
  for (let time = 0; time < 20; time++) {
    got.push((await at.send(PATHS.single, single())).status);
    if (cancels) await at.send(CANCEL.one, { orderId: '1' }).catch(() => undefined);
  }
  return got;
}

describe('the list of faults', () => {
  it('is read as that of placing is', () => {
    expect(parseCancelFaults('cancel-filled:0.5, rate:1')).toEqual({
      ok: true,
      value: { 'cancel-filled': 0.5, rate: 1 },
    });
    for (const wrong of ['reject-one:1', 'missing:1', 'cancel-filled', 'toString:1']) {
      expect(parseCancelFaults(wrong).ok).toBe(false);
    }
  });

  it('is dealt by a stream of its own, in which a further fault moves no other', () => {
    const rates = (spec: Partial<Record<CancelFaultName, number>>) =>
      hands(spec).map(({ faults }) => faults.has('rate'));
    expect(rates({ rate: 0.3, 'cancel-filled': 0.5, truncate: 0.2 })).toEqual(rates({ rate: 0.3 }));
    const placing = createDealer({ rate: 0.3 }, 3);
    expect(hands({ rate: 0.3 }).map(({ pick }) => pick)).not.toEqual(Array.from({ length: 200 }, () => placing().pick));
  });

  it('shifts no placing, and is not met by one', async () => {
    expect(await placings(true)).toEqual(await placings(false));
  });

  it('the faults of placing meet no cancel', async () => {
    const at = await desk();
    const orderId = await at.place('a');
    const other = await desk({ faults: Object.fromEntries(FAULTS.map((name) => [name, 1])) });
    expect((await other.send(CANCEL.one, { orderId })).status).toBe(400);
  });
});

describe('before a cancel is processed', () => {
  it.each([
    ['drop-before', 'cut'],
    ['http-500-before', 500],
    ['http-418-before', 418],
    ['rate', 429],
  ] as const)('%s: the order stands, and nothing is counted', async (fault, outcome) => {
    const at = await under([fault]);
    const orderId = await at.place('a');
    expect(
      await at.send(CANCEL.one, { orderId }).then(
        ({ status }) => status,
        () => 'cut',
      ),
    ).toBe(outcome);
    expect([at.states(), at.exchange.requests[1]?.weight]).toEqual([['open'], { ip: 0, uid: 0 }]);
  });
});

describe('after it: the order is cancelled', () => {
  it.each([
    ['drop-after', 'cut'],
    ['http-502-after', 502],
    ['error-unlisted', 400],
    ['garbage', 200],
    ['truncate', 'cut'],
  ] as const)('%s', async (fault, outcome) => {
    const at = await under([fault]);
    const orderId = await at.place('a');
    const told = await at.send(CANCEL.one, { orderId }).then(
      ({ status }) => status,
      () => 'cut',
    );
    expect([told, at.states()]).toEqual([outcome, ['canceled']]);
  });

  it('stall-after never answers', async () => {
    const at = await under(['stall-after']);
    const orderId = await at.place('a');
    const answered = at.send(CANCEL.one, { orderId }).catch(() => 'cut');
    await expect.poll(() => at.states()).toEqual(['canceled']);
    await at.exchange.close();
    expect(await answered).toBe('cut');
  });

  it('an unlisted error hides no refusal', async () => {
    const at = await under(['error-unlisted']);
    expect(await at.call(CANCEL.one, { orderId: '1' })).toMatchObject({ code: '50005' });
  });
});

describe('about the order', () => {
  it('cancel-filled: it is filled in whole just before', async () => {
    const at = await under(['cancel-filled']);
    const orderId = await at.place('a');
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ code: '40015' });
    expect(at.order(orderId)).toMatchObject({ status: 'filled', filledSize: '0.01' });
  });

  it('cancel-filled: a trigger order fires just before', async () => {
    const at = await under(['cancel-filled']);
    const orderId = await at.placeTrigger('stop');
    expect(await at.call(CANCEL.trigger, { orderId })).toMatchObject({ code: '40015' });
    expect(at.states()).toEqual(['triggered', 'filled']);
  });

  it('cancel-part-filled: half of it is, on the step, and it is cancelled with that', async () => {
    const at = await under(['cancel-part-filled']);
    const orderId = await at.place('a', { size: '0.0005' });
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ result: true });
    expect(at.order(orderId)).toMatchObject({ status: 'canceled', filledSize: '0.0002' });
    const smallest = await at.place('b', { size: '0.0001' });
    await at.call(CANCEL.one, { orderId: smallest });
    expect(at.order(smallest).filledSize).toBeUndefined();
  });

  it('cancel-not-found: it is refused, and stands', async () => {
    const at = await under(['cancel-not-found']);
    const orderId = await at.place('a');
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ code: '50005' });
    expect(at.states()).toEqual(['open']);
  });

  it('cancel-ignored: success is told, and it stands', async () => {
    const at = await under(['cancel-ignored']);
    const orderId = await at.place('a');
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ order_id: orderId, result: true });
    expect(at.states()).toEqual(['open']);
  });

  it('cancel-foreign: another order id is told', async () => {
    const at = await under(['cancel-foreign']);
    const orderId = await at.place('a');
    const told = await at.call(CANCEL.one, { orderId });
    expect(told).toMatchObject({ result: true, order_id: expect.stringMatching(/^[0-9]{18}$/) as string });
    expect(told['order_id']).not.toBe(orderId);
    expect(at.states()).toEqual(['canceled']);
  });

  it('cancel-missing: it is in no list of a batch, and is cancelled', async () => {
    const at = await under(['cancel-missing']);
    const ids = [await at.place('a'), await at.place('b'), await at.place('c')];
    const told = await at.call(CANCEL.many, { ids });
    expect(told).toMatchObject({ result: true, failInfos: [] });
    expect([(told['orderIds'] as string[]).length, (told['cancelOrderResultList'] as unknown[]).length]).toEqual([
      2, 2,
    ]);
    expect(at.states()).toEqual(['canceled', 'canceled', 'canceled']);
  });

  it('meets one order of a batch, not always the same', async () => {
    const stood = new Set<number>();
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const at = await under(['cancel-ignored'], { seed });
      const ids = [await at.place('a'), await at.place('b'), await at.place('c')];
      await at.call(CANCEL.many, { ids });
      expect(at.states().filter((status) => status === 'open')).toHaveLength(1);
      stood.add(at.states().indexOf('open'));
    }
    expect(stood.size).toBeGreaterThan(1);
  });

  it('an order that ended already is not filled by a fault', async () => {
    const at = await under(['cancel-filled', 'cancel-part-filled']);
    const orderId = await at.place('a');
    at.exchange.cancelByExchange(orderId);
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ result: true });
    expect(at.order(orderId).filledSize).toBeUndefined();
  });
});

const words = ({ status, text }: Received): string => `${status} ${text}`;

/** What a client gets of three cancels, one of them of a filled order. */
async function gotten(faults: readonly CancelFaultName[]): Promise<readonly string[]> {
  const at = await under(faults);
  const ids = [await at.place('a'), await at.place('b')];
  const calls: readonly (readonly [path: string, body: Record<string, unknown>])[] = [
    [CANCEL.one, { orderId: await at.place('one') }],
    [CANCEL.one, { orderId: await at.place('done', AT_MARKET) }],
    [CANCEL.many, { ids }],
  ];
  const got: string[] = [];
  for (const [path, body] of calls) {
    got.push(await at.send(path, body).then(words, () => 'cut'));
  }
  return [...got, ...at.exchange.orders.map(({ status, filledSize }) => `${status} ${filledSize}`)];
}

// No answer ever comes of `stall-after`: it has its own test.
it.each(CANCEL_FAULTS.filter((name) => name !== 'stall-after'))('%s is seen', async (fault) => {
  expect(await gotten([fault])).not.toEqual(await gotten([]));
});
