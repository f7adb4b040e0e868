/** Two targets of one size fire together, and nobody can say which order each became: they are named with the command that ends it. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

const PLAN = `version: 1
name: equal
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: near, side: close-long, size: { filled: entry, share: 1/2 }, price: 65000, trigger: =price }
  - { id: far, side: close-long, size: { filled: entry, share: 1/2 }, price: 65000, trigger: =price }
`;
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const isTarget = (order: PaperOrder): boolean =>
  order.kind === 'trigger' && order.trigger?.startsWith('65') === true && isOpen(order);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
const SLOWLY = { timeout: 20_000 };
const SAID = 'near, far fired together, and which order each became is not known';

test(
  'equal targets that fired together are named with the command that ends it, and status agrees',
  {
    timeout: 120_000,
  },
  async () => {
    let standsAtMs: number | undefined;
    const clock = { wallMs: () => standsAtMs ?? Date.now(), monotonicMs: () => performance.now() };
    const { paper, at, begin, order } = await followDesk(PLAN, { version: 'v2', fired: 'own-id', clock });
    const one = begin('--output', 'lines');
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await one.until('both targets', () => paper.orders.filter(isTarget).length === 2);
    await expect.poll(async () => (await here(['status'], at)).stdout, SLOWLY).toMatch(/accepted +far/);
    // In one millisecond: of two moments, the later one tells which order is whose.
    standsAtMs = Date.now();
    for (const target of paper.orders.filter(isTarget)) paper.fire(target.orderId);
    standsAtMs = undefined;
    // No list can name what they became any more, and the follower says so while it runs.
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    const ended = await one.stop();
    const shown = flat(ended.stdout);
    expect(ended.code).toBe(7);
    expect(shown).toContain(
      `» note ${SAID}: nothing of their group is sent until that is known, or settled. Once nothing is open or held`,
    );
    expect(shown.indexOf('» note near, far')).toBeLessThan(shown.indexOf('Next'));
    expect(shown).toContain('ordo settle plan.yaml --closed near --closed far');
    expect(shown).not.toContain('the exchange may have taken');
    const status = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(status.stdout)).toContain(SAID);
    expect(flat(status.stdout)).toMatch(/ordo settle plan\.yaml \S*( \S+)*--closed near --closed far/);
    expect(status.code).toBe(7);
    const without = await here(['settle', 'plan.yaml'], at);
    expect([without.code, flat(without.stdout)]).toEqual([
      7,
      expect.stringMatching(/What near, far became is not known\. Look: ordo status plan\.yaml --refresh/),
    ]);
    expect(without.stdout).not.toContain('nothing to settle');
    const settled = await here(['settle', 'plan.yaml', '--closed', 'near', '--closed', 'far'], at);
    expect(settled.code).toBe(0);
    const after = await here(['status', 'plan.yaml'], at);
    expect([after.stdout.includes('fired together'), after.code]).toEqual([false, 0]);
  },
);
