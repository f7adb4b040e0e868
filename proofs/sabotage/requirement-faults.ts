/** Mistakes about where stops are required, and about what a look without a plan's file knows of that. */
import type { PlantedFault } from './fault.ts';

const STOPS = 'src/actions/prepare/required-stops.ts';
const WAYS = { tests: ['test/cli/required-ways-on.test.ts'] } as const;
const STATUS = { tests: ['test/cli/required-status.test.ts'] } as const;
const BESIDE = { tests: ['test/cli/stops-beside.test.ts'] } as const;
const REMOVED = { tests: ['test/cli/removed-stops.test.ts'] } as const;

export const REQUIREMENT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a run is refused for what was naked before it',
    file: STOPS,
    changes: [[`sizeOf(bare).compare(sizeOf(before.get(key) ?? [])) > 0`, `!sizeOf(bare).isZero`]],
    proof: WAYS,
  },
  {
    name: 'status without a plan forgets what its last run demanded',
    file: 'src/actions/prepare/stops-first.ts',
    changes: [[`known.requiresStop === true`, `known.requiresStop === undefined && known.isPlaced === undefined`]],
    proof: STATUS,
  },
  {
    name: 'a look-up says that a plan demands no stop any more',
    file: 'src/journal/account/said-of.ts',
    changes: [[`if (isLookUp !== true && isCancel !== true) plan.requiresStop`, `plan.requiresStop`]],
    proof: STATUS,
  },
  {
    name: 'cancel --removed takes off what a forbidden file still has',
    file: 'src/actions/prepare/cancel-selection.ts',
    changes: [
      [
        `!(removed && inPlan.has(orderOfPart(order.id)))`,
        `!(removed && inPlan.has(orderOfPart(order.id)) && plan === undefined)`,
      ],
    ],
    proof: REMOVED,
  },
  {
    name: 'two runs at once are judged for their stops without each other',
    file: 'src/actions/prepare/reservation.ts',
    changes: [[`?? stopsRefusal(now)`, `?? (others === undefined ? stopsRefusal(now) : undefined)`]],
    proof: BESIDE,
  },
  {
    name: 'what a run beside takes off counts as a stop',
    file: 'src/actions/prepare/reservation.ts',
    changes: [[`[...placedBy(run), ...takenOffBy(run)]`, `[...placedBy(run), ...takenOffBy(run).slice(0, 0)]`]],
    proof: BESIDE,
  },
  {
    name: 'runs of other plans do not know who follows a plan',
    file: 'src/actions/prepare/run-protection.ts',
    changes: [[`whileFollowed(sent.orders, stopsFollowed(known.account ?? []))`, `sent.orders`]],
    proof: { tests: ['test/follow/other-plans.test.ts'] },
  },
  {
    name: 'a run of another plan takes nobody to follow',
    file: 'src/journal/requests/log-ledger.ts',
    changes: [
      [
        `(await this.#locks.holder(scope.account, plan))?.isFollow === true`,
        `(await this.#locks.holder(scope.account, plan)) === undefined`,
      ],
    ],
    proof: { tests: ['test/follow/other-plans.test.ts'] },
  },
];
