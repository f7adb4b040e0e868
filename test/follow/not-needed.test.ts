/** Exits of an entry that is over, and of which nothing is held, wait for nothing, however the run ends. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { followDesk, isOpen, outcomesOf } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: over, side: open-long, size: 0.1, price: 60000 }
  - { id: over-stop, side: close-long, size: { filled: over }, trigger: 58000, price: market }
  - { id: over-flat, side: close-long, size: { filled: over }, price: market, after: { filled: over-half } }
  - { id: over-half, side: close-long, size: { filled: over, share: 1/2 }, trigger: 65000, price: market }
  - { id: open, side: open-long, size: 0.2, price: 59000 }
  - { id: open-stop, side: close-long, size: { filled: open }, trigger: 57000, price: market }
`;

test.each(INTERFACES)(
  '%s: of an entry that ended without a fill: not needed, at Ctrl-C and in status',
  { timeout: 60_000 },
  async (version) => {
    const { paper, at, begin, order } = await followDesk(PLAN, { version });
    const run = begin();
    await run.until('the entries', () => paper.orders.filter(isOpen).length === 2);
    await run.until('a look', () => run.written.includes('"event":"protection"'));
    paper.cancelByExchange(order(({ size }) => Number(size) === 0.1).orderId);
    await run.until('its end', () => run.written.includes('"state":"cancelled"'));
    const ended = await run.stop();
    expect([ended.code, openOn(paper)]).toEqual([130, ['1 0.2 59000']]);
    const left = ofKind(eventsOf(ended), 'run-finished')
      .at(-1)
      ?.left?.map(({ id, reason }) => `${id} ${reason}`);
    expect(left).toEqual(['open open', 'open-stop waiting']);
    expect(outcomesOf(ended)).toEqual(
      expect.arrayContaining(['over-stop', 'over-flat', 'over-half'].map((id) => `${id} withheld: not-needed`)),
    );
    const status = (await here(['status', 'plan.yaml'], at)).stdout;
    expect(status).not.toMatch(/over-(stop|flat|half).* waits? until/);
  },
);
