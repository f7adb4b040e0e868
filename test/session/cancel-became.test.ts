/** A trigger that fired before it was off: what it became is on record before its cancel leaves, so every later command goes by that. */
import { describe, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Exchange } from '../../src/ports.ts';
import { listedOrder, paperClient } from '../support/listed-orders.ts';
import { anOrder } from '../support/plan-builder.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { cancelRequests, cancelRig, withCancels, words, type CancelRig } from './cancel-rig.ts';

const LIMIT = { price: '60000', trigger: '61000' } as const;

const child = ({ paper }: CancelRig): string => paper.orders.at(-1)?.orderId ?? '';
const last = ({ paper }: CancelRig): string | undefined => cancelRequests(paper).at(-1);

describe.each(INTERFACES)('on %s', (version) => {
  const spoken = SPELLINGS[version];

  /** The trigger has fired; `onSecond` comes as the cancel of what it became leaves. */
  async function fired(onSecond: () => void = () => {}): Promise<CancelRig> {
    const connect = (paper: PaperExchange): Exchange =>
      withCancels(paperClient(paper, { operations: spoken.operations }), (time) => {
        if (time === 2) onSecond();
      });
    const rig = await cancelRig({ orders: [anOrder({ id: 'late', ...LIMIT })], spoken, connect });
    rig.paper.fire(rig.order('late').orderId);
    return rig;
  }

  it('a command that ends before the end is seen leaves the order id that was cancelled', async () => {
    const stop = new AbortController();
    const rig = await fired(() => stop.abort());
    const became = child(rig);
    const first = await rig.cancel({ signal: stop.signal });
    expect([words(first), last(rig)]).toEqual([['late unknown'], expect.stringContaining(became)]);
    expect([...(await rig.state()).values()][0]).toMatchObject({ state: 'cancel-unknown', seen: { firedAs: became } });
  });

  it('another order under its client order id does not hide the end of the one that was cancelled', async () => {
    const stop = new AbortController();
    const rig = await fired(() => stop.abort());
    const became = child(rig);
    await rig.cancel({ signal: stop.signal });
    const { clientOid } = rig.order('late');
    (rig.paper.orders as (typeof rig.paper.orders)[number][]).push(listedOrder(1, { clientOid }));
    const next = await rig.cancel();
    expect(next.told).toMatchObject([
      { outcome: 'cancelled', rule: 'seen-cancelled', message: `it had fired, and became order ${became}` },
    ]);
    expect(next.exitCode).toBe(0);
  });

  it('where that cannot be written, its cancel does not leave', async () => {
    const rig = await fired();
    const first = await rig.cancel({ fault: { write: 'see', at: 1 } });
    expect([words(first), cancelRequests(rig.paper).length]).toEqual([['late unknown'], 1]);
    expect(rig.paper.orders.at(-1)?.status).toBe('open');
    expect([words(await rig.cancel()), await rig.isWhole()]).toEqual([['late cancelled'], true]);
  });
});
