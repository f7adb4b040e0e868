/** Calls sent through the gate in virtual time, with the moment each arrives at the server anywhere between send and answer. */
import type { WeightBudget } from '../../src/budget/weight-budget.ts';
import type { Attempt } from '../../src/journal/records/request.ts';
import { BudgetLedger } from '../../proofs/support/budget-ledger.ts';
import { dispatch } from '../../src/session/send/dispatcher.ts';
import { Gate } from '../../src/session/send/gate.ts';
import type { Call, Weight } from '../../src/model/call.ts';
import type { SimClock } from '../../proofs/support/sim-clock.ts';

export interface Job {
  readonly weight: Weight;
  /** From the send to the arrival at the server, and from there to the answer. */
  readonly thereMs: number;
  readonly backMs: number;
  /** The call first fails to leave, so often. */
  readonly notSent?: number;
}

export interface Arrival {
  readonly atMs: number;
  readonly answeredMs: number;
  readonly weight: Weight;
}

const callOf = (job: Job, index: number): Call => ({
  number: index + 1,
  kind: 'batch',
  path: '',
  body: '',
  orders: [],
  weight: job.weight,
});

/** Every arrival by its time, and when the last answer was there. */
export async function flow(
  clock: SimClock,
  jobs: readonly Job[],
  budget: WeightBudget,
  inFlight: number,
): Promise<{ arrivals: Arrival[]; endMs: number }> {
  const ledger = new BudgetLedger(budget, clock);
  const gate = new Gate(ledger, clock, { maxPauseMs: Number.POSITIVE_INFINITY, onTooLong: () => {} });
  const pass = async (call: Call): Promise<Attempt> => {
    const attempt = await gate.pass({ number: call.number, request: () => call });
    if (attempt === undefined) throw new Error('nobody stopped the gate');
    return attempt;
  };
  const arrivals: Arrival[] = [];
  const perform = async (call: Call): Promise<void> => {
    const job = jobs[call.number - 1] as Job;
    for (let vain = 0; vain < (job.notSent ?? 0); vain++) {
      const attempt = await pass(call);
      await clock.sleep(job.thereMs);
      ledger.notSent(attempt);
      gate.wake();
    }
    const attempt = await pass(call);
    await clock.sleep(job.thereMs);
    const atMs = clock.monotonicMs();
    await clock.sleep(job.backMs);
    ledger.answered(attempt);
    gate.wake();
    arrivals.push({ atMs, answeredMs: clock.monotonicMs(), weight: call.weight });
  };
  await clock.run(dispatch(jobs.map(callOf), inFlight, perform));
  return { arrivals: arrivals.toSorted((a, b) => a.atMs - b.atMs), endMs: clock.monotonicMs() };
}
