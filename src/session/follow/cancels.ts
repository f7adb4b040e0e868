/** Takes what is due off the exchange. A cancel whose answer is late is followed beside the loop, and no other of that order is sent. */
import { compileCancels } from '../../compile/cancel-calls.ts';
import type { Calls } from '../../exchange/dialect.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { EventSink } from '../../ports.ts';
import type { AfterPlacing } from '../place/after-placing.ts';
import type { FollowTask } from './follow-task.ts';
import type { LateAnswers } from './late-answers.ts';
import { LATE_WORDS, tellingOf } from './step-events.ts';
import type { CancelStepDue } from './step-kinds.ts';

interface CancelsWith {
  readonly task: Pick<FollowTask, 'plan' | 'generation' | 'signal' | 'cancelBatch' | 'onOutcome' | 'onCancelling'>;
  readonly claim: Pick<Claim, 'state'>;
  readonly calls: Calls;
  readonly emit: EventSink;
  readonly after: (emit: EventSink) => AfterPlacing;
}

interface Numbered {
  readonly firstNumber: number;
  readonly untilLookMs: number;
  readonly came: (journalFailed: boolean) => void;
}

export class Cancels {
  readonly #with: CancelsWith;
  readonly #late: LateAnswers;
  /** By client order id, what is asked to go off now. */
  readonly #asked = new Set<string>();

  constructor(how: CancelsWith, late: LateAnswers) {
    this.#with = how;
    this.#late = late;
  }

  /** Those that are not under way. */
  fresh(steps: readonly CancelStepDue[]): readonly CancelStepDue[] {
    return steps.filter(({ clientOid }) => !this.#asked.has(clientOid));
  }

  /** How many calls that takes. */
  async take(steps: readonly CancelStepDue[], { firstNumber, untilLookMs, came }: Numbered): Promise<number> {
    const { task, claim, after, calls: written, emit } = this.#with;
    const { plan, generation, signal } = task;
    const known = new Map([...(await claim.state({ plan, generation })).values()].map((one) => [one.clientOid, one]));
    const orders = steps.flatMap(({ clientOid }): KnownOrder[] => {
      const order = known.get(clientOid);
      return order === undefined ? [] : [order];
    });
    const { calls } = compileCancels(written.cancel, orders, task.cancelBatch, { firstNumber });
    const bySteps = new Map(steps.map((step) => [step.clientOid, step]));
    const late = new AbortController();
    const numbered = { plan: { plan, generation }, lastNumber: firstNumber - 1 + calls.length };
    for (const { clientOid } of steps) this.#asked.add(clientOid);
    task.onCancelling?.(steps);
    const cancelled = after(tellingOf({ emit, task }, bySteps)).cancel({
      ...numbered,
      orders,
      calls,
      signal,
      late: late.signal,
    });
    const off = await this.#late.within({
      what: 'cancel',
      calls: calls.length,
      work: cancelled.finally(() => {
        for (const { clientOid } of steps) this.#asked.delete(clientOid);
      }),
      untilLookMs,
      late: () => late.abort(LATE_WORDS),
      came: ({ journalFailed }) => came(journalFailed),
    });
    if (off !== undefined) came(off.value.journalFailed);
    return calls.length;
  }
}
