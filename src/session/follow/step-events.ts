/** What is told of a step: with what made it due. */
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { orderContent } from '../../model/order.ts';
import { sentOf } from '../../model/order-changes.ts';
import type { EventSink } from '../../ports.ts';
import type { FollowTask } from './follow-task.ts';
import type { CancelStepDue, PlaceStepDue } from './step-kinds.ts';

function withCause(event: RunEvent, step: PlaceStepDue | CancelStepDue): RunEvent {
  const named = { id: step.id, ...(step.part > 1 && { part: step.part }) };
  if (event.event === 'cancel-outcome' && step.does === 'cancel') return { ...event, ...named, because: step.because };
  if (event.event !== 'order-outcome' || event.outcome === 'withheld' || step.does !== 'place') return event;
  const { because, order } = step;
  return { ...event, ...named, because, ...(order.exit !== undefined && sentOf(orderContent(order))) };
}

const isPutOff = (event: RunEvent): event is OrderOutcome =>
  event.event === 'order-outcome' && event.outcome === 'withheld';

/** Why nothing more of it starts. */
export const LATE_WORDS = 'an answer is late: the next look comes first';

interface TellingBy {
  readonly emit: EventSink;
  readonly task: Pick<FollowTask, 'onOutcome'>;
}

/** What is told of one step says what made it due. That a turn did not send something is no outcome: it is due again. */
export const tellingOf =
  (
    { emit, task }: TellingBy,
    steps: ReadonlyMap<string, PlaceStepDue | CancelStepDue>,
    putOff?: (event: OrderOutcome) => void,
  ): EventSink =>
  (event) => {
    if (event.event === 'run-stopping') return;
    if (isPutOff(event)) {
      putOff?.(event);
      return;
    }
    const step = 'clientOid' in event && event.clientOid !== undefined ? steps.get(event.clientOid) : undefined;
    const told = step === undefined ? event : withCause(event, step);
    emit(told);
    task.onOutcome?.(told);
  };
