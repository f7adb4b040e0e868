import { assert, constantFrom, dictionary, option, property, subarray, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentChange, selectPending, type Choice } from '../../src/compile/select-pending.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { OrderState, WithheldReason } from '../../src/model/outcome.ts';
import { aPlan, anOrder, PLAN, someOrders } from '../support/plan-builder.ts';
import { anyTiedOrders, tied } from '../support/tied-orders.ts';
import { STATES } from '../support/transitions.ts';

const order = anOrder();

/** What `--again` takes. */
const AGAIN: ReadonlySet<OrderState> = new Set(['rejected', 'absent', 'cancelled']);

/** Of a cancelled order it has to be known what was filled. */
const UNFILLED: Pick<KnownOrder, 'seen'> = { seen: { state: 'cancelled', filledSize: '0', atMs: 2 } };
const WHEN = { sentAtMs: 1, changedAtMs: 2, changedUptimeMs: null };

const known = (state: OrderState, said: Order = order, rest: Partial<KnownOrder> = {}): JournalState =>
  new Map([
    [
      order.id,
      {
        id: order.id,
        clientOid: said.clientOid,
        lineage: said.lineage,
        state,
        content: orderContent(said),
        ...WHEN,
        ...(state === 'cancelled' && UNFILLED),
        ...rest,
      },
    ],
  ]);

const decide = (before: JournalState, choice: Choice = {}): { sent: boolean; reason?: WithheldReason } => {
  const { pending, withheld } = selectPending(aPlan([order]), before, choice);
  expect(pending.length + withheld.length).toBe(1);
  const reason = withheld[0]?.outcome.reason;
  return { sent: pending.length === 1, ...(reason !== undefined && { reason }) };
};

const reasons: Readonly<Record<OrderState, [asSent: WithheldReason | 'sent', edited: WithheldReason | 'sent']>> = {
  'never-sent': ['sent', 'sent'],
  'in-flight': ['unresolved', 'unresolved'],
  accepted: ['already-accepted', 'edited-after-send'],
  rejected: ['already-rejected', 'already-rejected'],
  unknown: ['unresolved', 'unresolved'],
  absent: ['already-absent', 'already-absent'],
  cancelling: ['unresolved', 'unresolved'],
  'cancel-unknown': ['unresolved', 'unresolved'],
  cancelled: ['already-cancelled', 'already-cancelled'],
  filled: ['already-accepted', 'edited-after-send'],
  closed: ['already-closed', 'already-closed'],
};
const edited = anOrder({ price: '63000' });
const rows = STATES.flatMap((state) =>
  [false, true].map(
    (isEdited) => [state, isEdited ? 'edited since' : 'as it was', reasons[state][isEdited ? 1 : 0]] as const,
  ),
);

describe('what is sent', () => {
  it('an order that the journal does not know', () => {
    expect(decide(new Map())).toEqual({ sent: true });
  });

  it.each(rows)('%s, %s: %s', (state, said, expected) => {
    const before = known(state, said === 'as it was' ? order : edited);
    const decision = expected === 'sent' ? { sent: true } : { sent: false, reason: expected };
    expect(decide(before)).toEqual(decision);
    expect(decide(before, { only: new Set([order.id]) })).toEqual(decision);
    expect(decide(before, { only: new Set(['another']) })).toEqual({ sent: false, reason: 'not-selected' });
    expect(decide(before, { only: new Set() })).toEqual({ sent: false, reason: 'not-selected' });
  });

  it('only what the journal proves unsent', () => {
    const sent = STATES.filter((state) => decide(known(state)).sent);
    expect(sent).toEqual(['never-sent']);
  });

  it('in the order of the plan, each order once', () => {
    const orders = someOrders(6);
    const state = new Map([...known('accepted').values()].map((one) => ['o3', { ...one, id: 'o3' }]));
    const { pending, withheld } = selectPending(aPlan(orders), state, { only: new Set(['o6', 'o3', 'o1']) });
    expect(pending.map(({ id }) => id)).toEqual(['o1', 'o6']);
    expect(withheld.map(({ order: { id }, outcome }) => `${id} ${outcome.reason}`)).toEqual([
      'o2 not-selected',
      'o3 already-accepted',
      'o4 not-selected',
      'o5 not-selected',
    ]);
  });

  it('under the lineage that the journal knows', () => {
    const second = anOrder({ lineage: 1 });
    const { pending } = selectPending(aPlan([order]), known('never-sent', second), {});
    expect(pending).toMatchObject([{ lineage: 1, clientOid: clientOrderId(PLAN.name, PLAN.generation, order.id, 1) }]);
    const { withheld } = selectPending(aPlan([order]), known('accepted', second), {});
    expect(withheld[0]?.order.clientOid).toBe(second.clientOid);
  });

  it('tells the exchange’s order id of what stands', () => {
    expect(
      selectPending(aPlan([order]), known('accepted', order, { orderId: '596471064624628269' }), {}).withheld[0]
        ?.outcome.orderId,
    ).toBe('596471064624628269');
  });
});

