/** `ordo flatten` as a process of its own beside a live watch, which has its plan locked until somebody ends it. */
import { expect, test } from 'vitest';
import { bids, ordo, place } from '../../proofs/support/ordo.ts';
import { configOf } from '../support/checked-desk.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { desk, FLAT, heldIn, PLAN, resting } from '../support/flatten-desk.ts';
import { here } from '../support/here.ts';
import { afterTest, run } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';
import { INTERFACES } from '../support/spellings.ts';

/** What the watch shows as yet to be placed. */
const MORE = '  - { id: more, side: open-long, size: 0.01, price: 59000 }\n';

test.skipIf(!hasPseudoTerminal).each(INTERFACES)(
  'on %s a live watch lets go at the halt, and the account is flat: nothing of others is touched, and nothing opens until the lift',
  async (version) => {
    const made = await desk(version);
    const other = place(made.paper.origin);
    afterTest(() => other.remove());
    other.write('ordo.config.yaml', configOf(version));
    other.write(
      'plan.yaml',
      bids('other', 2)
        .replace('cmt_btcusdt', 'cmt_ethusdt')
        .replaceAll(/price: \d+/g, 'price: 2000'),
    );
    expect((await run(other)).code).toBe(0);
    made.at.write('plan.yaml', PLAN + MORE);
    const words = ['run', 'plan.yaml', '--watch', '--execute', '--live'];
    const watch = new DrivenTerminal(words, made.at, { columns: 100, rows: 30 });
    try {
      await watch.until(/approval [0-9a-f]{8}/);
      const ended = await ordo(['flatten', '--why', 'feed is wrong', '--execute', '--yes'], made.at);
      expect([ended.code, ended.stderr, heldIn(made), resting(made)]).toEqual([0, '', FLAT, 0]);
      expect(await watch.ended).toBe(4);
      expect(watch.written).toContain('the watch has unlocked it');
    } finally {
      watch.close();
    }
    expect(resting(made, 'cmt_ethusdt')).toBe(2);
    const before = made.paper.orders.length;
    expect([(await run(made.at)).code, made.paper.orders.length]).toEqual([4, before]);
    expect((await here(['halt', '--lift', '--why', 'feed is back'], made.at)).code).toBe(0);
    // What was cancelled stays so; what was never sent goes.
    expect([(await run(made.at)).code, made.paper.orders.length]).toEqual([6, before + 1]);
  },
);
