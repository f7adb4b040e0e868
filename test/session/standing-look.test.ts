/** One look at placed orders: which lists it reads, and what it finds in them. */
import { describe, expect, it } from 'vitest';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import type { ListAnswer, ListedOrder } from '../../src/model/listing.ts';
import { ListReader } from '../../src/session/lists/list-reader.ts';
import { StandingLook, type LookedHow } from '../../src/session/lists/standing-look.ts';
import type { LookedAt } from '../../src/session/lists/stand.ts';
import { limits } from '../support/plan-builder.ts';
import { memoryClaim, nothing, page, simLists, sought, type Answering } from './settle-rig.ts';

interface Looked {
  readonly asked: readonly string[];
  /** `id state as the order id that it has by now`, in the order given. */
  readonly words: readonly string[];
}

const wordsOf = ({ order: { id }, stand }: LookedHow): string =>
  stand.kind === 'seen' ? [id, stand.seen.state, stand.seen.firedAs ?? ''].join(' ').trim() : `${id} ${stand.kind}`;

async function look(orders: readonly LookedAt[], answer: Answering): Promise<Looked> {
  const clock = new SimClock();
  const exchange = simLists(clock, answer);
  const ledger = await memoryClaim(clock);
  const asking = { exchange, ledger, clock, limits: limits(), rateRefusals: 0, maxPauseMs: 3_600_000, note: () => {} };
  const looking = new StandingLook(new ListReader(asking), clock);
  const found = await clock.run(looking.look(orders));
  return { asked: exchange.asked.map(([list]) => list), words: found.map(wordsOf) };
}

const placed = (index: number, fields: Partial<LookedAt> = {}): LookedAt => ({
  ...sought(index),
  orderId: `7${index}`,
  ...fields,
});

const record = ({ clientOid }: LookedAt, orderId: string, status: ListedOrder['status']): ListedOrder => ({
  clientOid,
  orderId,
  createdMs: 1,
  filledSize: '0',
  ...(status !== undefined && { status }),
});

const PLAIN = placed(1);
const TRIGGER = placed(2, { isTrigger: true });

/** The trigger has fired, and what it became rests beside the other order. */
const FIRED: Answering = ({ list, page: at }): ListAnswer => {
  if (list === 'trigger-history') return page(record(TRIGGER, '72', 'triggered'));
  return list === 'open' && at === 0 ? page(record(TRIGGER, '99', 'open'), record(PLAIN, '71', 'open')) : nothing;
};

it.each([
  ['before', [PLAIN, TRIGGER]],
  ['after', [TRIGGER, PLAIN]],
])('reads each list of a symbol once, for an order that is asked about %s a trigger that fired', async (_, orders) => {
  const { asked, words } = await look(orders, FIRED);
  expect(asked).toEqual(['open-triggers', 'trigger-history', 'trigger-history', 'open', 'open', 'history']);
  expect(words.toSorted()).toEqual(['o1 open', 'o2 open 99']);
});

it('keeps a trigger that fired as fired where no list has what it became', async () => {
  const { words } = await look([TRIGGER, PLAIN], ({ list }) =>
    list === 'trigger-history' ? page(record(TRIGGER, '72', 'triggered')) : nothing,
  );
  expect(words).toEqual(['o2 triggered', 'o1 not-found']);
});

describe('an order that one list alone has named', () => {
  const found = placed(1, { isFound: true });
  const twin = (status: ListedOrder['status'], filledSize?: string): Answering => {
    const { filledSize: _, ...other } = record(found, '78', status);
    const another = { ...other, ...(filledSize !== undefined && { filledSize }) };
    const isOver = status === 'cancelled' || status === 'filled';
    return ({ list, page: at }): ListAnswer => {
      if (at > 0 || list.includes('trigger')) return nothing;
      if (list === 'open') return isOver ? nothing : page(another);
      return isOver ? page(record(found, '71', 'cancelled'), another) : page(record(found, '71', 'cancelled'));
    };
  };

  it.each<[string, Answering]>([
    ['rests', twin('open', '0')],
    ['does not say how it stands', twin(undefined, '0')],
    ['was filled', twin('filled', '0.01')],
    ['went off, filled in part', twin('cancelled', '0.004')],
    ['went off, and does not say what was filled', twin('cancelled')],
  ])('is not called over while a second order of its request %s', async (_, answer) => {
    expect((await look([found], answer)).words).toEqual(['o1 failed']);
  });

  it('is over where the second one went off with nothing filled', async () => {
    expect((await look([found], twin('cancelled', '0'))).words).toEqual(['o1 cancelled']);
  });

  it('is over where both are triggers that went off: their records tell no filled size', async () => {
    const trigger = placed(1, { isFound: true, isTrigger: true });
    const off = [record(trigger, '71', 'cancelled'), record(trigger, '78', 'cancelled')].map(
      ({ filledSize: _, ...told }) => told,
    );
    const answer: Answering = ({ list, page: at }) => (at === 0 && list === 'trigger-history' ? page(...off) : nothing);
    expect((await look([trigger], answer)).words).toEqual(['o1 cancelled']);
  });

  it('is over beside a second one, where the answer to its placing named it', async () => {
    expect((await look([placed(1)], twin('open', '0'))).words).toEqual(['o1 cancelled']);
  });
});
