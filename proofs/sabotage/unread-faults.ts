/** Faults of a close and a flatten where the exchange does not say what is held, or says it late. */
import type { PlantedFault } from './fault.ts';

const UNREAD = { tests: ['test/cli/account-unread.test.ts'] } as const;
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
];
