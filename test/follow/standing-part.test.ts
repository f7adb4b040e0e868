/** An order whose last part is over works while one of its parts does: how it stands is said by that part. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { BID } from '../../proofs/support/told-orders.ts';
import { notSentBy } from '../../src/journal/history/cut-run.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { closeByHand } from '../support/by-hand.ts';
import { started } from '../support/run-events.ts';
import { isStop, PLAN } from '../support/closed-by-hand.ts';

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';

test.each(['v2', 'v3'] as const)(
  'a stop of which a part was cancelled as more than is held works by the others: %s',
  { timeout: 60_000 },
  async (version) => {
    const desk = await followDesk(PLAN, { version });
    const { paper, begin, order } = desk;
    const stops = (): PaperOrder[] => paper.orders.filter((one) => isStop(one) && isOpen(one));
    const one = begin();
    await one.until('the entry', () => paper.orders.some(isEntry));
    const { orderId } = order(isEntry);
    for (const [at, size] of ['0.1', '0.1', undefined].entries()) {
      paper.fill(orderId, size);
      await one.until('another part', () => stops().length === at + 1);
    }
    await closeByHand(paper, '0.1');
    await one.until('a part less', () => stops().length === 2);
    await one.stop();
    const asked = paper.requests.length;
    const two = begin();
    await two.until('two looks', () => paper.requests.length >= asked + 12);
    const told = ofKind(eventsOf(await two.stop()), 'order-outcome').find(({ id }) => id === 'stop');
    const works = stops().map(({ clientOid }) => clientOid);
    expect(told).toMatchObject({ outcome: 'withheld', reason: 'already-accepted', clientOid: works.at(-1) });
  },
);

const known = (id: string, state: 'cancelled' | 'accepted'): [string, KnownOrder] => [
  id,
  {
    id,
    clientOid: `of ${id}`,
    lineage: 0,
    state,
    content: { size: '0.1' },
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
    seen: { state: state === 'accepted' ? 'open' : 'cancelled', filledSize: '0', atMs: 0 },
  },
];

test('a run that was cut off says so of its order, too', () => {
  const begun = started([{ ...BID, id: 'stop', side: 'close-long' }]);
  const before = new Map([known('stop', 'cancelled'), known('stop/2', 'accepted'), known('stop/3', 'cancelled')]);
  expect(notSentBy([begun], before, () => false)).toEqual([
    { event: 'order-outcome', id: 'stop', clientOid: 'of stop/2', outcome: 'withheld', reason: 'already-accepted' },
  ]);
});
