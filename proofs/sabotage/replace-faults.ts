/** Orders that are replaced too early, or by too much. */
import type { PlantedFault } from './fault.ts';

const AFTER = 'src/compile/after-cancels.ts';
const REST = 'src/compile/rest-of.ts';
const TALLY = 'src/session/cancel/cancel-tally.ts';
const NEW = `if (before?.isReplaced !== true) return false;`;
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
    proof: { tests: ['test/cli/off-first.test.ts', 'test/cli/replace.test.ts'] },
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
      [`if (filled === undefined) return { vain: unresolved(before) };`, `if (filled === undefined) return WHOLE;`],
    ],
  },
  {
    name: 'what is new goes though something was not seen off',
    file: 'src/actions/place.ts',
    changes: [
      [
        `      notOff,
      ...defined`,
        `      notOff: notOff.slice(0, 0),
      ...defined`,
      ],
    ],
  },
  {
    name: 'an order whose cancel is unknown counts as seen off',
    file: TALLY,
    changes: [[`new Set(['cancelled', 'filled'])`, `new Set(['cancelled', 'filled', 'unknown'])`]],
  },
  {
    name: 'an order whose cancel was refused counts as seen off',
    file: TALLY,
    changes: [[`new Set(['cancelled', 'filled'])`, `new Set(['cancelled', 'filled', 'refused'])`]],
    proof: { tests: ['test/cli/off-first.test.ts', 'test/cli/replace.test.ts'] },
  },
  {
    name: 'what comes back may be larger while something rests',
    file: AFTER,
    changes: [[`return !isOpening(order.side) || planned(order)`, `return true || planned(order)`]],
    proof: { tests: ['test/cli/off-first.test.ts', 'test/cli/replace.test.ts'] },
  },
  {
    name: 'what closes passes for what comes back',
    file: AFTER,
    changes: [[NEW, `if (!isOpening(order.side)) return true;\n  ${NEW}`]],
  },
  {
    name: 'what was cancelled on purpose comes back with what was edited',
    file: 'src/actions/prepare/replaced.ts',
    changes: [[`!isReplaceable(before) || isOffOnPurpose(before)`, `!isReplaceable(before)`]],
  },
  {
    name: 'a cancel on purpose counts as one that makes room',
    file: 'src/journal/requests/intent-record.ts',
    changes: [[`...(isReplaced === true && { isReplaced })`, `isReplaced: isReplaced ?? true`]],
  },
  {
    name: 'a cancel on purpose keeps the mark of the cancel before it',
    file: 'src/journal/records/apply-record.ts',
    changes: [[`isReplaced: isCancel ? isReplaced :`, `isReplaced: isCancel ? (isReplaced ?? known.isReplaced) :`]],
  },
  {
    name: 'a cancel by hand forgets that the order was to come back',
    file: 'src/journal/records/apply-record.ts',
    changes: [[`notBack: isReplaced ?? known.notBack`, `notBack: isCancel ? isReplaced : known.notBack`]],
    proof: { tests: ['test/cli/not-back.test.ts'] },
  },
  {
    name: 'a later run does not know that a stop is off',
    file: 'src/actions/place.ts',
    changes: [
      [
        `await lookForNotBack(session, tally, run);`,
        `if (run.schedule.cancels !== undefined) await lookForNotBack(session, tally, run);`,
      ],
    ],
    proof: { tests: ['test/cli/still-off.test.ts'] },
  },
  {
    name: 'a run that was to place an order anew names the cancel that leaves it off',
    file: 'src/views/run/open-cancels.ts',
    changes: [[`({ name }) => name === 'replace') ?`, `({ name }) => name === 'replaces') ?`]],
    proof: { tests: ['test/cli/not-back.test.ts'] },
  },
  {
    name: 'a close whose fills are not known is to be placed without a look',
    file: 'src/views/run/taken-off.ts',
    changes: [[`filledSize }) => filledSize !== undefined`, `filledSize }) => filledSize !== ''`]],
    proof: { tests: ['test/cli/not-back.test.ts'] },
  },
  {
    name: 'a cancel that takes off what was to come back does not say so',
    file: 'src/views/cancel.ts',
    changes: [[`end === undefined\n    ? []`, `end?.outcome !== 'filled'\n    ? []`]],
    proof: { tests: ['test/cli/not-back.test.ts'] },
  },
  {
    name: 'status forgets what was filled of an order that the plan no longer has',
    file: 'src/journal/records/state.ts',
    changes: [
      [
        `!inPlan.has(orderOfPart(order.id)) && !mayRest(order) && mayStand(order)`,
        `!inPlan.has(orderOfPart(order.id)) && !mayRest(order) && !mayStand(order)`,
      ],
    ],
    proof: { tests: ['test/cli/off-first.test.ts'] },
  },
  {
    name: 'a dry run names the cancel of what was removed without the journal',
    file: 'src/views/run/commands.ts',
    changes: [
      [
        `safe\`--removed\`, ...given(view, 'config', 'journal', 'var')`,
        `safe\`--removed\`, ...given(view, 'config', 'var')`,
      ],
    ],
    proof: { tests: ['test/cli/off-first.test.ts'] },
  },
  {
    name: 'a close that was filled before it went off is told as held',
    file: 'src/views/run/filled-first.ts',
    changes: [[`opens(view, cancel) ? 'held' : 'closed'`, `opens(view, cancel) ? 'held' : 'held'`]],
    proof: { tests: ['test/cli/off-first.test.ts'] },
  },
  {
    name: 'a run does not name what was filled before it went off',
    file: 'src/views/run/filled-first.ts',
    changes: [[`outcome === 'filled' || (outcome`, `outcome === 'refused' || (outcome`]],
    proof: { tests: ['test/cli/off-first.test.ts'] },
  },
  {
    name: 'a replace whose fills are not known is said to be an unknown placing',
    file: 'src/views/run/open-cancels.ts',
    changes: [
      [
        `return unresolved(view).filter((id) => off.has(id));`,
        `return unresolved(view).filter((id) => off.has(id) && id === '');`,
      ],
    ],
    proof: { tests: ['test/cli/trades-unanswered.test.ts'] },
  },
];
