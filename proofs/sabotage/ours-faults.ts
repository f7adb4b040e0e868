/** Orders of somebody else that a cancel reaches, orders that are told to be gone and rest, and silence that is taken for proof. */
import type { PlantedFault } from './fault.ts';

const OURS = { tests: ['test/cli/cancel-ours.test.ts'] };
const CLOSED = { tests: ['test/cli/settle-closed.test.ts'] };
const ENDS = { tests: ['test/session/cancel-end.test.ts'] };
const STANDS = { tests: ['test/session/stand.test.ts'] };
const STATE = 'src/journal/records/state.ts';
const END = 'src/session/cancel/cancel-end.ts';

export const OURS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order id that only a person said names the order in a cancel',
    file: STATE,
    changes: [[`const isProved = rule !== 'by-person' ||`, `const isProved = true ||`]],
    proof: { tests: ['test/compile/cancel-calls.test.ts'] },
  },
  {
    name: 'an order id that the lists do not show is taken when it is said once',
    file: 'src/actions/settling/decide.ts',
    changes: [[`looked?.isAsked === true && isUnseen !== true`, `looked?.isAsked === true && isUnseen === null`]],
    proof: OURS,
  },
  {
    name: 'a record without our client order id tells of an order whose id a person said',
    file: 'src/session/lists/stand.ts',
    changes: [[`(isNamed || order.isClaimed === true)`, `isNamed`]],
    proof: STANDS,
  },
  {
    name: 'a trigger at a price that fired counts as over',
    file: 'src/session/lists/stand.ts',
    changes: [[`state === 'triggered' ? order.isAtMarket === true`, `state === 'triggered' ? true`]],
    proof: STANDS,
  },
  {
    name: 'what a trigger became is not taken off',
    file: END,
    changes: [[`isNew && (sent === undefined || hasFired(followed)) ? named`, `isNew && sent === undefined ? named`]],
    proof: ENDS,
  },
  {
    name: 'a refusal is believed by a list of the moment before',
    file: END,
    changes: [[`sent?.answer === 'refused' && sinceAnswerMs < LIST_LAG_MS`, `sinceAnswerMs < 0`]],
    proof: ENDS,
  },
  {
    name: 'nothing stands of a plan that the journal does not know',
    file: 'src/commands/cancel/known-plan.ts',
    changes: [[`if (all.some(({ plan }) => plan === place.plan)) return;`, `if (all.length >= 0) return;`]],
    proof: OURS,
  },
  {
    name: 'another generation of the plan stands, and the exit code is 0',
    file: 'src/session/cancel/cancel-tally.ts',
    changes: [[`|| this.standsElsewhere`, ``]],
    proof: OURS,
  },
  {
    name: 'a word closes an order that rests',
    file: 'src/actions/settling/closing.ts',
    changes: [
      [`if (seen?.state !== 'open' && seen?.state !== 'partly-filled') return;`, `if (seen !== undefined) return;`],
    ],
    proof: CLOSED,
  },
  {
    name: 'a name means the order that had it before, and not the ladder',
    file: 'src/actions/prepare/cancel-selection.ts',
    changes: [[`[name, ...rungs]`, `[...(known.has(name) ? [name] : rungs)]`]],
    proof: OURS,
  },
];
