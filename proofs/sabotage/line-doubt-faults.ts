/** Lists that lag leave the one line of a follower where it was, or what trades prove counts as yet to come. */
import type { PlantedFault } from './fault.ts';

const DOUBTS = 'src/actions/follow/line-doubts.ts';
const TRADED = 'src/protection/journal/traded.ts';
const doubted = { tests: ['test/follow/line-doubts.test.ts'] } as const;
const traded = { tests: ['test/protection/traded.test.ts'] } as const;

export const LINE_DOUBT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a line that a late list made is never looked at again',
    file: 'src/actions/follow/told.ts',
    changes: [[`if (isConfirmed && !this.#doubts.isOwed(told)) return;`, `if (isConfirmed) return;`]],
    proof: doubted,
  },
  {
    name: 'a line that differs from what is followed is looked at every two seconds for ever',
    file: DOUBTS,
    changes: [[`this.#looks = isAgain ? this.#looks + 1 : 0;`, `this.#looks = isAgain ? 0 : 0;`]],
    proof: doubted,
  },
  {
    name: 'what another hand holds is looked at for ever',
    file: DOUBTS,
    changes: [[`compare(read.sizes.get(name) ?? `, `compare(read.sizes.get('') ?? `]],
    proof: doubted,
  },
  {
    name: 'a stop that only a late list still has counts as cover until the end',
    file: DOUBTS,
    changes: [[`|| sum(byOwn).compare(known) > 0`, `|| sum(byOwn).compare(known) > 1`]],
    proof: doubted,
  },
  {
    name: 'what trades prove as filled is covered by a stop that is yet to be sent',
    file: TRADED,
    changes: [[`if (trades.length === 0 ||`, `if (trades.length >= 0 ||`]],
    proof: traded,
  },
  {
    name: 'trades that were told after a look are taken for what it saw',
    file: TRADED,
    changes: [[`atMs: tradedAtMs ?? changedAtMs`, `atMs: tradedAtMs === undefined ? changedAtMs : 0`]],
    proof: traded,
  },
  {
    name: 'trades that come to more than was sent are held',
    file: TRADED,
    changes: [[`if (sum.compare(size) > 0 || `, `if (`]],
    proof: traded,
  },
];
