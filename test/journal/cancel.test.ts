/** Cancels and looks at the exchange, as the journal keeps them. */
import { describe, expect, it } from 'vitest';
import type { CancelIntent } from '../../src/journal/records/request.ts';
import type { CancelTarget } from '../../src/model/cancel.ts';
import { CANCELS } from '../../src/exchange/v2/requests.ts';
import type { Order } from '../../src/model/order.ts';
import type { LastSeen } from '../../src/model/standing.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import {
  fill,
  intentOf,
  newFile,
  openJournal,
  reader,
  readState,
  taken,
  type OpenJournal,
} from '../support/journal-files.ts';
import { accepted, unknown } from '../support/sim-exchange.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';

const ENTRY = anOrder({ id: 'entry' });
const PARTLY: LastSeen = { state: 'cancelled', filledSize: '0.004', averagePrice: '64000', atMs: WALL_START_MS };

const cancelOf = (orders: readonly CancelTarget[]): CancelIntent => ({
  cancel: { number: 1, kind: 'batch', ...CANCELS.batch, body: '{"ids":[]}', orders },
  signedAtMs: WALL_START_MS,
});

const target = ({ id, clientOid }: Order, orderId?: string): CancelTarget => ({
  id,
  clientOid,
  ...(orderId !== undefined && { orderId }),
});

async function withOne(file: string, verdict = taken): Promise<OpenJournal> {
  const journal = await openJournal(file);
  await journal.recordVerdicts(await journal.recordIntent(intentOf([ENTRY])), [verdict], 1);
  return journal;
}

const TAKEN = [{ answer: 'taken', rule: 'cancel-taken' }] as const;

describe('a cancel', () => {
  it('is on record before it leaves, weighs, and an answer is no end of it', async () => {
    const journal = await withOne(newFile());
    const { attempts } = await journal.intend([cancelOf([target(ENTRY, '596471064624628269')])]);
    expect(journal.gauges().uid.used).toBe(5 + 10);
    expect((await journal.known()).get('entry')).toMatchObject({ state: 'cancelling', orderId: '596471064624628269' });
    await journal.conclude(attempts[0]!, { how: 'answered', verdicts: [], answers: TAKEN, latencyMs: 1 });
    expect((await journal.known()).get('entry')?.state).toBe('cancelling');
  });

  it('ends by a look, which keeps what became of the placing', async () => {
    const file = newFile();
    const journal = await withOne(file);
    await journal.intend([cancelOf([target(ENTRY, '596471064624628269')])]);
    const { clientOid } = ENTRY;
    await journal.see([{ clientOid, step: 'cancelled', seen: PARTLY, rule: 'seen', message: 'in the list history' }]);
    await journal.release();
    expect((await readState(file)).get('entry')).toMatchObject({
      state: 'cancelled',
      orderId: '596471064624628269',
      rule: taken.rule,
      seen: PARTLY,
      later: { rule: 'seen', message: 'in the list history' },
    });
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  });

  it('that nobody follows any more is unknown at the next start, with its call', async () => {
    const file = newFile();
    const journal = await withOne(file);
    await journal.intend([cancelOf([target(ENTRY, '596471064624628269')])]);
    await journal.release();
    const next = await openJournal(file);
    expect(await next.recover([])).toEqual({ taken: 0, unknown: 0, refused: [] });
    expect((await next.known()).get('entry')).toMatchObject({ state: 'cancel-unknown', later: { rule: 'no-record' } });
    expect(await next.recover([])).toEqual({ taken: 0, unknown: 0, refused: [] });
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  });

  it('whose answer came and whose end did not is unknown at the next start as well', async () => {
    const file = newFile();
    const journal = await withOne(file);
    const { attempts } = await journal.intend([cancelOf([target(ENTRY, '596471064624628269')])]);
    await journal.conclude(attempts[0]!, { how: 'answered', verdicts: [], answers: TAKEN, latencyMs: 1 });
    await journal.release();
    const next = await openJournal(file);
    await next.recover([]);
    expect((await next.known()).get('entry')?.state).toBe('cancel-unknown');
  });

  it('by its client order id leaves an unknown placing unknown, whatever is killed', async () => {
    const file = newFile();
    const journal = await withOne(file, unknown);
    await journal.intend([cancelOf([target(ENTRY)])]);
    await journal.release();
    const next = await openJournal(file);
    await next.recover([]);
    expect((await next.known()).get('entry')).toMatchObject({ state: 'unknown', rule: unknown.rule });
  });

  it('of an order that is over is refused, and nothing is written', async () => {
    const file = newFile();
    const journal = await withOne(file);
    const { clientOid } = ENTRY;
    await journal.see([{ clientOid, step: 'filled', rule: 'seen', message: 'm' }]);
    await expect(journal.intend([cancelOf([target(ENTRY, '1')])])).rejects.toThrow('no such transition');
    expect((await readState(file)).get('entry')?.state).toBe('filled');
  });

  it('of an order of another plan is refused by the file', async () => {
    const file = newFile();
    const journal = await withOne(file);
    await journal.release();
    const other = await openJournal(file, { plan: 'other' });
    await other.recordIntent(intentOf([anOrder({ id: 'x' })]));
    await expect(other.intend([cancelOf([target(ENTRY, '1')])])).rejects.toThrow('an order of another plan');
  });

  it('of some orders and not of others: each has its own end', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    const orders = someOrders(3);
    const call = await journal.recordIntent(intentOf(orders));
    await journal.recordVerdicts(call, ['81', '82', '83'].map(accepted), 1);
    await journal.intend([cancelOf(orders.map((order, at) => target(order, `8${at + 1}`)))]);
    const [one, two, three] = orders as [Order, Order, Order];
    await journal.see([
      { clientOid: one.clientOid, step: 'cancelled', rule: 'seen', message: 'm' },
      { clientOid: two.clientOid, step: 'stands', rule: 'seen', message: 'm' },
      { clientOid: three.clientOid, step: 'cancel-unknown', rule: 'seen', message: 'm' },
    ]);
    const states = [...(await journal.known()).values()].map(({ state }) => state);
    expect(states).toEqual(['cancelled', 'accepted', 'cancel-unknown']);
    await journal.release();
    expect([...(await readState(file)).values()].map(({ state }) => state)).toEqual(states);
  });
});