describe('placed again', () => {
  const again = { again: new Set([order.id]) };

  it.each(STATES)('%s: a new lineage only where the order provably does not stand', (state) => {
    const { pending } = selectPending(aPlan([order]), known(state), again);
    const isOver = AGAIN.has(state);
    expect(pending.map(({ lineage }) => lineage)).toEqual(isOver ? [1] : state === 'never-sent' ? [0] : []);
    expect(pending.map(({ clientOid }) => clientOid)).toEqual(
      pending.map(({ lineage }) => clientOrderId(PLAN.name, PLAN.generation, order.id, lineage)),
    );
  });

  it('counts on from the lineage that the journal knows, as the plan says the order now', () => {
    const third = known('rejected', anOrder({ lineage: 2 }));
    const { pending } = selectPending(aPlan([anOrder({ price: '63000' })]), third, again);
    expect(pending).toMatchObject([
      { lineage: 3, clientOid: clientOrderId(PLAN.name, PLAN.generation, order.id, 3), price: edited.price },
    ]);
  });

  it('is only what was asked for, and selected', () => {
    expect(decide(known('rejected'), { again: new Set(['another']) })).toEqual({
      sent: false,
      reason: 'already-rejected',
    });
    expect(decide(known('rejected'), { ...again, only: new Set(['another']) })).toEqual({
      sent: false,
      reason: 'not-selected',
    });
    expect(decide(new Map(), again)).toEqual({ sent: true });
  });
});

describe('edited', () => {
  it.each([
    ['the same value in other digits', anOrder({ size: '0.010', price: '64000.00' }), undefined],
    ['another size', anOrder({ size: '0.02' }), ['size']],
    ['another price', anOrder({ price: '64000.1' }), ['price']],
    ['the market', anOrder({ price: 'market' }), ['price']],
    ['another side', anOrder({ side: 'open-short' }), ['side']],
    ['another margin mode', anOrder({ marginMode: 'isolated' }), ['marginMode']],
    ['another time in force', anOrder({ timeInForce: 'ioc' }), ['timeInForce']],
    ['another symbol', anOrder({ symbol: 'cmt_ethusdt' }), ['symbol']],
    ['a preset more', anOrder({ stopLoss: '62000' }), ['stopLoss']],
    ['a trigger now', anOrder({ trigger: '62000' }), ['timeInForce', 'trigger']],
  ])('%s', (_, now, keys) => {
    const before = known('accepted').get(order.id) as KnownOrder;
    const fields = contentChange(before, now).map(({ field }) => field);
    expect(fields.toSorted()).toEqual((keys ?? []).toSorted());
  });

  it('a preset less', () => {
    const before = known('accepted', anOrder({ takeProfit: '70000' })).get(order.id) as KnownOrder;
    expect(contentChange(before, order)).toEqual([{ field: 'takeProfit', before: '70000', after: undefined }]);
  });
});

/** A journal that knows these orders in these states, saying what they say now. */
const knowing = (orders: readonly Order[], states: Readonly<Record<string, OrderState>>): JournalState =>
  new Map(
    orders.flatMap((one) => {
      const state = states[one.id];
      if (state === undefined) return [];
      const { id, clientOid, lineage } = one;
      const content = orderContent(one);
      return [[id, { id, clientOid, lineage, state, content, ...WHEN, ...UNFILLED }]];
    }),
  );

/** `id`, `id < those that it waits for`, or `id: reason`, in the plan's order. */
function fates(orders: readonly Order[], before: JournalState, choice: Choice = {}): string[] {
  const { pending, withheld } = selectPending(aPlan(orders), before, choice);
  const idOf = new Map(pending.map(({ clientOid, id }) => [clientOid, id]));
  const sent = new Map(pending.map(({ id, waitsFor }) => [id, waitsFor?.map((one) => idOf.get(one)).join(' ')]));
  const reasonOf = new Map(withheld.map(({ order: { id }, outcome }) => [id, outcome.reason]));
  return orders.map(({ id }) => {
    if (!sent.has(id)) return `${id}: ${reasonOf.get(id)}`;
    return sent.get(id) === undefined ? id : `${id} < ${sent.get(id)}`;
  });
}

