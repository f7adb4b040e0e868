/** Orders that were placed from another journal, taken into this one as accepted. */
import { describe, expect, it } from 'vitest';
import type { AdoptedOrder } from '../../src/journal/records/ledger.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import { intentOf, newFile, openJournal, optionsFor, reader, readState, taken } from '../support/journal-files.ts';
import { anOrder } from '../support/plan-builder.ts';

const ENTRY = anOrder({ id: 'entry' });

const found = (order: Order, orderId: string): AdoptedOrder => ({
  id: order.id,
  clientOid: order.clientOid,
  lineage: order.lineage,
  content: orderContent(order),
  orderId,
  evidence: 'found in the list open',
});

describe('orders that were placed from elsewhere', () => {
  it('are accepted from then on, as found, and no call of ours', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    const stop = anOrder({ id: 'stop' });
    await journal.adopt([found(ENTRY, '71'), found(stop, '72')]);
    expect(await journal.orderIdOwner('72')).toMatchObject({ id: 'stop', clientOid: stop.clientOid });
    await journal.release();
    const known = await readState(file);
    expect(known.get('entry')).toMatchObject({
      state: 'accepted',
      orderId: '71',
      rule: 'found',
      message: 'found in the list open',
      content: orderContent(ENTRY),
    });
    expect(await reader(file).sendings(optionsFor(file), 'entry')).toEqual([]);
  });

  it('weigh nothing', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    await journal.adopt([found(ENTRY, '71')]);
    expect(journal.gauges().uid.used).toBe(0);
    await journal.release();
    const next = await openJournal(file);
    await next.recordIntent(intentOf([anOrder({ id: 'next' })]));
    expect(next.gauges().uid.used).toBe(5);
  });

  it('are refused by the file where the journal knows them: all of them or none', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    await journal.recordVerdicts(await journal.recordIntent(intentOf([ENTRY])), [taken], 1);
    await expect(journal.adopt([found(anOrder({ id: 'other' }), '72'), found(ENTRY, '71')])).rejects.toThrow(
      'no such transition',
    );
    await journal.release();
    const known = await readState(file);
    expect([...known.keys()]).toEqual(['entry']);
    expect(known.get('entry')?.orderId).toBe(taken.outcome === 'accepted' ? taken.orderId : '');
  });

  it('go in where an attempt of ours did not leave', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    await journal.recordNotTaken(await journal.recordIntent(intentOf([ENTRY])), 'not-sent', 'no connection', 1);
    await journal.adopt([found(ENTRY, '71')]);
    expect((await journal.known()).get('entry')?.state).toBe('accepted');
  });
});
