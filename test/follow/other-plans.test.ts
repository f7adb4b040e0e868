/** A plan that is followed, as the runs of other plans of its account say it: its entries have the stop that comes with their fill. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

/** Under `requireStop`, so that an entry that is called naked shows in the exit code of every other run. */
const FOLLOWED = `version: 1
name: followed
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const OTHER = `version: 1
name: other
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: bid, side: open-long, size: 0.01, price: 61000, stopLoss: 59000 }
`;
const COVERED = /✓ hold (0|\?) \+ long 0\.31 working · at stops 620 · naked 0 · unknown 0 · /;
/** What is on the exchange is in the journal a moment later. */
const SLOWLY = { timeout: 20_000 };
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';

test.each(INTERFACES)(
  '%s: what the entry of a followed plan may still fill is covered in every text of another plan, and naked once nobody follows',
  { timeout: 120_000 },
  async (version) => {
    const { paper, at, begin, order } = await followDesk(FOLLOWED, { version });
    at.write('other.yaml', OTHER);
    const one = begin();
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    const told = async (...args: string[]): Promise<string> => (await here(args, at)).stdout;
    await expect.poll(() => told('status'), SLOWLY).toMatch(/accepted +entry/);
    expect((await here(['run', 'other.yaml', '--live'], at)).stdout).toMatch(COVERED);
    const placed = await here(['run', 'other.yaml', '--execute', '--live', '--yes'], at);
    expect(placed.stdout).toMatch(COVERED);
    expect(placed.stdout).toContain('All are on the exchange');
    expect(placed.code).toBe(0);
    expect((await here(['report', 'other.yaml'], at)).stdout).toMatch(COVERED);
    expect((await here(['status', 'other.yaml', '--refresh'], at)).stdout).toMatch(COVERED);
    expect((await here(['cancel', 'other.yaml'], at)).stdout).toMatch(
      /✓ hold 0 \+ long 0\.3 working · at stops 600 · naked 0 · unknown 0 · after run/,
    );
    // A part is filled: what is held has the stop that works, and what may still fill the one that comes.
    paper.fill(order(isEntry).orderId, '0.1');
    await one.until('its stop', () => paper.orders.some(({ kind }) => kind === 'trigger'));
    await expect
      .poll(() => told('status', 'other.yaml', '--refresh'), SLOWLY)
      .toMatch(/✓ hold long 0\.1 \+ 0\.21 working · at stops 620 · naked 0 · unknown 0 · /);
    const off = await here(['cancel', 'other.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    expect(ofKind(eventsOf(off), 'protection').at(-1)).toMatchObject({ state: 'covered', unknown: 0 });
    expect(off.code).toBe(0);
    await one.stop();
    const bare = await told('status', 'other.yaml');
    expect(bare).toContain('0.2 long cmt_btcusdt (entry) has no stop');
    expect(bare).toContain('NAKED 0.2');
  },
);
