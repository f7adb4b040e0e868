/** A follower that waits for what nothing that protects may wait for. */
import type { PlantedFault } from './fault.ts';

const SLOW_ANSWERS = 'test/follow/beside.test.ts';

export const BESIDE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'looks wait for the check of the account before what opens',
    file: 'src/session/follow/held-back.ts',
    changes: [
      [
        'const why = await this.#why(orders);',
        'const why = await this.#why(orders);\n    await this.#checking.ended();',
      ],
    ],
    proof: { tests: [SLOW_ANSWERS] },
  },
  {
    name: 'the end of the check wakes nobody',
    file: 'src/session/follow/beside.ts',
    changes: [['      this.#alarm.ring();\n', '']],
    proof: { tests: ['test/session/beside.test.ts'] },
  },
  {
    name: 'looks wait for the answer to a target, an opening and a cancel',
    file: 'src/session/follow/late-answers.ts',
    changes: [['Math.max(untilLookMs, least)', 'Math.max(untilLookMs, least, 60_000)']],
    proof: { tests: [SLOW_ANSWERS] },
  },
  {
    name: 'what is in flight is looked up before its answer is there',
    file: 'src/session/follow/looks.ts',
    changes: [[" && order.state !== 'in-flight'", '']],
    proof: { tests: [SLOW_ANSWERS] },
  },
  {
    name: 'a cancel without an answer says that an order may still fill that a look saw go',
    file: 'src/session/cancel/following.ts',
    changes: [['[open, seen && overBefore(seen)]', '[open, seen && undefined]']],
    proof: { tests: [SLOW_ANSWERS] },
  },
  {
    name: 'what an opening without an answer filled counts as held, and once more as unknown',
    file: 'src/session/follow/follow-loop.ts',
    changes: [['if (isAnswered && (await findLast()))', 'if (false as boolean)']],
    proof: { tests: ['test/follow/ended-unknown.test.ts'] },
  },
  {
    name: 'what is told only after the late answer of another order counts as naked until then',
    file: 'src/actions/follow/naked-times.ts',
    changes: [['Math.min(atMs, coveredMs(entries) ?? atMs)', 'atMs']],
    proof: { tests: ['test/follow/naked-times.test.ts'] },
  },
  {
    name: 'a dry run reckons that what opens may use the room of stops',
    file: 'src/actions/prepare/openings-in-time.ts',
    changes: [['?? [NO_ROOM]', '&& [NO_ROOM]']],
    proof: { tests: ['test/follow/openings-in-time.test.ts'] },
  },
];
