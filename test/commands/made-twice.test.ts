/** Whether an order that is to be placed again is there a second time: what the run says then, and what it asks. */
import { describe, expect, it } from 'vitest';
import { refuseMadeTwice } from '../../src/actions/prepare/made-twice.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import type { Order } from '../../src/model/order.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import { RefusalError } from '../../src/refusal.ts';
import type { LookedHow } from '../../src/session/lists/standing-look.ts';
import type { Stand } from '../../src/session/lists/stand.ts';

interface Setting {
  readonly rule?: string;
  readonly state?: OrderState;
  readonly limited?: string;
}

/** How it ends, and which orders were looked at. */
async function ask(stand: Stand, { rule = 'found', state = 'cancelled', limited }: Setting = {}): Promise<unknown> {
  const known: JournalState = new Map([
    ['entry', { id: 'entry', clientOid: 'a', orderId: '7', rule, state } as KnownOrder],
  ]);
  const asked: string[] = [];
  const standing = (orders: readonly KnownOrder[]): Promise<readonly LookedHow[]> => {
    asked.push(...orders.map(({ id }) => id));
    return Promise.resolve(orders.map(({ id }) => ({ order: { id, orderId: '7' }, stand }) as LookedHow));
  };
  const pending = new Map([['b', { id: 'entry' } as Order]]);
  const given = { session: { standing, limited, trouble: undefined }, origin: 'http://127.0.0.1', known };
  try {
    await refuseMadeTwice({ ...given, schedule: { pending } });
    return asked;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code, message, hint } = error.refusal;
    return { code, message, hint };
  }
}

const cancelled = { kind: 'seen', isOver: true, lists: [], seen: { state: 'cancelled', atMs: 1 } } satisfies Stand;

describe('an order that is to be placed again', () => {
  it('goes where the lists have it once, or no more', async () => {
    expect(await ask(cancelled)).toEqual(['entry']);
    expect(await ask({ kind: 'not-found', atMs: 1 })).toEqual(['entry']);
  });

  it('is not asked about where an answer told what became of it, or where nothing may be placed again', async () => {
    const rests = { ...cancelled, isOver: false } satisfies Stand;
    expect(await ask(rests, { rule: 'accepted' })).toEqual([]);
    expect(await ask(rests, { state: 'accepted' })).toEqual([]);
  });

  it('stays where the exchange has a second order of its request', async () => {
    const message = 'the lists have it as order 7, and as order 8';
    expect(await ask({ kind: 'failed', message, twin: '8' })).toEqual({
      code: 'plan/elsewhere',
      message: 'entry: the lists have it as order 7, and as order 8',
      hint: 'nothing was sent; cancel order 8 on the exchange, and place what is left of entry under another id',
    });
  });

  it('stays where it rests after all', async () => {
    expect(await ask({ ...cancelled, isOver: false })).toMatchObject({
      code: 'plan/elsewhere',
      message: 'entry rests, as order 7',
    });
  });

  it('stays where the lists do not say, the limit first', async () => {
    const silent = { kind: 'failed', message: 'the open list: status 502' } as const;
    expect(await ask(silent)).toMatchObject({
      code: 'exchange/lists-silent',
      message: 'the exchange’s lists do not say whether entry is there a second time: the open list: status 502',
    });
    expect(await ask(silent, { limited: 'a pause' })).toMatchObject({ code: 'exchange/rate-limited' });
  });
});
