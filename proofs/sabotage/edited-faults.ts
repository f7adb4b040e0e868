/** Mistakes in what a start of a followed plan is refused for, because the plan was edited where it is at work. */
import type { PlantedFault } from './fault.ts';

const proof = { tests: ['test/follow/edited.test.ts'] };
const takenUp = { tests: ['test/follow/replace-stop.test.ts'] };
const absent = { tests: ['test/compile/follow/absent.test.ts'] };
const dueEdited = { tests: ['test/compile/follow/edited-stop.test.ts'] };
const file = 'src/actions/prepare/edited-at-work.ts';

export const EDITED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a start of an edited plan is not refused',
    file: 'src/actions/place.ts',
    changes: [[`checkNotEdited(facts, account, edited);`, ``]],
    proof,
  },
  {
    name: 'an order at work that the plan has no more is no reason to refuse its start',
    file,
    changes: [[`...[...lacking].flatMap(([name, parts]) => lackedOf(name, parts, groupOf(name))),`, ``]],
    proof,
  },
  {
    name: 'an order at work that the plan has otherwise is no reason to refuse its start',
    file,
    changes: [[`changes.length === 0 ? [] : [changes]`, `[]`]],
    proof,
  },
  {
    name: 'the plan may have a part of a group that is over',
    file: 'src/actions/prepare/split-groups.ts',
    changes: [[`if (gone.length > 0)`, `if (gone.length > all.length)`]],
    proof,
  },
  {
    name: 'what closed a group that is over may close another entry',
    file: 'src/actions/prepare/split-groups.ts',
    changes: [[`opened.every((id) => entries.includes(id))`, `opened.length > 0`]],
    proof,
  },
  {
    name: 'a group that no later run has is forgotten',
    file: 'src/journal/account/said-of.ts',
    changes: [[`return [...(now ?? []), ...earlier];`, `return now;`]],
    proof,
  },
  {
    name: 'a part of an exit counts as an order that the plan has no more',
    file: 'src/actions/prepare/renames.ts',
    changes: [[`!inPlan.has(orderOfPart(order.id)) && mayStand(order)`, `!inPlan.has(order.id) && mayStand(order)`]],
    proof,
  },
  {
    name: 'a filled entry may be made smaller while it is held',
    file,
    changes: [[`['symbol', 'side', 'size', 'marginMode', 'stopLoss']`, `['symbol', 'side', 'marginMode', 'stopLoss']`]],
    proof,
  },
  {
    name: 'a working stop may become that of another group',
    file,
    changes: [[`before.join(' ') !== after.join(' ')`, `false`]],
    proof,
  },
  {
    name: 'an exit that works may become another kind',
    file,
    changes: [[`kind !== kindNow`, `false`]],
    proof,
  },
  {
    name: 'the formula of a stop that works may change',
    file,
    changes: [[`isOpen && late !== lateNow`, `false`]],
    proof,
  },
  {
    name: 'a way on is printed that leaves an order for which the next start is refused',
    file: 'src/actions/prepare/ways-out.ts',
    changes: [[`if (split.length > 0 || edits.some(({ way }) => way === undefined)) return [...looks, first];`, ``]],
    proof,
  },
  {
    name: 'a raised generation leaves an earlier one at work behind',
    file: 'src/actions/place.ts',
    changes: [[`checkNoneAtWork(plan, account);`, ``]],
    proof,
  },
  {
    name: 'a raised generation leaves an earlier one behind of which nothing is filled yet',
    file: 'src/actions/prepare/check-edited.ts',
    changes: [[`[...known.orders.values()].filter(isAtWork)`, `[]`]],
    proof,
  },
  {
    name: 'an order that was cancelled keeps a plan from being edited',
    file: 'src/actions/prepare/kept-groups.ts',
    changes: [[`mayRest(order) || (order.because !== undefined && !isSettled(order))`, `true`]],
    proof,
  },
  {
    name: '--again of a followed entry names a raised generation',
    file: 'src/actions/prepare/again.ts',
    changes: [[`orders.some(needsFollow) ? 'to place more`, `false ? 'to place more`]],
    proof,
  },
  {
    name: 'the dry run of a followed plan prints --replace',
    file: 'src/views/run/next-steps.ts',
    changes: [[`!isLive(view) || isFollowed ||`, `!isLive(view) ||`]],
    proof,
  },
  {
    name: 'the edit of a stop is taken up while it is not known how a part of it stands',
    file: 'src/actions/prepare/taken-up.ts',
    changes: [[`if (!at.every(works)) return`, `if (false) return`]],
    proof: takenUp,
  },
  {
    name: 'the edit of a stop that was taken up is refused at the next start',
    file,
    changes: [[`part.number >= first ? [part.known] : []`, `[part.known]`]],
    proof: takenUp,
  },
  {
    name: 'what is taken up is not on record',
    file: 'src/session/follow/follow.ts',
    changes: [[`    edited: task.edited,\n`, ``]],
    proof: takenUp,
  },
  {
    name: 'of a stop whose edit is taken up the old part is the new one',
    file: 'src/compile/follow/followed-order.ts',
    changes: [[`if (first === undefined || !stop`, `if (true || first === undefined || !stop`]],
    proof: dueEdited,
  },
  {
    name: 'what takes the place of an edited stop waits anew for what that waited for',
    file: 'src/compile/follow/current-stop.ts',
    changes: [[`if (stop.before !== undefined) return cameOf(stop.before, facts);`, ``]],
    proof: dueEdited,
  },
  {
    name: 'an edit of a stop is not tried anew where the old one was refused',
    file: 'src/compile/follow/followed-order.ts',
    changes: [[`triesOf(tries, edited)`, `tries`]],
    proof: dueEdited,
  },
  {
    name: 'the end of an old stop with its position is no reason to place no new one',
    file: 'src/compile/follow/current-stop.ts',
    changes: [[`before === undefined ? tries : [...before.tries, ...tries]`, `tries`]],
    proof: dueEdited,
  },
  {
    name: 'an old stop that the market has passed is taken for one that has not fired',
    file: 'src/compile/follow/stop-steps.ts',
    changes: [
      [
        `!(other === stop && countsAsCover(view)(one))`,
        `!(other.order.id === stop.order.id && countsAsCover(view)(one))`,
      ],
    ],
    proof: dueEdited,
  },
  {
    name: 'an entry that a person settled as absent is sent again by itself',
    file: 'src/compile/follow/plain-steps.ts',
    changes: [
      [`part.number >= since)) return true;`, `part.number >= since && part.state !== 'absent')) return true;`],
    ],
    proof: absent,
  },
  {
    name: 'what is allowed again is over before it is sent',
    file: 'src/compile/follow/group-view.ts',
    changes: [[`last.number < (known.again?.get(identityOf(order)) ?? 0)`, `false`]],
    proof: absent,
  },
  {
    name: 'an exit that a person settled as absent is over',
    file: 'src/compile/follow/group-view.ts',
    changes: [[`(last.state === 'absent' && order.exit === undefined)`, `last.state === 'absent'`]],
    proof: absent,
  },
  {
    name: 'an edited stop has as many parts again as a new one',
    file: 'src/compile/follow/stop-steps.ts',
    changes: [[`turn.view(order.id).accepted;`, `turn.view(order.id).accepted % 48;`]],
    proof: dueEdited,
  },
];
