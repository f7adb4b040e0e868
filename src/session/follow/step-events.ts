/** What is told of a step: with what made it due. */
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { orderContent } from '../../model/order.ts';
import { sentOf } from '../../model/order-changes.ts';
import type { CancelStepDue, PlaceStepDue } from './step-kinds.ts';

export function withCause(event: RunEvent, step: PlaceStepDue | CancelStepDue): RunEvent {
  const named = { id: step.id, ...(step.part > 1 && { part: step.part }) };
  if (event.event === 'cancel-outcome' && step.does === 'cancel') return { ...event, ...named, because: step.because };
  if (event.event !== 'order-outcome' || event.outcome === 'withheld' || step.does !== 'place') return event;
  const { because, order } = step;
  return { ...event, ...named, because, ...(order.exit !== undefined && sentOf(orderContent(order))) };
}

export const isPutOff = (event: RunEvent): event is OrderOutcome =>
  event.event === 'order-outcome' && event.outcome === 'withheld';
