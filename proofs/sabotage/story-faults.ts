/** Mistakes in what the journal keeps of a run, and in how it is told again. */
import type { PlantedFault } from './fault.ts';

export const STORY_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a report forgets what was seen of the account before its run',
    file: 'src/report/view/run-fold.ts',
    changes: [[`[event.orders, event.seen]`, `[event.orders, undefined]`]],
    proof: { tests: ['test/cli/report-protection.test.ts'] },
  },
  {
    name: 'what a stop withheld is not in the journal',
    file: 'src/session/execution.ts',
    changes: [
      [
        `return event.outcome === 'withheld' ? announcedAs.get(event.clientOid) === event.reason : event.call !== undefined;`,
        `return event.outcome === 'withheld' || event.call !== undefined;`,
      ],
    ],
  },
  {
    name: 'an order that was found to stand is told again as withheld',
    file: 'src/journal/history/told-run.ts',
    changes: [
      [
        `else if (event.event !== 'order-outcome' || !again.has(event.id)) this.#add(0, event);`,
        `else this.#add(1e12, event);`,
      ],
    ],
  },
  {
    name: 'a verdict is told again of its neighbour',
    file: 'src/journal/history/sent-orders.ts',
    changes: [[`partOf(this.named(intent, at),`, `partOf(this.named(intent, (at + 1) % intent.orders.length),`]],
  },
  {
    name: 'a run is told again by the names of another generation of calls',
    file: 'src/journal/history/sent-orders.ts',
    changes: [
      [
        `if (event.event === 'call-planned') this.#names.set(event.call, event.orders);`,
        `if (event.event === 'call-planned') this.#names.set(event.call + 1, event.orders);`,
      ],
    ],
  },
];
