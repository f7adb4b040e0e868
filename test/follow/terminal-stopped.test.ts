/** A terminal that takes nothing (Ctrl-S) stops no follower: the stop goes, and what was written is there once it goes on. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: stopped
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const [CTRL_S, CTRL_Q] = ['\u0013', '\u0011'];
const SLOWLY = { timeout: 20_000 };

describe.skipIf(!hasPseudoTerminal)('a terminal that takes nothing', () => {
  test('keeps no stop waiting, and has the lines of it later', { timeout: 60_000 }, async () => {
    const { paper, at, order } = await followDesk(PLAN);
    const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'lines'];
    const one = new DrivenTerminal(words, at, { columns: 80, rows: 24 });
    onTestFinished(() => one.close());
    await one.until((screen) => /✓ entry +open-long 0\.3, 60000/.test(screen));
    one.type(CTRL_S);
    // Lines that the terminal does not take, and then what they would have stopped.
    const { orderId } = order(isOpen);
    for (const part of ['0.05', '0.1', '0.15', '0.2', '0.25', '0.3']) {
      const open = paper.orders.filter(isOpen).length;
      paper.fill(orderId, part === '0.3' ? undefined : '0.05');
      await expect.poll(() => paper.orders.filter(isOpen).length, SLOWLY).toBe(part === '0.3' ? open : open + 1);
    }
    expect(one.history().join('\n')).not.toContain('stop/6');
    one.type(CTRL_Q);
    await one.until(() => one.history().join('\n').includes('✓ stop/6'));
  });
});