describe('a look at the exchange', () => {
  it('that decides nothing is kept beside the outcome', async () => {
    const file = newFile();
    const journal = await withOne(file);
    const seen: LastSeen = {
      state: 'partly-filled',
      filledSize: '0.004',
      averagePrice: '64000',
      atMs: WALL_START_MS + 5,
    };
    await journal.see([{ clientOid: ENTRY.clientOid, seen, rule: 'seen', message: 'in the list open' }]);
    await journal.release();
    expect((await readState(file)).get('entry')).toMatchObject({ state: 'accepted', rule: taken.rule, seen });
  });

  it('at an order that was placed again since decides nothing about the new one', async () => {
    const journal = await withOne(newFile());
    const { clientOid } = ENTRY;
    await journal.see([{ clientOid, step: 'cancelled', rule: 'seen', message: 'm' }]);
    await journal.recordIntent(intentOf([{ ...ENTRY, clientOid: 'ordonew', lineage: 1 }]));
    await expect(journal.see([{ clientOid, step: 'filled', rule: 'seen', message: 'm' }])).rejects.toThrow(
      'no such transition',
    );
    expect((await journal.known()).get('entry')).toMatchObject({ state: 'in-flight', lineage: 1 });
  });

  it('decides nothing more where the look of another process told it in the meantime', async () => {
    const file = newFile();
    await fill(file);
    const journal = await openJournal(file);
    const clientOid = (await journal.known()).get('o1')?.clientOid ?? '';
    const seen = { clientOid, step: 'filled', rule: 'seen', message: 'm' } as const;
    await journal.see([seen]);
    await journal.see([seen]);
    expect((await readState(file)).get('o1')?.state).toBe('filled');
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  });

  it('is all of it or nothing', async () => {
    const file = newFile();
    await fill(file);
    const journal = await openJournal(file);
    const known = await journal.known();
    const sights = ['o1', 'o2'].map((id) => {
      return { clientOid: known.get(id)?.clientOid ?? '', step: 'cancelled', rule: 'seen', message: 'm' } as const;
    });
    // The second was rejected.
    await expect(journal.see(sights)).rejects.toThrow('no such transition');
    expect((await readState(file)).get('o1')?.state).toBe('accepted');
    expect(await reader(file).verify()).toMatchObject({ kind: 'whole' });
  });
});
