/** Faults of what a look says of stops, which the simulation of looks has to notice (proofs/simulation/judge/naked.ts). */
import type { PlantedFault } from './fault.ts';

const counted = (name: string, standing: string, change: PlantedFault['changes'][number]): PlantedFault => ({
  name: `a stop that ${name} covers (${standing})`,
  file: 'src/protection/guarded.ts',
  changes: [change],
  proof: 'looks',
});

export const STOP_LOOK_FAULTS: readonly PlantedFault[] = [
  counted('fired', 'fired', [
    `fired: { opening: 'working', stop: 'gone' }`,
    `fired: { opening: 'working', stop: 'live' }`,
  ]),
  counted('was cancelled', 'cancelled', [
    `cancelled: { opening: 'held', stop: 'gone' }`,
    `cancelled: { opening: 'held', stop: 'live' }`,
  ]),
  counted('was rejected', 'rejected', [
    `rejected: { opening: 'nothing', stop: 'gone' }`,
    `rejected: { opening: 'nothing', stop: 'live' }`,
  ]),
  counted('was never sent', 'withheld', [
    `withheld: { opening: 'nothing', stop: 'gone' }`,
    `withheld: { opening: 'nothing', stop: 'live' }`,
  ]),
  {
    name: 'an entry that was filled in part rests no more',
    file: 'src/protection/guarded.ts',
    changes: [[`open: { opening: 'working', stop: 'live' }`, `open: { opening: 'held', stop: 'live' }`]],
    proof: 'looks',
  },
  {
    name: 'a stop that somebody is cancelling covers',
    file: 'src/protection/journal/look.ts',
    changes: [[`row?.isUnsure === true &&`, `row?.orderId === '' &&`]],
    proof: { tests: ['test/protection/look.test.ts'] },
  },
  {
    name: 'what somebody is cancelling counts as the preset that rests',
    file: 'src/protection/journal/presets.ts',
    changes: [[`isUnsure !== true && trigger !== undefined`, `trigger !== undefined || isUnsure === true`]],
    proof: { tests: ['test/protection/look.test.ts'] },
  },
];
