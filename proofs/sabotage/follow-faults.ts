/** A follower that takes one condition for another, or forgets what it may not. */
import type { PlantedFault } from './fault.ts';

const ROOM = 'src/compile/follow';
const CAME = `${ROOM}/came-about.ts`;
const ORDER = `${ROOM}/followed-order.ts`;
const PLAIN = `${ROOM}/plain-steps.ts`;
const GROUP = `${ROOM}/group-view.ts`;
const TURN = `${ROOM}/turn.ts`;
const SHARES = `${ROOM}/shares.ts`;

const BY_PROOF: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'the first fill is taken for the whole in `after`',
    file: CAME,
    changes: [[`if (this.#isWhole(id)) return lastFill`, `if (view.filled > 0n) return lastFill`]],
  },
  {
    name: 'the whole is waited for where `until` means the first fill',
    file: CAME,
    changes: [
      [`({ filled, part }) => filled > 0n || part.firedMs !== undefined`, `({ filled, size }) => filled >= size`],
    ],
  },
  {
    name: 'a trigger that fired ends its sibling only once it fills',
    file: CAME,
    changes: [[`({ filled, part }) => filled > 0n || part.firedMs !== undefined`, `({ filled }) => filled > 0n`]],
  },
  {
    name: 'a duration counts from now',
    file: CAME,
    changes: [
      [`this.#turn.isPast(sent.part.sentMs + until.forMs)`, `this.#turn.isPast(this.#turn.time + until.forMs)`],
    ],
  },
  {
    name: 'shares by the rule of the ladder',
    file: SHARES,
    changes: [
      [
        `for (let given = 0n; given < left; given++) heap.give();`,
        `heap.give();
        return weights.map((weight, at) => (filled * weight) / of + (at >= weights.length - Number(left) ? 1n : 0n));`,
      ],
    ],
  },
  {
    name: 'a rung is rounded up',
    file: SHARES,
    changes: [
      [
        `weights.map((weight) => (filled * weight) / of);`,
        `weights.map((weight) => (filled * weight + of - 1n) / of);`,
      ],
    ],
  },
  {
    name: 'the number of a part is counted, not read',
    file: ORDER,
    changes: [[`if (view.part.number >= next) next = view.part.number + 1;`, `if (wasAccepted(view)) next += 1;`]],
  },
  {
    name: 'a part has the id of its order',
    file: `${ROOM}/part-view.ts`,
    changes: [['identityOf(order) : `${identityOf(order)}/${part}`', 'identityOf(order) : identityOf(order)']],
  },
  {
    name: 'an unknown opening order is sent again',
    file: PLAIN,
    changes: [[`part.number >= since))`, `part.number >= since && part.state !== 'unknown'))`]],
  },
  {
    name: 'it opens while an opening order is unknown',
    file: PLAIN,
    changes: [[`if (isOpening(side) && !isOpen) return false;`, ``]],
  },
  {
    name: 'a passed trigger is sent as a trigger',
    file: TURN,
    changes: [[`return falls ? way <= 0 : way >= 0;`, `return falls ? way < -1 : way > 1;`]],
  },
  {
    name: 'a stop that sleeps counts as cover',
    file: `${ROOM}/part-view.ts`,
    changes: [[`priceLooks.asked >= 2 && priceLooks.passed >= 2`, `priceLooks.asked >= 2 && priceLooks.passed >= 3`]],
  },
  {
    name: 'a target that somebody cancelled is placed again',
    file: ORDER,
    changes: [
      [
        `return parts.some(({ part }) => part.state === 'over' && part.end === 'other') ? 'let-go' : undefined;`,
        `return undefined;`,
      ],
    ],
  },
  {
    name: 'what a person cancelled is placed again',
    file: ORDER,
    changes: [[`part.end === 'person' ||`, `part.end === undefined &&`]],
  },
  {
    name: 'a stop that somebody cancels is placed for ever',
    file: ORDER,
    changes: [
      [`return replaced >= 0 && parts.slice(replaced).some(wasTakenOff) ? 'let-go' : undefined;`, `return undefined;`],
    ],
  },
  {
    name: 'a refused exit is tried for ever',
    file: ORDER,
    changes: [[`const MOST_REFUSALS = 2;`, `const MOST_REFUSALS = 200;`]],
  },
  {
    name: 'a refused exit is tried again before a look',
    file: ORDER,
    changes: [
      [
        `const waitsForLook = last?.state === 'rejected' && !isBefore`,
        `const waitsForLook = last?.state === 'absent' && !isBefore`,
      ],
    ],
  },
  {
    name: 'a missed slice is sent all the same',
    file: PLAIN,
    changes: [[`Math.min(Math.floor(slice.everyMs / 2), MOST_LATE_SLICE_MS)`, `Infinity`]],
  },
  {
    name: 'an opening order is sent long after its time',
    file: PLAIN,
    changes: [[`turn.plan.rules.maxPauseMs`, `Infinity`]],
  },
  {
    name: 'openings go before exits',
    file: PLAIN,
    changes: [[`{ rank: 3, steps`, `{ rank: 0, steps`]],
  },
  {
    name: 'what other hands closed is still held',
    file: GROUP,
    changes: [
      [`(elsewhere === undefined ? 0n : stepsIn(elsewhere, group.step))`, `(elsewhere === undefined ? 0n : 0n)`],
    ],
  },
  {
    name: 'exits stay when nothing is held',
    file: `${ROOM}/cancel-steps.ts`,
    changes: [[`if (!isEntered || held > 0n) return false;`, `if (isEntered || held > 0n) return false;`]],
  },
  {
    name: 'an end that has come cancels nothing',
    file: `${ROOM}/cancel-steps.ts`,
    changes: [[`if (ended !== undefined) for`, `if (ended !== undefined && view.filled > 0n) for`]],
  },
  {
    name: 'a cancel is asked for again at once',
    file: TURN,
    changes: [
      [`if (cancel.tries >= MOST_CANCELS || isGoing) return false;`, `if (!isGoing || state === 'works') return true;`],
    ],
  },
  {
    name: 'an average is that of the plan',
    file: TURN,
    changes: [[`if (late === undefined) return order;`, `if (late === undefined || this.time > 0) return order;`]],
  },
  {
    name: 'a group with a contradiction goes on',
    file: GROUP,
    changes: [
      [
        `views.some(({ isFrozen }) => isFrozen);`,
        `views.some(({ isFrozen, parts }) => isFrozen && parts.length > 99);`,
      ],
    ],
  },
];

export const FOLLOW_FAULTS: readonly PlantedFault[] = BY_PROOF.map((fault): PlantedFault =>
  Object.assign(fault, { proof: 'due' as const }),
);
