/** Mistakes where the journal of a plan that is followed was lost, or is an old one. */
import type { PlantedFault } from './fault.ts';

const proof = { tests: ['test/follow/journal-lost.test.ts'] };
const FOLLOWED_PARTS = 'src/session/lists/followed-parts.ts';
const SIDE_BY_SIDE = 'src/session/lists/side-by-side.ts';
const SIDE_BY_SIDE_TEST = { tests: ['test/session/side-by-side.test.ts'] };
const AGE = 'src/session/follow/journal-age.ts';

export const JOURNAL_LOST_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a new journal looks for the first part of an exit alone',
    file: 'src/compile/follow/exit-parts.ts',
    changes: [[`part <= PARTS_SOUGHT`, `part <= 1`]],
    proof,
  },
  {
    name: 'a new journal looks for no part of an exit',
    file: 'src/actions/prepare/found-elsewhere.ts',
    changes: [[`[...whole, ...parts]`, `[...whole]`]],
    proof,
  },
  {
    name: 'an old journal places without a look for what it lacks',
    file: AGE,
    changes: [[`this.#isKnown || task.lookForPlaced === undefined`, `this.#isKnown || task.lookForPlaced !== null`]],
    proof,
  },
  {
    name: 'lists that do not answer an old journal have nothing',
    file: AGE,
    changes: [[`this.#isKnown = unread === undefined;`, `this.#isKnown = unread !== '';`]],
    proof,
  },
  {
    name: 'the parts behind one that no list has are forgotten',
    file: FOLLOWED_PARTS,
    changes: [
      [
        `if (known !== undefined) parts.push({ known, number });`,
        `if (known === undefined) return parts; else parts.push({ known, number });`,
      ],
    ],
    proof,
  },
  {
    name: 'a refusal for a client order id that the exchange has is one of the order',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [[`(exist|is (that of|taken|in use)|belongs to)`, `(exist)`]],
    proof,
  },
  {
    name: 'what is over is read beside what rests',
    file: SIDE_BY_SIDE,
    changes: [[`[[triggers], [fired, resting], [over]]`, `[[triggers], [fired, resting, over]]`]],
    proof: SIDE_BY_SIDE_TEST,
  },
  {
    name: 'orders are read beside the triggers that they were',
    file: SIDE_BY_SIDE,
    changes: [[`[[triggers], [fired, resting], [over]]`, `[[triggers, resting], [fired], [over]]`]],
    proof: SIDE_BY_SIDE_TEST,
  },
  {
    name: 'more lists are asked at once than may be in flight',
    file: 'src/session/lists/look-up.ts',
    changes: [['atMost(options.limits.inFlight)', 'atMost(options.limits.inFlight + 9)']],
    proof: SIDE_BY_SIDE_TEST,
  },
  {
    name: 'a first start does not wait for the others that make the journal',
    file: 'src/journal/sqlite/journal-file.ts',
    changes: [
      [
        '{ timeout: OPENING_MS, enableForeignKeyConstraints: true }',
        '{ timeout: OPEN_MS, enableForeignKeyConstraints: true }',
      ],
    ],
    proof: { tests: ['test/journal/first-start.test.ts'] },
  },
];
