/** An entry that a person settled as absent: a follow sends it again only where `--again` names it, as every run does. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, ordo } from '../../proofs/support/ordo.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { followDesk, outcomesOf } from '../support/follow-desk.ts';

const PLAN = `version: 1
name: lost
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

test(
  'v3: it stays off, the run says so, and the command that settle prints places it',
  { timeout: 240_000 },
  async () => {
    const faults: Partial<Record<FaultName, number>> = { 'drop-before': 1 };
    const { paper, at, begin } = await followDesk(PLAN, { version: 'v3', faults });
    const lost = begin();
    // Once its request is dead and no list has it, nothing can become due any more.
    const end = await lost.ended;
    expect([end.code, paper.orders]).toEqual([7, []]);
    faults['drop-before'] = 0;
    const settled = await ordo(['settle', 'plan.yaml', '--absent', 'entry', '--why', 'in no list'], at);
    const [, printed = ''] = /ordo (run plan\.yaml --live --again entry)/.exec(settled.stdout) ?? [];
    expect([settled.code, printed]).toEqual([0, 'run plan.yaml --live --again entry']);
    const without = await begin().ended;
    expect([without.code, paper.orders, outcomesOf(without)]).toEqual([
      6,
      [],
      ['entry withheld: already-absent', 'stop withheld: not-needed'],
    ]);
    expect((await ordo(['status', 'plan.yaml'], at)).stdout).not.toContain('NOT FOLLOWED');
    const dry = await ordo([...printed.split(' '), '--output', 'ndjson'], at);
    expect(ofKind(eventsOf(dry), 'call-planned')).toHaveLength(1);
    const again = begin('--again', 'entry');
    await again.until('the entry', () => paper.orders.length === 1);
    await again.stop();
    const more = begin();
    await more.until('a look', () => more.written.includes('"order-state"') || more.written.includes('"protection"'));
    await more.stop();
    expect(paper.orders).toHaveLength(1);
  },
);
