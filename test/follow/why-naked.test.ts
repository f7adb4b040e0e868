/** Why something is naked, as programs read it: nobody follows, or its stop is due or was let go. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: why
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

/** Of each event that has any, in words of `entry 0.1: no-stop`. */
const reasonsOf = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'protection').flatMap(({ positions }) =>
    positions.flatMap(({ why }) => why.map(({ id = '', size, reason }) => `${id} ${size}: ${reason}`)),
  );

test.each(INTERFACES)(
  '%s: where nobody follows, while it is due, and once its stop is let go',
  { timeout: 60_000 },
  async (version) => {
    const faults: Partial<Record<FaultName, number>> = {};
    const { paper, at, begin, order } = await followDesk(PLAN, { version, faults });
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    await one.stop();
    paper.fill(order(isOpen).orderId, '0.1');
    const status = (): Promise<Ended> => here(['status', 'plan.yaml', '--refresh', '--output', 'ndjson'], at);
    expect(reasonsOf(await status())).toContain('entry 0.1: not-followed');
    faults['reject-one'] = 1;
    const two = begin();
    await two.until('let go', () => two.written.includes('"stop-let-go"'));
    const told = reasonsOf(await two.stop());
    expect(told[0]).toBe('entry 0.1: stop-due');
    expect(told).toContain('entry 0.1: stop-let-go');
    expect(reasonsOf(await status())).toContain('entry 0.1: stop-let-go');
  },
);
