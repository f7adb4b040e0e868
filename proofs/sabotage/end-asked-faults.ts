/** A follower that is not ended by whom it should be, or is by whom it should not, and a cancel that leaves a part of it. */
import type { PlantedFault } from './fault.ts';

const RECORD = { tests: ['test/journal/end-asked.test.ts'] };
const FOLLOWED = { tests: ['test/follow/asked-to-end.test.ts'] };

export const END_ASKED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a request to end is ignored',
    file: 'src/session/follow/asked-to-end.ts',
    changes: [['if (by === undefined) return;', 'if (by === undefined || this.#stopped !== undefined) return;']],
    proof: FOLLOWED,
  },
  {
    name: 'a request to end is met by a later run',
    file: 'src/journal/requests/own-end-request.ts',
    changes: [['asked === undefined || asked.record <= this.#since', 'asked === undefined || asked.record <= 0']],
    proof: RECORD,
  },
  {
    name: 'a request to end is met by whoever follows the plan',
    file: 'src/journal/requests/own-end-request.ts',
    changes: [
      [
        'asked.follower.pid === machine.self.pid && asked.follower.host === machine.self.host',
        'asked.follower !== undefined && machine !== undefined',
      ],
    ],
    proof: RECORD,
  },
  {
    name: 'a request to end is not forgotten once the run has ended',
    file: 'src/journal/account/end-requests.ts',
    changes: [["(kind === 'run' || kind === 'finished') && plan", "kind === 'run' && plan"]],
    proof: RECORD,
  },
  {
    name: 'a request to end is lost where the run begins behind it',
    file: 'src/journal/requests/own-end-request.ts',
    changes: [['this.#before = this.#asked(plan);', 'void plan;']],
    proof: RECORD,
  },
  {
    name: 'a request that was taken back ends the run all the same',
    file: 'src/journal/requests/own-end-request.ts',
    changes: [['this.#books.memory.endRequests.isWithdrawn(plan, asked)', "plan === ''"]],
    proof: RECORD,
  },
  {
    name: 'a request of somebody who was killed ends the run later',
    file: 'src/journal/requests/own-end-request.ts',
    changes: [['isOwn || ageMs <= END_ASKED_MS', 'isOwn || ageMs >= 0']],
    proof: RECORD,
  },
  {
    name: 'a part that was placed since the approval is no part of it',
    file: 'src/actions/approval.ts',
    changes: [['followed === undefined ? digest : followedCancel(followed)', 'digest']],
    proof: FOLLOWED,
  },
  {
    name: 'a part is left out of an approved cancel',
    file: 'src/commands/cancel/cancel-plan.ts',
    changes: [
      ['state: await session.state(place),', 'state: beside === undefined ? await session.state(place) : seen.state,'],
    ],
    proof: FOLLOWED,
  },
  {
    name: 'an approval of a followed cancel is good for another plan',
    file: 'src/actions/approval.ts',
    changes: [['sha256({ cancels: plan, generation, only', 'sha256({ generation, only']],
    proof: FOLLOWED,
  },
];
