/** Faults of a close and a flatten where the exchange does not say what is held, or says it late, and where the journal fails. */
import type { PlantedFault } from './fault.ts';

const UNREAD = { tests: ['test/cli/account-unread.test.ts'] } as const;
const JOURNAL = { tests: ['test/cli/journal-fails.test.ts'] } as const;
const OWN_CLOSES = { tests: ['test/commands/own-closes.test.ts'] } as const;

export const UNREAD_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a flatten that could not read the account ends as one that was typed wrong',
    file: 'src/actions/flatten/prepare-flatten.ts',
    changes: [
      [
        `'flatten/unread',
      \`not all of what the account holds`,
        `'account/unread',
      \`not all of what the account holds`,
      ],
    ],
    proof: UNREAD,
  },
  {
    name: 'a flatten asks once, and not again, what is held',
    file: 'src/actions/flatten/look-at-all.ts',
    changes: [[`clock.monotonicMs() >= untilMs`, `clock.monotonicMs() < untilMs`]],
    proof: UNREAD,
  },
  {
    name: 'a close asks once, and not again, what is held',
    file: 'src/actions/close/until-read.ts',
    changes: [
      [`if (clock.monotonicMs() >= untilMs) return answer;`, `if (clock.monotonicMs() < untilMs) return answer;`],
    ],
    proof: UNREAD,
  },
  {
    name: 'what a target closed a moment ago is closed once more behind a close',
    file: 'src/actions/flatten/own-closes.ts',
    changes: [[`sumOf(late).plus(sizeOf(others))`, `sumOf(late)`]],
    proof: OWN_CLOSES,
  },
  {
    name: 'a flatten whose journal fails tells nothing of what it did',
    file: 'src/actions/flatten/known-now.ts',
    changes: [[`return before;`, `throw error;`]],
    proof: JOURNAL,
  },
  {
    name: 'a cancel of a flatten is told only once the journal has it',
    file: 'src/actions/flatten/cancel-orders.ts',
    changes: [
      [
        `for (const { id, clientOid } of asked)`,
        `if (tally.journalFailed) throw new JournalError('it failed', 'look at it');
    for (const { id, clientOid } of asked)`,
      ],
      [
        `import { dialectOf } from`,
        `import { JournalError } from '../../journal/records/journal-error.ts';
import { dialectOf } from`,
      ],
    ],
    proof: JOURNAL,
  },
  {
    name: 'a journal that fails behind a halt ends a flatten as one that was typed wrong',
    file: 'src/actions/flatten/saying-halted.ts',
    changes: [
      [`if (error instanceof JournalError) return refusalWith('journal/halt-stands', error.message, error.hint);`, ``],
    ],
    proof: JOURNAL,
  },
  {
    name: 'a journal that fails in the check of a run was never usable',
    file: 'src/commands/run/check-on-record.ts',
    changes: [[`return refuse('journal/failed', error.message, error.hint);`, `throw error;`]],
    proof: JOURNAL,
  },
];
