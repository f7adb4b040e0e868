/** Space pauses what opens: what is held gets its stop all the same. On a real terminal, beside an exchange that fills by hand. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk } from '../support/follow-desk.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: more, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

const isOpening = ({ kind, type }: PaperOrder): boolean => kind !== 'trigger' && type === '1';

describe.skipIf(!hasPseudoTerminal)('a follower that is paused', () => {
  test('sends exits, and opens nothing until it goes on', { timeout: 60_000 }, async () => {
    const { paper, at, order } = await followDesk(PLAN);
    const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'];
    const one = new DrivenTerminal(words, at, { columns: 80, rows: 24 });
    onTestFinished(() => one.close());
    await one.until((screen) => /✓ entry .* works$/m.test(screen));
    one.type(' ');
    await one.until((screen) => screen.includes('paused  exits and cancels go on, nothing opens'));
    paper.fill(order(isOpening).orderId);
    await one.until((screen) => /✓ stop .* works, covers 0\.3$/m.test(screen) && /✓ hold long 0\.3 /.test(screen));
    expect(paper.orders.filter(isOpening)).toHaveLength(1);
    one.type(' ');
    await one.until((screen) => /✓ more .* works$/m.test(screen));
    expect(paper.orders.filter(isOpening)).toHaveLength(2);
  });
});
