/**
 * Both sides of an OCO fired while nobody followed it: a look says what they became, as a start would. Whoever was told to call them
 * closed would have left two positions without their stops.
 */
import { expect, test } from 'vitest';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const OCO = `version: 1
name: oco
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 9% }
orders:
  - { id: up, side: open-long, size: 0.04, trigger: 65200, price: market, until: { filled: down } }
  - { id: down, side: open-short, size: 0.04, trigger: 62800, price: market, until: { filled: up } }
  - { id: up-stop, side: close-long, size: { filled: up }, trigger: 62000, price: market }
  - { id: down-stop, side: close-short, size: { filled: down }, trigger: 66000, price: market }
`;

test.each(INTERFACES)(
  '%s: both entries of an OCO fired while it was not followed',
  { timeout: 60_000 },
  async (version) => {
    const desk = await followDesk(OCO, { version });
    const { paper, at } = desk;
    const one = desk.begin();
    await one.until('both entries', () => paper.orders.filter(isOpen).length === 2);
    await one.stop();
    for (const { orderId } of paper.orders.filter(isOpen)) {
      paper.fire(orderId);
      for (const became of paper.orders.filter((each) => each.kind !== 'trigger' && isOpen(each)))
        paper.fill(became.orderId);
    }
    // Whoever has not looked as a follower does is sent to look, not to settle.
    for (const words of [['account'], ['status', 'plan.yaml'], ['settle', 'plan.yaml']]) {
      const { stdout } = await here(words, at);
      expect(stdout).not.toContain('--closed');
    }
    const looked = await here(['status', 'plan.yaml', '--refresh'], at);
    const said = looked.stdout.replaceAll(/\s+/g, ' ');
    expect(said).not.toContain('settle');
    expect(said).toContain('up-stop is due');
    expect(said).toContain('down-stop is due');
    expect(said).toMatch(/held 0\.04 long cmt_btcusdt \(up\) · covered 0 · NAKED 0\.04/);
    expect(said).toMatch(/held 0\.04 short cmt_btcusdt \(down\) · covered 0 · NAKED 0\.04/);
    expect(said).toMatch(/! hold 5,120 · at stops 0 · NAKED 5,120 /);
    expect(said).not.toContain('not ordo’s');
    expect(looked.code).toBe(6);
  },
);
