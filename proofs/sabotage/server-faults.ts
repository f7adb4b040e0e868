/** What the simulation has no server to meet. */
import type { PlantedFault } from './fault.ts';

const WITNESS = { tests: ['test/postgres/witness.test.ts'] };

export const SERVER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a server that has forgotten is taken as it is',
    file: 'src/ledger/postgres/witness.ts',
    changes: [[`if (there?.['sum'] === kept.head.sum) return keep;`, `if (kept.head !== there) return keep;`]],
    proof: WITNESS,
  },
];
