import { describe, expect, it } from 'vitest';
import { someOrders } from '../support/plan-builder.ts';
import { acceptsAll, notSent, refused, type Script } from '../support/sim-exchange.ts';
import { rig, type JournalFault, type Rig } from './rig.ts';

const ORDERS = someOrders(6, { stopLoss: '1' });
const every = Array.from({ length: ORDERS.length }, (_, index) => index + 1);

/** Each call's answer at a moment of its own, or all in one moment. */
const scripts: readonly [name: string, script: Script][] = [
  ['apart', (call) => ({ result: acceptsAll(call), afterMs: call.number * 10 })],
  ['at once', (call) => ({ result: acceptsAll(call), afterMs: 10 })],
];

const cases = (['intent', 'outcome'] as const).flatMap((write) =>
  [false, true].flatMap((fromThenOn) =>
    [1, 3, 8].flatMap((inFlight) =>
      scripts.map(([answers, script]) => ({ write, fromThenOn, inFlight, answers, script })),
    ),
  ),
);

/** Orders whose call was placed, from the log. */
const placedIds = ({ log, schedule }: Rig, from = 0): string[] =>
  log
    .slice(from)
    .flatMap((effect) =>
      effect.what === 'placed' ? (schedule.calls[effect.call - 1]?.orders.map(({ id }) => id) ?? []) : [],
    );

describe.each(cases)(
  'a journal that fails at $write k, for good: $fromThenOn, $inFlight in flight, answers $answers',
  ({ script, inFlight, ...fault }) => {
    it.each(every)('k = %i: nothing further is sent, every order is told, no order id is lost', async (at) => {
      const one = await rig({
        orders: ORDERS,
        script,
        limits: { inFlight },
        fault: { ...fault, at } satisfies JournalFault,
      });
      const tally = await one.run();

      const failure = one.log.findIndex(({ what }) => what === 'failed');
      expect(failure).toBeGreaterThanOrEqual(0);
      expect(placedIds(one, failure)).toEqual([]);
      expect(
        one
          .outcomes()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ORDERS.map(({ id }) => id));

      const accepted = one.outcomes().filter((outcome) => outcome.outcome === 'accepted');
      expect(accepted.map(({ id }) => id).toSorted()).toEqual(placedIds(one).toSorted());
      expect(accepted.map(({ orderId }) => orderId)).toEqual(accepted.map(({ clientOid }) => `1${clientOid}`));
      const unrecorded = one.log.flatMap((effect) =>
        effect.what === 'failed' && effect.write === 'outcome' ? [effect.call] : [],
      );
      const notes = one.events.flatMap((event) => (event.event === 'note' ? [event.message] : []));
      expect(notes.map((note) => / is not in the journal: /.test(note))).toEqual(unrecorded.map(() => true));
      expect(one.aside).toEqual(
        accepted
          .filter(({ call }) => unrecorded.includes(call as number))
          .map(({ clientOid, orderId, rule }) => ({ clientOid, verdict: { outcome: 'accepted', orderId, rule } })),
      );
      expect(tally.exitCode(undefined)).toBe(6);
    });

    it.each(every)('k = %i: the next run sends again only what never left', async (at) => {
      const first = await rig({ orders: ORDERS, script, limits: { inFlight }, fault: { ...fault, at } });
      await first.run();
      const second = await rig({ orders: ORDERS, after: first });
      await second.run();
      const twice = placedIds(second).filter((id) => placedIds(first).includes(id));
      expect(twice).toEqual([]);
      expect([...placedIds(first), ...placedIds(second)].toSorted()).toEqual(ORDERS.map(({ id }) => id));
    });
  },
);

describe('a journal that fails to keep that a call was not taken', () => {
  it.each([
    ['not sent', notSent()],
    ['refused', refused()],
  ] as const)('%s: the call does not go again', async (_, result) => {
    const script: Script = (call) => ({ result: call.number === 2 ? result : acceptsAll(call), afterMs: 10 });
    const one = await rig({ orders: ORDERS, script, limits: { inFlight: 1 }, fault: { write: 'outcome', at: 2 } });
    await one.run();
    expect(placedIds(one)).toEqual(['o1', 'o2']);
    expect(one.said()).toEqual([
      'o1 accepted',
      ...['o2', 'o3', 'o4', 'o5', 'o6'].map((id) => `${id} withheld: stopped`),
    ]);
    const second = await rig({ orders: ORDERS, after: one });
    await second.run();
    expect(second.said().slice(0, 2)).toEqual(['o1 withheld: already-accepted', 'o2 withheld: unresolved']);
  });
});

const throws: Script = (call) => {
  if (call.number === 2) throw new Error('a bug');
  return { result: acceptsAll(call), afterMs: 100 };
};

describe('a throw out of the exchange, which is a bug of ours', () => {
  it('is thrown on, after what was in flight is recorded and told, and nothing further is sent', async () => {
    const one = await rig({ orders: ORDERS, script: throws, limits: { inFlight: 3 } });
    await expect(one.run()).rejects.toThrow('a bug');
    expect(placedIds(one)).toEqual(['o1', 'o2', 'o3']);
    expect(one.said()).toEqual([
      'o1 accepted',
      'o2 unknown',
      'o3 accepted',
      ...['o4', 'o5', 'o6'].map((id) => `${id} withheld: stopped`),
    ]);
    const states = [...one.journal.state().values()].map(({ id, state }) => `${id} ${state}`);
    expect(states).toEqual(['o1 accepted', 'o2 unknown', 'o3 accepted']);
  });
});
