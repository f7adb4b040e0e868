/** A follower that does not see that the stopLoss of an entry is not on the exchange, or cries too early. */
import type { PlantedFault } from './fault.ts';

const proof = { tests: ['test/follow/preset-gone.test.ts'] } as const;
const WATCH = 'src/session/lists/preset-watch.ts';

export const PRESET_GONE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'what was filled of an entry with a stopLoss is covered whatever looks lack',
    file: 'src/compile/follow/standing.ts',
    changes: [[`(presets?.get(part.clientOid) ?? 'resting') === is`, `'resting' === is`]],
    proof: { tests: ['test/compile/follow/standing.test.ts'] },
  },
  {
    name: 'open triggers are not asked for the stopLoss of what is held',
    file: 'src/session/follow/looks.ts',
    changes: [[`look.look(orders, carrying)`, `look.look(orders, carrying.slice(carrying.length))`]],
    proof,
  },
  {
    name: 'a stopLoss is missing in the first look after the fill that lacks it',
    file: WATCH,
    changes: [
      [`const isGone = ms - since >= LAG_MS && ms - filledMs >= this.#cancelWaitMs;`, `const isGone = ms >= filledMs;`],
    ],
    proof,
  },
  {
    name: 'a follow ends before it is known whether a stopLoss rests',
    file: 'src/session/follow/follow-loop.ts',
    changes: [[` && !this.#isPresetUnsure(known))`, ` && !(this.#isPresetUnsure(known) && known.placed.size < 0))`]],
    proof,
  },
  {
    name: 'a stopLoss that nobody saw rest is no reason for exit 7',
    file: 'src/actions/follow/ending.ts',
    changes: [[`if (preset === 'not-seen') return EXIT.unknown;`, ``]],
    proof,
  },
  {
    name: 'groups are told as they were counted, whatever the line says',
    file: 'src/actions/status.ts',
    changes: [
      [
        `groups: agreedGroups(now.groups, protection, { isFresh: true })`,
        `groups: now.groups.length < 0 ? agreedGroups(now.groups, protection, { isFresh: true }) : now.groups`,
      ],
    ],
    proof,
  },
  {
    name: 'a stop of a person in the place of a stopLoss does not count',
    file: 'src/actions/prepare/groups-agreed.ts',
    changes: [
      [
        `isFresh && isAllCovered(line) ? own.map(covered) : own`,
        `isFresh && isAllCovered(line) && own.length < 0 ? own.map(covered) : own`,
      ],
    ],
    proof,
  },
  {
    name: 'an edit of the file of a followed plan is not said',
    file: 'src/commands/run/edited-told.ts',
    changes: [[`|| isTold || !isEdited()) return;`, `|| isTold || !isEdited() || name !== '') return;`]],
    proof: { tests: ['test/follow/edit-told.test.ts'] },
  },
  {
    name: 'a file that was written again as it was counts as edited',
    file: 'src/commands/run/edited-told.ts',
    changes: [
      [
        `return !read.ok || Buffer.compare(read.value, plan.bytes) !== 0;`,
        `return !read.ok || read.value !== plan.bytes;`,
      ],
    ],
    proof: { tests: ['test/follow/edit-told.test.ts'] },
  },
];
