/** Faults of a halt, a close and a flatten that a simulation with halts must notice. */
import type { PlantedFault } from './fault.ts';

const HALTS = 'halts';
const FLATTEN = 'src/actions/flatten/flatten.ts';

export const FLATTEN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a halt is read as a run begins, and not again',
    file: 'src/journal/requests/requests.ts',
    changes: [[`if (halted !== undefined && opens(request))`, `if (halted !== undefined && halted === undefined)`]],
    proof: HALTS,
  },
  {
    name: 'a flatten halts once it has looked',
    file: 'src/commands/flatten/flatten-account.ts',
    changes: [[`if (asked.yes) await halted();`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat by one look',
    file: FLATTEN,
    changes: [[`await clock.sleep(BETWEEN_LOOKS_MS, signal);`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat though a position was told in its looks',
    file: FLATTEN,
    changes: [[`...[...held.values()].map(leftWords),`, ``]],
    proof: HALTS,
  },
  {
    name: 'a flatten is flat though an order of it is unknown',
    file: FLATTEN,
    changes: [[`unsure.length === 0`, `unsure.length >= 0`]],
    proof: HALTS,
  },
  {
    name: 'the stops of what is held go off with what opens',
    file: FLATTEN,
    changes: [
      [
        `await cancelOrders(how, (await standing()).limits, notes);`,
        `await cancelOrders(how, (await standing()).limits.concat((await standing()).stops), notes);`,
      ],
    ],
    proof: HALTS,
  },
  {
    name: 'a position of somebody else is closed without being asked for',
    file: FLATTEN,
    changes: [[`if (how.all || position.isOurs)`, `if (how.all || position.size)`]],
    proof: HALTS,
  },
  {
    name: 'what is left of the journal stays where its position is gone',
    file: FLATTEN,
    changes: [[`if (after !== undefined) await takeOffLeft(how, after, notes);`, ``]],
    proof: HALTS,
  },
];
