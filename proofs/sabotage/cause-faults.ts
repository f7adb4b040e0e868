/** Mistakes in why something has no stop. */
import type { OfProof } from './protection-places.ts';

export const CAUSE_FAULTS: readonly OfProof[] = [
  {
    name: 'the stop of one plan is to blame for what another opened',
    file: 'src/protection/whose.ts',
    changes: [[`this.ofNobody = stops.filter(({ order }) => !isOwn(order));`, `this.ofNobody = stops;`]],
  },
  {
    name: 'a stop that was rejected as the market had passed it is taken for a target',
    file: 'src/protection/suspects.ts',
    changes: [[`side !== 'not-below' || order.standing === 'rejected'`, `side !== 'not-below'`]],
  },
  {
    name: 'a stop that a follower took off for another is to blame',
    file: 'src/protection/suspects.ts',
    changes: [[`isNoTarget(stop) && stop.order.isNotNeeded !== true,`, `isNoTarget(stop),`]],
  },
  {
    name: 'the stop of one group is to blame for what another has bare',
    file: 'src/protection/whose.ts',
    changes: [[`const left = stops.filter((stop) => !isOther(stop));`, `const left = stops;`]],
  },
];
