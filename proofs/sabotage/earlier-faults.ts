/** Runs that go on beside an order that an earlier one left unknown, or that do not ask whether another journal placed the plan. */
import type { PlantedFault } from './fault.ts';

const EARLIER = 'src/session/lists/earlier.ts';
const ELSEWHERE = 'src/actions/prepare/found-elsewhere.ts';

export const EARLIER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the next run goes on beside an unknown order',
    file: 'src/actions/prepare/earlier-unknown.ts',
    changes: [[`execution.onUnknown !== 'stop'`, `execution.onUnknown === 'stop'`]],
  },
  {
    name: 'an earlier order that is in no list lets the rest go',
    file: EARLIER,
    changes: [[`else unknown.push(order.id);`, `else if (finding.kind !== 'not-found') unknown.push(order.id);`]],
  },
  {
    name: 'the next run goes on beside a cancel whose end nobody saw',
    file: 'src/actions/prepare/earlier-unknown.ts',
    changes: [
      [`filter((order) => isCancelOpen(order) && !again`, `filter((order) => order.state === 'cancelling' && !again`],
    ],
    proof: { tests: ['test/cli/open-cancels.test.ts'] },
  },
  {
    name: 'an earlier cancel whose end a look does not show lets the rest go',
    file: EARLIER,
    changes: [[`if (cancels.length > 0) return`, `if (cancels.length > 99) return`]],
    proof: { tests: ['test/cli/open-cancels.test.ts'] },
  },
  {
    name: 'lists that do not answer for an earlier order let the rest go',
    file: EARLIER,
    changes: [[`else unknown.push(order.id);`, `else if (finding.kind !== 'failed') unknown.push(order.id);`]],
    proof: { tests: ['test/session/earlier.test.ts'] },
  },
  {
    name: 'an earlier order is told as found before that is on record',
    file: EARLIER,
    changes: [
      [
        `if (decisions.length > 0) await claim.settle(decisions);`,
        `if (decisions.length > 99) await claim.settle(decisions);`,
      ],
    ],
  },
  {
    name: 'the first run of a journal asks no list',
    file: 'src/actions/place.ts',
    changes: [[`if (!wasPlaced) await`, `if (!wasPlaced && planPath === '') await`]],
  },
  {
    name: 'lists that do not answer a first run have nothing',
    file: ELSEWHERE,
    changes: [[`if (unread === undefined) return;`, `if (unread !== '') return;`]],
  },
  {
    name: 'a wait in many pieces has no end',
    file: 'src/session/send/gate.ts',
    changes: [
      [
        `const inAllMs = (isKnown ? waitMs : 0) + nowMs - (this.#blockedSinceMs ?? nowMs);`,
        `const inAllMs = isKnown ? waitMs : 0;`,
      ],
    ],
  },
  {
    name: 'who waits for an answer to what passed another gate waits for ever',
    file: 'src/session/send/gate.ts',
    changes: [[`await this.#clock.sleep(isKnown ? waitMs : ANSWERED_ELSEWHERE_MS,`, `await this.#clock.sleep(waitMs,`]],
    proof: { tests: ['test/session/gate.test.ts'] },
  },
];
