/** Orders that do not wait for what they should wait for. */
import type { PlantedFault } from './fault.ts';

const DEPENDENCIES = 'src/session/place/outcomes.ts';
const SELECT = 'src/compile/select-pending.ts';

export const STAGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order goes though one that it waits for was rejected',
    file: DEPENDENCIES,
    changes: [[`outcome !== 'accepted') return`, `outcome !== 'accepted' && outcome !== 'rejected') return`]],
  },
  {
    name: 'an order goes though one that it waits for is unknown',
    file: DEPENDENCIES,
    changes: [[`outcome !== 'accepted') return`, `outcome !== 'accepted' && outcome !== 'unknown') return`]],
  },
  {
    name: 'an order does not wait for the answer',
    file: DEPENDENCIES,
    changes: [[`await awaited.done;`, `void awaited.done;`]],
  },
  {
    name: 'tied orders share a call',
    file: 'src/compile/group-calls.ts',
    changes: [['${symbol} ${numberOf.get(waitsFor) ?? number(waitsFor)}`', '${symbol} ${void number}`']],
  },
  {
    name: 'an order goes though one that it waits for was refused by an earlier run',
    file: SELECT,
    changes: [[`const { rest, outcome = vain } = judged(`, `const { rest, outcome = vain && undefined } = judged(`]],
  },
  {
    name: 'an order waits only for the first of those that it names',
    file: SELECT,
    changes: [[`[...new Set(before.map(`, `[...new Set(before.slice(0, 1).map(`]],
  },
  {
    name: 'an order whose predecessor stands is withheld where that was not asked for',
    file: SELECT,
    changes: [
      [
        `if (wasTaken(known.get(id), sent !== undefined)) continue;`,
        `if (refused.get(id)?.outcome.reason === 'already-accepted') continue;`,
      ],
    ],
  },
];
