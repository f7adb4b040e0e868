/** A follower that waits for what nothing that protects may wait for. */
import type { PlantedFault } from './fault.ts';

const SLOW_ANSWERS = 'test/follow/beside.test.ts';
const LATE_ANSWERS = 'test/follow/late-answers.test.ts';

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
    file: 'src/session/follow/search.ts',
    changes: [[" && order.state !== 'in-flight'", '']],
    proof: { tests: [SLOW_ANSWERS] },
  },
  {
    name: 'looks wait for the answer to a stop',
    file: 'src/session/follow/steps.ts',
    changes: [
      [
        'const off = await this.#late.within(awaiting);',
        "const off = kind === 'protect' ? { value: await work } : await this.#late.within(awaiting);",
      ],
    ],
    proof: { tests: [LATE_ANSWERS] },
  },
  {
    name: 'no look looks for what is in flight',
    file: 'src/session/follow/search.ts',
    changes: [['    await this.#awaited(orders, signal);\n', '']],
    proof: { tests: [LATE_ANSWERS] },
  },
  {
    name: 'what was found of a call counts only with all of it',
    file: 'src/session/follow/looks.ts',
    changes: [["orderId === undefined || known.state !== 'in-flight' ? known : { ...known, orderId }", 'known']],
    proof: { tests: [LATE_ANSWERS] },
  },
  {
    name: 'nothing is looked for while the end of a run waits',
    file: 'src/session/follow/follow-loop.ts',
    changes: [['if (over.signal.aborted || !mayAsk) continue;', 'if (true as boolean) continue;']],
    proof: { tests: [LATE_ANSWERS] },
  },
  {
    name: 'what was filled before the answer is forgotten with it',
    file: 'src/journal/records/apply-record.ts',
    changes: [['else if (seen !== undefined || trades !== undefined)', 'else if (false as boolean)']],
    proof: { tests: ['test/session/follow-look.test.ts'] },
  },
  {
    name: 'one order of a call that is found answers for all of it',
    file: 'src/session/follow/in-flight.ts',
    changes: [['orderIds.size === orders.length', 'orderIds.size > 0']],
    proof: { tests: ['test/session/in-flight.test.ts'] },
  },
  {
    name: 'what was answered is found all the same',
    file: 'src/session/follow/in-flight.ts',
    changes: [['this.#calls.get(call) === awaited && this.#calls.delete(call)', '{}']],
    proof: { tests: ['test/session/in-flight.test.ts'] },
  },
  {
    name: 'no look of a follow says that an order stands whose lost cancel is dead',
    file: 'src/session/lists/follow-look.ts',
    changes: [['return isCancelDead(known, now) ? { ...one, isCancelDead: true } : one;', 'return one;']],
    proof: { tests: ['test/session/follow-look.test.ts'] },
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
    changes: [['if (mayAsk && !isSilent && (await findLast()))', 'if (false as boolean)']],
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