describe('an order that waits for another', () => {
  const pair = tied({ entry: [], exit: ['entry'] });

  it.each<[OrderState, string[]]>([
    ['never-sent', ['entry', 'exit < entry']],
    ['accepted', ['entry: already-accepted', 'exit']],
    ['rejected', ['entry: already-rejected', 'exit: dependency']],
    ['absent', ['entry: already-absent', 'exit: dependency']],
    ['unknown', ['entry: unresolved', 'exit: dependency']],
    ['in-flight', ['entry: unresolved', 'exit: dependency']],
  ])('which is %s', (state, expected) => {
    expect(fates(pair, knowing(pair, { entry: state }))).toEqual(expected);
  });

  it('which was edited after it was sent: it is open or filled, though not as the plan says it now', () => {
    const before = knowing(tied({ entry: [] }, { price: '63000' }), { entry: 'accepted' });
    expect(fates(pair, before)).toEqual(['entry: edited-after-send', 'exit']);
  });

  it('which was not asked for goes only if that one stands already', () => {
    const only = { only: new Set(['exit']) };
    expect(fates(pair, new Map(), only)).toEqual(['entry: not-selected', 'exit: dependency']);
    expect(fates(pair, knowing(pair, { entry: 'rejected' }), only)).toEqual([
      'entry: not-selected',
      'exit: dependency',
    ]);
    expect(fates(pair, knowing(pair, { entry: 'accepted' }), only)).toEqual(['entry: not-selected', 'exit']);
  });

  it('which is placed again waits for its new lineage', () => {
    const { pending } = selectPending(aPlan(pair), knowing(pair, { entry: 'rejected' }), { again: new Set(['entry']) });
    const clientOid = clientOrderId(PLAN.name, PLAN.generation, 'entry', 1);
    expect(pending).toMatchObject([{ clientOid }, { id: 'exit', waitsFor: [clientOid], stage: 1 }]);
  });

  it('which waits in vain itself, over however many steps; and says for which one', () => {
    const chain = tied({ d: ['c'], c: ['b'], b: ['a'], a: [], free: [] });
    const before = knowing(chain, { a: 'unknown' });
    expect(fates(chain, before)).toEqual(['d: dependency', 'c: dependency', 'b: dependency', 'a: unresolved', 'free']);
    const messages = selectPending(aPlan(chain), before, {}).withheld.map(({ outcome }) => outcome.message);
    expect(messages.slice(0, 3)).toEqual([
      'it waits for c, which is not placed, because it waits too',
      'it waits for b, which is not placed, because it waits too',
      'it waits for a, which is unknown',
    ]);
  });

  it('keeps the reason that the journal gives for itself', () => {
    const before = knowing(pair, { entry: 'unknown', exit: 'accepted' });
    expect(fates(pair, before)).toEqual(['entry: unresolved', 'exit: already-accepted']);
  });

  it('waits only for those that this run sends', () => {
    const three = tied({ a: [], b: [], c: ['a', 'b'] });
    expect(fates(three, knowing(three, { a: 'accepted' }))).toEqual(['a: already-accepted', 'b', 'c < b']);
  });

  it('is sent exactly if each of them stands or is sent, whatever the journal and the choice', () => {
    const states = constantFrom<OrderState[]>(...STATES, 'accepted', 'accepted');
    const ids = Array.from({ length: 20 }, (_, index) => `o${index + 1}`);
    const key = constantFrom(...ids);
    assert(
      property(
        anyTiedOrders(20),
        dictionary(key, states, { maxKeys: 8, size: 'max' }),
        tuple(option(subarray(ids, { minLength: 10 }), { freq: 2 }), subarray(ids)),
        (orders, drawn, [only, again]) => {
          const choice = { ...(only !== null && { only: new Set(only) }), again: new Set(again) };
          const isSent = ({ id, after = [] }: Order): boolean => {
            const state = drawn[id] ?? 'never-sent';
            const isAgain = AGAIN.has(state) && again.includes(id);
            if ((only !== null && !only.includes(id)) || (state !== 'never-sent' && !isAgain)) return false;
            return after.every(
              (one) =>
                drawn[one] === 'accepted' ||
                drawn[one] === 'filled' ||
                isSent(orders.find((other) => other.id === one) as Order),
            );
          };
          const { pending, withheld } = selectPending(aPlan(orders), knowing(orders, drawn), choice);
          expect(pending.map(({ id }) => id)).toEqual(orders.filter(isSent).map(({ id }) => id));
          expect(withheld.map(({ order: { id } }) => id)).toEqual(
            orders.filter((one) => !isSent(one)).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
