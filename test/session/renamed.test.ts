/** An order under a new name: what was sent under the old one is not sent again, whatever else changed. */
import { describe, expect, test } from 'vitest';
import { selectPending } from '../../src/compile/select-pending.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import { inPlanNames } from '../../src/model/plan-names.ts';
import { aPlan, anOrder, PLAN, type OrderWords } from '../support/plan-builder.ts';
import { losesAll, rejectsAll } from '../support/sim-exchange.ts';
import { always } from './readings.ts';
import { rig } from './rig.ts';

const OLD = anOrder({ id: 'old' });
const renamed = (words: OrderWords = {}): Order => ({ ...anOrder({ id: 'new', ...words }), was: 'old' });

const sentOnce = (script = always()): ReturnType<typeof rig> => rig({ orders: [OLD], script });

describe('sent as `old`, and called `new` since', () => {
  test('is accepted before: nothing is sent, and what is said has the new name', async () => {
    const first = await sentOnce();
    await first.run();
    const again = await rig({ orders: [renamed()], after: first, script: always() });
    await again.run();
    expect(again.said()).toEqual(['new withheld: already-accepted']);
    expect(again.schedule.calls).toEqual([]);
    expect([...again.journal.state().keys()]).toEqual(['old']);
  });

  test('and edited: it is edited after send', async () => {
    const first = await sentOnce();
    await first.run();
    const again = await rig({ orders: [renamed({ price: '63000' })], after: first, script: always() });
    await again.run();
    expect(again.said()).toEqual(['new withheld: edited-after-send']);
  });

  test('unknown: it is unresolved; rejected: it was rejected', async () => {
    for (const [answer, reason] of [
      [losesAll, 'unresolved'],
      [rejectsAll, 'already-rejected'],
    ] as const) {
      const first = await sentOnce((call) => ({ result: answer(call), afterMs: 1 }));
      await first.run();
      const again = await rig({ orders: [renamed()], after: first, script: always() });
      await again.run();
      expect(again.said()).toEqual([`new withheld: ${reason}`]);
    }
  });

  test('without `was` it is another order, and is sent', async () => {
    const first = await sentOnce();
    await first.run();
    const again = await rig({ orders: [anOrder({ id: 'new' })], after: first, script: always() });
    await again.run();
    expect(again.said()).toEqual(['new accepted']);
  });
});

test('sent under its new name it is the old order all the same: back under the old name nothing is sent', async () => {
  const first = await rig({ orders: [renamed()], script: always() });
  await first.run();
  expect(first.said()).toEqual(['new accepted']);
  expect([...first.journal.state().values()]).toMatchObject([
    { id: 'old', clientOid: clientOrderId(PLAN.name, PLAN.generation, 'old', 0), state: 'accepted' },
  ]);
  for (const order of [OLD, { ...anOrder({ id: 'third' }), was: 'old' }]) {
    const again = await rig({ orders: [order], after: first, script: always() });
    await again.run();
    expect(again.said()).toEqual([`${order.id} withheld: already-accepted`]);
  }
});

test('what waits for it by its new name goes, since it stands', async () => {
  const first = await sentOnce();
  await first.run();
  const follower = { ...anOrder({ id: 'exit', side: 'close-long' }), after: ['new'] };
  const again = await rig({ orders: [renamed(), follower], after: first, script: always() });
  await again.run();
  expect(again.said()).toEqual(['new withheld: already-accepted', 'exit accepted']);
});

const knownAs = (order: Order, state: OrderState): KnownOrder => ({
  id: order.id,
  clientOid: order.clientOid,
  lineage: 0,
  state,
  content: orderContent(order),
  sentAtMs: 1,
  changedAtMs: 2,
  changedUptimeMs: null,
});

test('placed again after a rejection it goes under the next lineage of its first id', () => {
  const known = new Map([['old', knownAs(OLD, 'rejected')]]);
  const { pending } = selectPending(aPlan([renamed()]), known, { again: new Set(['new']) });
  expect(pending.map(({ clientOid }) => clientOid)).toEqual([clientOrderId(PLAN.name, PLAN.generation, 'old', 1)]);
});

test.each(['accepted', 'unknown', 'in-flight'] as const)(
  'nothing goes that is %s under its first id or its present one',
  (state) => {
    const known = new Map(['a', 'b'].map((id) => [id, knownAs(anOrder({ id }), state)]));
    const names = ['a', 'b', 'c', 'd'];
    for (const [id, was] of names.flatMap((one) => names.map((other) => [one, other] as const))) {
      if (id === was) continue;
      const order: Order = { ...anOrder({ id }), was };
      const once = inPlanNames(known, [order]);
      expect(inPlanNames(once, [order])).toEqual(once);
      const clientOids = [...once.values()].map(({ clientOid }) => clientOid);
      expect(new Set(clientOids)).toEqual(new Set([...known.values()].map(({ clientOid }) => clientOid)));
      for (const journal of [known, once]) {
        const sent = selectPending(aPlan([order]), journal, {}).pending.map(({ clientOid }) => clientOid);
        const isKnown = known.has(was) || known.has(id);
        expect(sent).toEqual(isKnown ? [] : [clientOrderId(PLAN.name, PLAN.generation, was, 0)]);
      }
    }
  },
);

test('an order that was removed does not hide behind another that took its name', () => {
  const [a, b] = [knownAs(anOrder({ id: 'a' }), 'accepted'), knownAs(anOrder({ id: 'b' }), 'accepted')];
  const known = new Map([
    ['a', a],
    ['b', b],
  ]);
  expect([...inPlanNames(known, [{ id: 'b', was: 'a' }]).values()].toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
    { ...a, id: 'b' },
    { ...b, id: b.clientOid },
  ]);
});

test('where the old name was recorded but never sent, what stands under the new one is not hidden', () => {
  const order = renamed();
  const standing: KnownOrder = {
    id: 'new',
    clientOid: clientOrderId(PLAN.name, PLAN.generation, 'new', 0),
    lineage: 0,
    state: 'accepted',
    content: orderContent(order),
    sentAtMs: 1,
    changedAtMs: 2,
    changedUptimeMs: null,
    orderId: '7',
  };
  const gone = { ...standing, id: 'old', state: 'never-sent' as const };
  const { pending, withheld } = selectPending(
    aPlan([order]),
    new Map([
      ['old', gone],
      ['new', standing],
    ]),
    {},
  );
  expect(pending).toEqual([]);
  expect(withheld.map(({ outcome }) => outcome.reason)).toEqual(['already-accepted']);
});
