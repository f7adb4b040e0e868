/** What becomes of orders that are to be taken off where something beside the exchange goes wrong. */
import { describe, expect, it } from 'vitest';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { CancelCall } from '../../src/model/cancel.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { compileCancels } from '../../src/compile/cancel-calls.ts';
import type { Cancelling, CancelSent, TellCancel } from '../../src/session/cancel/cancelling.ts';
import { Following, type FollowingOptions } from '../../src/session/cancel/following.ts';
import type { Clock } from '../../src/ports.ts';
import type { LookedUp } from '../../src/session/lists/look-up.ts';
import type { Stand } from '../../src/session/lists/stand.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';

const UNNAMED: KnownOrder = {
  id: 'entry',
  clientOid: 'ordo1',
  lineage: 0,
  state: 'accepted',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '1' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
};
const ORDER: KnownOrder = { ...UNNAMED, orderId: '71' };
const UNPLACED: KnownOrder = { ...UNNAMED, state: 'unknown' };
const RESTS: Stand = {
  kind: 'seen',
  seen: { state: 'open', filledSize: '0', atMs: 0 },
  isOver: false,
  lists: ['open'],
};
const GONE: Stand = { ...RESTS, seen: { state: 'cancelled', atMs: 0 }, isOver: true };
const LOST: CancelSent = { answer: 'unknown', message: 'no answer', rule: 'timeout' };

interface Scene {
  readonly order?: KnownOrder;
  /** What becomes of each cancel that goes, the last of all further ones. */
  readonly sent?: readonly CancelSent[];
  readonly look?: (clock: Clock) => FollowingOptions['look'];
  readonly findings?: readonly LookedUp['finding'][];
}

interface Followed {
  readonly events: readonly RunEvent[];
  readonly isSettled: boolean;
}

/** One order that is to be taken off. */
async function follow({ order = ORDER, sent = [LOST], look, findings = [] }: Scene): Promise<Followed> {
  const clock = new SimClock();
  const events: RunEvent[] = [];
  let [calls, looks] = [0, 0];
  let isSettled = false;
  const send = (cancels: readonly CancelCall[], tell: TellCancel): Promise<void> => {
    for (const { number } of cancels) tell(order.clientOid, number, (sent[calls++] ?? sent.at(-1)) as CancelSent);
    return Promise.resolve();
  };
  const following = new Following({
    exchange: { operations: OPERATIONS },
    plan: { plan: 'p', generation: 1 },
    claim: {
      state: () => Promise.resolve(new Map([[order.id, order]])),
      settle: () => Promise.resolve(void (isSettled = true)),
      see: () => Promise.resolve(),
      moment: () => ({ wallMs: clock.wallMs(), uptimeMs: null }),
    },
    clock,
    emit: (event) => events.push(event),
    cancelling: {
      send,
      watched: (work: () => Promise<void>) => work(),
      stop: () => {},
      stopped: undefined,
    } as unknown as Cancelling,
    look: look?.(clock) ?? ((orders) => Promise.resolve(orders.map((one) => ({ order: one, stand: RESTS })))),
    lookUp: async function* lookUp(orders) {
      const finding = findings[Math.min(looks++, findings.length - 1)];
      if (finding === undefined) throw new Error('looked up without a connection');
      for (const sought of orders) yield { order: sought, finding };
    },
    waitMs: 3000,
    signal: new AbortController().signal,
  });
  const { calls: cancels } = compileCancels(v2.calls.cancel, [order], 10);
  await clock.run(following.follow([order], cancels, cancels.length));
  return { events, isSettled };
}

const outcomesOf = ({ events }: Followed): string[] =>
  events.flatMap((event) => (event.event === 'cancel-outcome' ? [event.outcome] : []));

describe('an order that is to be taken off', () => {
  it('has an outcome where the journal fails while its end is looked for', async () => {
    const error = new JournalError('disk I/O error', 'make room');
    const look = () => (): Promise<never> => Promise.reject(error);
    expect(outcomesOf(await follow({ look }))).toEqual(['unknown']);
  });

  it.each<[string, CancelSent]>([
    ['is refused', { answer: 'refused', code: '50005', message: 'no such order', rule: 'cancel-refused' }],
    ['does not leave', { answer: 'not-sent', message: 'status 418' }],
  ])('is not told as standing where its cancel was lost and the next one %s', async (_, second) => {
    expect(outcomesOf(await follow({ sent: [LOST, second] }))).toEqual(['unknown']);
    expect(outcomesOf(await follow({ sent: [second] }))).toEqual(['refused']);
  });

  it('is looked at once more where one look took all of the wait', async () => {
    let looks = 0;
    const look =
      (clock: Clock): FollowingOptions['look'] =>
      async (orders) => {
        await clock.sleep(looks === 0 ? 5000 : 0);
        return orders.map((one) => ({ order: one, stand: looks++ === 0 ? RESTS : GONE }));
      };
    const sent: CancelSent = { answer: 'taken', rule: 'cancel-taken' };
    expect(outcomesOf(await follow({ look, sent: [sent] }))).toEqual(['cancelled']);
  });

  it('is told by its cancel alone where its placing was unknown: an order of the plan has one outcome', async () => {
    const found = { kind: 'found', orderId: '71', lists: ['open'], unread: [] } as const;
    const { events } = await follow({ order: UNPLACED, findings: [found] });
    expect(events.map(({ event }) => event)).toEqual(['cancel-outcome']);
  });

  it('is not settled as found where it stood twice in an earlier look', async () => {
    const found = { kind: 'found', orderId: '71', lists: ['open'], unread: [] } as const;
    const twice = { kind: 'found-twice', standing: [] } as const;
    expect(await follow({ order: UNPLACED, findings: [found] })).toMatchObject({ isSettled: true });
    expect(await follow({ order: UNPLACED, findings: [twice, found] })).toMatchObject({ isSettled: false });
  });
});
