/** A follower that sends too much, too late or in the wrong order, or that forgets what it may not. */
import type { PlantedFault } from './fault.ts';

const ROOM = 'src/compile/follow';
const STOP = `${ROOM}/stop-steps.ts`;
const TARGET = `${ROOM}/target-steps.ts`;
const CAME = `${ROOM}/came-about.ts`;
const ORDER = `${ROOM}/followed-order.ts`;
const PLAIN = `${ROOM}/plain-steps.ts`;
const GROUP = `${ROOM}/group-view.ts`;
const TURN = `${ROOM}/turn.ts`;
const SHARES = `${ROOM}/shares.ts`;
const CLOSE_OUT = `${ROOM}/close-out-steps.ts`;

const BY_PROOF: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'the first fill is taken for the whole in `after`',
    file: CAME,
    changes: [[`if (view.filled > 0n && isWhole)`, `if (view.filled > 0n)`]],
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
    changes: [
      [
        `next: 1 + placed.reduce((most, { number }) => Math.max(most, number), 0)`,
        `next: 1 + parts.filter(wasAccepted).length`,
      ],
    ],
  },
  {
    name: 'a part has the id of its order',
    file: TURN,
    changes: [['part === 1 ? id : `${id}/${part}`', 'part === 1 ? id : `${id}`']],
  },
  {
    name: 'a stop does not grow at the end of the entries',
    file: STOP,
    changes: [
      [
        `if (accepted < FREE_PARTS) return 'growth';`,
        `if (accepted < FREE_PARTS) return view.isEntered ? undefined : 'growth';`,
      ],
      [`if (view.isEntered) return 'entries-over';`, ``],
    ],
  },
  {
    name: 'a target does not grow at the end of the entries',
    file: TARGET,
    changes: [[`accepted > 0 && !isEntered && missing`, `accepted > 0 && missing`]],
  },
  {
    name: 'a stop is cancelled before the one in its place works',
    file: STOP,
    changes: [
      [`if (own === 0n && view.held > 0n) return;`, ``],
      [`if (!mayGo(part) || cover - part.left < view.held) continue;`, `if (!mayGo(part)) continue;`],
    ],
  },
  {
    name: 'a replacement counts before it is accepted',
    file: STOP,
    changes: [
      [
        `isSure && !isGoing && !isStuck;`,
        `(isSure || part.state === 'intended' || part.state === 'unknown') && !isGoing && !isStuck;`,
      ],
      [
        `const isCover = ({ isSure, isGoing, isStuck }: PartView)`,
        `const isCover = ({ isSure, isGoing, isStuck, part }: PartView)`,
      ],
    ],
  },
  {
    name: 'the largest part is cancelled together with the smaller one in its place',
    file: STOP,
    changes: [
      [
        `if (replaced !== undefined && excess >= replaced.left) take(replaced, 'replaced');`,
        `if (replaced !== undefined) take(replaced, 'replaced');`,
      ],
      [
        `for (const part of kept.toReversed()) if (part.left <= excess) take(part, 'excess');`,
        `for (const part of kept.toReversed()) if (excess > 0n) take(part, 'excess');`,
      ],
    ],
  },
  {
    name: 'an unknown stop is sent again at once',
    file: STOP,
    changes: [
      [
        `isCover(part) || (part.isUnsure && !(isDead(part) && isThere));`,
        `isCover(part) || (part.isUnsure && isThere && isDead(part));`,
      ],
    ],
  },
  {
    name: 'an unknown stop is sent again whatever the position says',
    file: STOP,
    changes: [
      [
        `isCover(part) || (part.isUnsure && !(isDead(part) && isThere));`,
        `isCover(part) || (part.isUnsure && !(isDead(part) || isThere === undefined));`,
      ],
    ],
  },
  {
    name: 'an unknown opening order is sent again',
    file: PLAIN,
    changes: [
      [
        `part.number >= since && part.state !== 'absent'`,
        `part.number >= since && part.state !== 'absent' && part.state !== 'unknown'`,
      ],
    ],
  },
  {
    name: 'it opens while an opening order is unknown',
    file: PLAIN,
    changes: [[`if (isOpening(side) && !isOpen) return;`, ``]],
  },
  {
    name: 'a target goes before the stop',
    file: TARGET,
    changes: [[`if (byStop || target.off`, `if (target.off`]],
  },
  {
    name: 'targets are kept when the stop fires',
    file: TARGET,
    changes: [[`if (hasFired || byCloseOut) {`, `if (byCloseOut) {`]],
  },
  {
    name: 'targets come to more than is held',
    file: TARGET,
    changes: [
      [`missing < free ? missing : free`, `missing`],
      [`missing <= 0n || free <= 0n`, `missing <= 0n`],
    ],
  },
  {
    name: 'targets stay where other hands closed',
    file: TARGET,
    changes: [[`else if (open > held - closing)`, `else if (open < held - open)`]],
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
    name: 'a stop that sleeps is cancelled before its close is accepted',
    file: STOP,
    changes: [
      [`if (stops.reduce((all, { parts }) => all + sum(parts.filter(isCover)), 0n) < held) return;`, `void held;`],
    ],
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
      [`waitsForLook: last?.state === 'rejected' && !isBefore`, `waitsForLook: last?.state === 'absent' && !isBefore`],
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
    name: 'a stop that is late is withheld',
    file: STOP,
    changes: [
      [
        `if (because === undefined) return false;`,
        `if (because === undefined || turn.time - (view.filledMs ?? 0) > 60_000) return false;`,
      ],
    ],
  },
  {
    name: 'openings go before exits',
    file: PLAIN,
    changes: [[`{ rank: 3, steps`, `{ rank: 0, steps`]],
  },
  {
    name: 'a stop is sent for all that is held each time',
    file: STOP,
    changes: [
      [
        `const steps = isPassed ? makeRoom(turn, view, need) : need;`,
        `const steps = isPassed ? makeRoom(turn, view, need) : view.held;`,
      ],
    ],
  },
  {
    name: 'a close-out goes before its targets are over',
    file: CLOSE_OUT,
    changes: [[`part.left > 0n && !isDead(part)))) return true;`, `part.left > 0n && isDead(part)))) return true;`]],
  },
  {
    name: 'a close-out does not see what closes already',
    file: CLOSE_OUT,
    changes: [[`view.held - view.closing - dead`, `view.held - dead`]],
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
    changes: [[`.some(({ isFrozen }) => isFrozen),`, `.some(({ isFrozen, parts }) => isFrozen && parts.length > 99),`]],
  },
  {
    name: 'a stop may have any number of parts',
    file: `${ROOM}/follow-plan.ts`,
    changes: [[`const STOP_PARTS = 48;`, `const STOP_PARTS = 480;`]],
  },
  {
    name: 'the rest of a fired stop is a trigger again',
    file: STOP,
    changes: [[`because === 'rest' ? true : turn.hasPassed`, `turn.hasPassed`]],
  },
];

export const FOLLOW_FAULTS: readonly PlantedFault[] = BY_PROOF.map((fault): PlantedFault =>
  Object.assign(fault, { proof: 'due' as const }),
);
