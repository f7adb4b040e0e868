/** What the simulation has no server to meet. */
import type { PlantedFault } from './fault.ts';

const WITNESS = { tests: ['test/postgres/witness.test.ts'] };
const WITNESS_FILE = 'src/ledger/postgres/witness.ts';
const HEADS_FILE = 'src/ledger/beside/kept-heads.ts';

export const SERVER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a server that has forgotten is taken as it is',
    file: WITNESS_FILE,
    changes: [[`if (there?.['sum'] === head.sum) continue;`, `if (head !== there) continue;`]],
    proof: WITNESS,
  },
  {
    name: 'what a server acknowledged is kept by its database alone, and not by the journal that is in it',
    file: WITNESS_FILE,
    changes: [[`heads.keep([place, firstName(first)], {`, `heads.keep([place, firstName(first)].slice(0, 1), {`]],
    proof: WITNESS,
  },
  {
    name: 'what a server acknowledged is kept at the start of a run, and not as it goes on',
    file: 'src/ledger/postgres/pg-log.ts',
    changes: [
      [
        `this.#onHead?.(this.head, this.#end.first);
    records.forEach(`,
        `records.forEach(`,
      ],
    ],
    proof: WITNESS,
  },
  {
    name: 'an older session takes back what was kept since',
    file: HEADS_FILE,
    changes: [[`where excluded.accepted_ms > accepted_ms or (`, `where true or (`]],
    proof: WITNESS,
  },
  {
    name: 'a live run begins though nothing can be kept on this machine',
    file: 'src/ledger/postgres/pg-ledger.ts',
    changes: [[`heads = machine.witness?.open();`, `try { heads = machine.witness?.open(); } catch {}`]],
    proof: WITNESS,
  },
  {
    name: 'a dry run shows the next command though the journal has forgotten',
    file: 'src/commands/live/journal-place.ts',
    changes: [[`...defined({ objection })`, `...defined({ objection: objection && undefined })`]],
    proof: { tests: ['test/cli/postgres.test.ts'] },
  },
];
