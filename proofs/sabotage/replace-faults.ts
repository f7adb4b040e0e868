/** Orders that are replaced too early, or by too much. */
import type { PlantedFault } from './fault.ts';

const AFTER = 'src/compile/after-cancels.ts';
const REST = 'src/compile/rest-of.ts';
const OPEN = `if (before.state !== 'cancelled' && before.state !== 'filled') return vain('unresolved',`;

export const REPLACE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order is replaced before its cancel has ended',
    file: AFTER,
    changes: [[OPEN, `if (before.state === 'cancel-unknown') return { ...order };\n  ${OPEN}`]],
  },
  {
    name: 'an order is replaced though its cancel was refused',
    file: AFTER,
    changes: [
      [
        `if (before.state === 'accepted') return vain('edited-after-send', standsWords(before));`,
        `if (before.state === 'accepted') return { ...order };`,
      ],
    ],
  },
  {
    name: 'what was filled is placed once more',
    file: REST,
    changes: [[`const size = order.size.minus(carried);`, `const { size } = order;`]],
  },
  {
    name: 'a fill of which nobody knows counts as none',
    file: REST,
    changes: [
      [
        `return filled === undefined ? { vain: unresolved(before) } : ofCarried(`,
        `return filled === undefined ? WHOLE : ofCarried(`,
      ],
    ],
  },
];
