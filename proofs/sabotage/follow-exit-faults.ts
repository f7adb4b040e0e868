/** A follower whose stops, targets and close-outs come too early, too large, or not at all. */
import type { PlantedFault } from './fault.ts';

const ROOM = 'src/compile/follow';
const STOP = `${ROOM}/stop-steps.ts`;
const CURRENT = `${ROOM}/current-stop.ts`;
const TARGET = `${ROOM}/target-steps.ts`;
const CLOSE_OUT = `${ROOM}/close-out-steps.ts`;

const BY_PROOF: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'what opens is sent beside a stop or target that is unknown',
    file: `${ROOM}/plain-steps.ts`,
    changes: [
      [
        `turn.views.flatMap(unsureParts);`,
        `turn.views.flatMap((view) => (isOpening(view.order.side) ? unsureParts(view) : []));`,
      ],
    ],
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
      [`if (coverOf(stop) === 0n && view.held > 0n) return;`, ``],
      [`if (cover - part.left < view.held) continue;`, ``],
    ],
  },
  {
    name: 'a replacement counts before it is accepted',
    file: CURRENT,
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
        `const isUnderWay = replaced !== undefined && excess >= replaced.left;`,
        `const isUnderWay = replaced !== undefined;`,
      ],
      [
        `for (const part of kept.toReversed()) if (part.left <= excess) take(part, 'excess');`,
        `for (const part of kept.toReversed()) if (excess > 0n) take(part, 'excess');`,
      ],
    ],
  },
  {
    name: 'an unknown stop is sent again at once',
    file: CURRENT,
    changes: [
      [
        `isCover(part) || (part.isUnsure && !(isDead(part) && isThere));`,
        `isCover(part) || (part.isUnsure && isThere && isDead(part));`,
      ],
    ],
  },
  {
    name: 'an unknown stop is sent again whatever the position says',
    file: CURRENT,
    changes: [
      [
        `isCover(part) || (part.isUnsure && !(isDead(part) && isThere));`,
        `isCover(part) || (part.isUnsure && !(isDead(part) || isThere === undefined));`,
      ],
    ],
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
    name: 'a stop that sleeps is cancelled before its close is accepted',
    file: STOP,
    changes: [[`if (coverOfAll(view) < held) return;`, `void held;`]],
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
];

/** What the proof seldom meets: dozens of parts, and what a stop leaves while the price is back. */
const BY_TESTS: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'a stop may have any number of parts',
    file: `${ROOM}/follow-plan.ts`,
    changes: [[`const STOP_PARTS = 48;`, `const STOP_PARTS = 480;`]],
  },
  {
    name: 'a stop that the exchange ended with its position is placed once more',
    file: STOP,
    changes: [[`if (endedWithPosition(stop, view)) return true;`, ``]],
  },
  {
    name: 'a stop in no list is waited for though nothing is held',
    file: `${ROOM}/standing.ts`,
    changes: [[`if (isGoneWithPosition(view)) return true;`, ``]],
  },
  {
    name: 'the rest of a fired stop is a trigger again',
    file: STOP,
    changes: [[`because === 'rest' ? true : passedBy`, `passedBy`]],
  },
  {
    name: 'a stop of many parts grows each minute for ever',
    file: STOP,
    changes: [[`const MOST_BY_MINUTE = 15;`, `const MOST_BY_MINUTE = 150;`]],
  },
];

const TESTS = { tests: ['due', 'many-parts', 'at-end'].map((name) => `test/compile/follow/${name}.test.ts`) };

export const FOLLOW_EXIT_FAULTS: readonly PlantedFault[] = [
  ...BY_PROOF.map((fault): PlantedFault => Object.assign(fault, { proof: 'due' as const })),
  ...BY_TESTS.map((fault): PlantedFault => Object.assign(fault, { proof: TESTS })),
];
