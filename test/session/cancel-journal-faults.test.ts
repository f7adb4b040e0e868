/** A journal that cannot be written any more, at any write of a cancel: each order is told once, and nothing that is not on record. */
import { describe, expect, it } from 'vitest';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import { cancelRequests, cancelRig, journal, REST, STOP, words } from './cancel-rig.ts';
import type { LedgerFault } from './failing-ledger.ts';

const ORDERS = [...someOrders(5, REST), anOrder({ id: 'stop', ...STOP })];
const IDS = ORDERS.map(({ id }) => id).toSorted();
const FAULTS: readonly LedgerFault[] = (['intend', 'conclude', 'see', 'settle'] as const).flatMap((write) =>
  [1, 3].map((at) => ({ write, at })),
);

describe.each(FAULTS)('$write number $at fails, and all that follow', (fault) => {
  it.each([
    ['orders that stand', {}],
    ['orders whose placing is unknown', { 'drop-after': 1 }],
  ] as const)(
    '%s: each is told once, as the journal has it, and the next command is true',
    async (_, placingFaults) => {
      const rig = await cancelRig({ orders: ORDERS, placingFaults });
      const first = await rig.cancel({ fault });
      expect(first.told.map(({ id }) => id).toSorted()).toEqual(IDS);
      const states = await rig.state();
      for (const { id, outcome } of first.told)
        if (outcome === 'cancelled' || outcome === 'filled') expect([id, states.get(id)?.state]).toEqual([id, outcome]);
      for (const { id, outcome } of first.told)
        if (outcome === 'refused')
          expect([id, ['open', 'untriggered']]).toEqual([id, expect.arrayContaining([rig.order(id).status])]);
      expect(cancelRequests(rig.paper).length).toBeLessThanOrEqual(3);
      const isAll = first.counts.cancelled === IDS.length;
      expect(first.exitCode === 0).toBe(isAll);
      expect(await rig.isWhole()).toBe(true);
      await rig.cancel();
      const last = await rig.cancel();
      expect(words(last).toSorted()).toEqual(IDS.map((id) => `${id} cancelled`));
      expect(last.exitCode).toBe(0);
      expect((await journal(rig)).every((line) => line.endsWith(' cancelled'))).toBe(true);
    },
  );
});
