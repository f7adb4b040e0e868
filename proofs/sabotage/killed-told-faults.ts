/** Mistakes in what is said of a follow that was killed, or that nobody goes on with. */
import type { PlantedFault } from './fault.ts';

const proof = { tests: ['test/follow/killed-told.test.ts'] };
const REPLACE_KILLED = { tests: ['test/follow/replace-killed.test.ts'] };
const FIRED_AWAY = { tests: ['test/follow/fired-away.test.ts'] };

export const KILLED_TOLD_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a stop that a new start has found is not told',
    file: 'src/actions/follow/stated.ts',
    changes: [[`...foundOf(order, taken, unanswered),`, ``]],
    proof: { tests: ['test/follow/found-anew.test.ts'] },
  },
  {
    name: 'what an earlier run placed is told as not sent by one that was killed',
    file: 'src/journal/history/cut-run.ts',
    changes: [[`standingOf(partsKnown(headline, before))`, `standingOf(partsKnown(headline, new Map()))`]],
    proof,
  },
  {
    name: 'an order with a new name is told as not sent by a run that was killed',
    file: 'src/model/event-of.ts',
    changes: [[`...(order.was !== undefined && { was: order.was }),`, ``]],
    proof,
  },
  {
    name: 'what a look saw after a kill is told as what the run began with',
    file: 'src/journal/history/past-runs.ts',
    changes: [
      [`run.before = new Map(this.#memory.state(run.listed));`, `run.before = this.#memory.state(run.listed);`],
    ],
    proof,
  },
  {
    name: 'an exit that was in flight at a kill is told as not sent',
    file: 'src/journal/history/told-run.ts',
    changes: [[`add(unanswered(this.#run, this.#sent));`, ``]],
    proof,
  },
  {
    name: 'of the parts of an exit that a killed run sent one is counted',
    file: 'src/journal/history/told-run.ts',
    changes: [[`\`\${event.id}/\${('part' in event && event.part) || 1}\``, `event.id`]],
    proof,
  },
  {
    name: 'what a look found stays unknown once its run is killed',
    file: 'src/journal/history/told-run.ts',
    changes: [[`add(foundSince(this.#run, this.#sent));`, ``]],
    proof,
  },
  {
    name: 'a cancel of a run that was killed is not told',
    file: 'src/journal/history/told-run.ts',
    changes: [[`add(cancels);`, ``]],
    proof,
  },
  {
    name: 'a cancel that was in flight at a kill is told as done',
    file: 'src/journal/history/cut-cancels.ts',
    changes: [[`return { outcome: 'unknown', rule: 'no-record',`, `return { outcome: 'cancelled', rule: 'no-record',`]],
    proof,
  },
  {
    name: 'since when something is naked at a kill is not told',
    file: 'src/actions/follow/cut-groups.ts',
    changes: [[`if (sinceMs === undefined) return [];`, `if (sinceMs !== undefined) return [];`]],
    proof,
  },
  {
    name: 'what a stop in flight at a kill may cover is told as naked',
    file: 'src/actions/follow/cut-groups.ts',
    changes: [[`return naked.isZero ?`, `return false ?`]],
    proof,
  },
  {
    name: 'a stop covers from its sending on where its run was killed',
    file: 'src/actions/follow/cut-groups.ts',
    changes: [[`answeredAt(part, run.answeredMs.get(part.clientOid))`, `answeredAt(part)`]],
    proof,
  },
  {
    name: 'a part of an exit that is accepted hides one that is unknown',
    file: 'src/report/view/order-list.ts',
    changes: [[`...defined({ headline }), ...unknown, parts }`, `...defined({ headline }), parts }`]],
    proof: { tests: ['test/report/run-view.test.ts'] },
  },
  {
    name: 'a look at a plan that nobody follows does not look for what a fired trigger became',
    file: 'src/actions/prepare/not-followed.ts',
    changes: [[`if (lostIds(of.journal).length > 0) return follow;`, ``]],
    proof: FIRED_AWAY,
  },
  {
    name: 'what such a look found filled counts beside the position that was read before',
    file: 'src/actions/refresh.ts',
    changes: [[`= lostIds(journal).length > 0 ||`, `= lostIds(journal).length > 999 ||`]],
    proof: FIRED_AWAY,
  },
  {
    name: 'a look at a plan that nobody follows does not look for an order whose answer was lost',
    file: 'src/actions/prepare/not-followed.ts',
    changes: [[`if (isUnknownIn(of.journal)) return follow;`, ``]],
    proof: { tests: ['test/follow/refresh-unknown.test.ts'] },
  },
  {
    name: 'the command that a status prints to go on does not take up the edit of a stop',
    file: 'src/actions/prepare/check-edited.ts',
    changes: [[`const taken = takenUpBy(edits);`, `const taken = takenUpBy([]);`]],
    proof: REPLACE_KILLED,
  },
  {
    name: 'an edit of a stop that nobody knows is not told how that is found out',
    file: 'src/actions/prepare/ways-out.ts',
    changes: [[`const looks = looked(of, edits);`, `const looks = looked(of, []);`]],
    proof: REPLACE_KILLED,
  },
  {
    name: 'a dry run says that nothing of a followed plan is sent beside an unknown order',
    file: 'src/views/run/next-steps.ts',
    changes: [[`followedOn(view) ?? [...`, `[...`]],
    proof: REPLACE_KILLED,
  },
];
