/** Faults of a close, and of a flatten: what is sent twice, goes too soon, or is called flat. */
import type { PlantedFault } from './fault.ts';

const CLOSE = { tests: ['test/cli/close.test.ts'] } as const;
const FLATTEN = { tests: ['test/cli/flatten.test.ts'] } as const;

export const CLOSE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a close goes while an earlier one may still act',
    file: 'src/actions/close/earlier-closes.ts',
    changes: [[`if (left.length === 0) return;`, `if (left.length > 0) return;`]],
    proof: CLOSE,
  },
  {
    name: 'a close is done once it is accepted',
    file: 'src/actions/close/close.ts',
    changes: [
      [
        `tally.notFilled = ends.filter((order) => order.orderId !== undefined && order.state !== 'filled').length;`,
        `tally.notFilled = 0;`,
      ],
    ],
    proof: CLOSE,
  },
  {
    name: 'another position than was shown is closed',
    file: 'src/actions/close/close.ts',
    changes: [[`if (before === after) return;`, `if (before.length === after.length) return;`]],
    proof: CLOSE,
  },
  {
    name: 'a position that became smaller while it was read is closed as it was',
    file: 'src/actions/close/prepare-close.ts',
    changes: [[`if (smaller === undefined) return;`, `if (smaller !== undefined || smaller === undefined) return;`]],
    proof: CLOSE,
  },
  {
    name: 'a position that is read once, and not again, is closed by the first reading',
    file: 'src/actions/close/prepare-close.ts',
    changes: [
      [
        `  if (positions === undefined)
    refuse(`,
        `  if (positions === undefined) return;
  if (symbol === '')
    refuse(`,
      ],
    ],
    proof: CLOSE,
  },
  {
    name: 'an approval of a close is of no position',
    file: 'src/actions/approval.ts',
    changes: [[`command: 'close', held });`, `command: 'close' });`]],
    proof: CLOSE,
  },
  {
    name: 'a flatten takes stops off before their position is gone',
    file: 'src/actions/flatten/flatten.ts',
    changes: [
      [
        `await cancelOrders(how, (await standing()).limits, notes);`,
        `await cancelOrders(how, (await standing()).limits.concat((await standing()).stops), notes);`,
      ],
    ],
    proof: FLATTEN,
  },
  {
    name: 'a flatten closes what is not ordo’s',
    file: 'src/actions/flatten/close-all.ts',
    changes: [[`if (how.all || position.isOurs)`, `if (how.all || position.size)`]],
    proof: FLATTEN,
  },
  {
    name: 'a position of somebody else is flat',
    file: 'src/actions/flatten/flatten.ts',
    changes: [
      [`...[...held.values()].map(leftWords),`, `...[...held.values()].filter((one) => one.isOurs).map(leftWords),`],
    ],
    proof: FLATTEN,
  },
  {
    name: 'a flatten takes stops off, whatever else holds the size of its close',
    file: 'src/actions/flatten/make-room.ts',
    changes: [[`if (others.length > 0) return { others, free: freeOf(held.size, others) };`, ``]],
    proof: { tests: ['test/cli/flatten-held-back.test.ts'] },
  },
  {
    name: 'a flatten sends a close of all again where an order of somebody else holds a part',
    file: 'src/actions/flatten/refused-closes.ts',
    changes: [[`this.free = free;`, ``]],
    proof: { tests: ['test/cli/flatten-held-back.test.ts'] },
  },
  {
    name: 'a flatten that the rate limit kept from sending ends as any that is not flat',
    file: 'src/actions/flatten/flatten.ts',
    changes: [
      [
        `limited === undefined ? EXIT.incomplete : EXIT.rateLimited;`,
        `limited === '' ? EXIT.rateLimited : EXIT.incomplete;`,
      ],
    ],
    proof: { tests: ['test/cli/flatten-limited.test.ts'] },
  },
];
