/** Every state, every step, and where each leads: what tests of the transition table walk over. */
import { TRANSITIONS, transition, type JournalStep, type OrderState } from '../../src/model/outcome.ts';

/** Written as keys, so that the compiler misses none. */
const ALL_STEPS: Readonly<Record<JournalStep, true>> = {
  intent: true,
  'not-sent': true,
  accepted: true,
  rejected: true,
  unknown: true,
  'settle-accepted': true,
  'settle-rejected': true,
  'settle-absent': true,
  'settle-closed': true,
  cancel: true,
  'cancel-unplaced': true,
  stands: true,
  'cancel-unknown': true,
  cancelled: true,
  filled: true,
};

export const STATES = Object.keys(TRANSITIONS) as OrderState[];
export const STEPS = Object.keys(ALL_STEPS) as JournalStep[];

/** Every step from every state, and where it leads; undefined where the table has no such path. */
export const PATHS: readonly (readonly [from: OrderState, step: JournalStep, to: OrderState | undefined])[] =
  STATES.flatMap((from) => STEPS.map((step) => [from, step, transition(from, step)] as const));

/** The steps of one way to each state. */
export const WAYS: Readonly<Record<OrderState, readonly JournalStep[]>> = {
  'never-sent': [],
  'in-flight': ['intent'],
  accepted: ['intent', 'accepted'],
  rejected: ['intent', 'rejected'],
  unknown: ['intent', 'unknown'],
  cancelling: ['intent', 'accepted', 'cancel'],
  'cancel-unknown': ['intent', 'accepted', 'cancel', 'cancel-unknown'],
  cancelled: ['intent', 'accepted', 'cancel', 'cancelled'],
  filled: ['intent', 'accepted', 'filled'],
  closed: ['intent', 'accepted', 'settle-closed'],
  absent: ['intent', 'unknown', 'settle-absent'],
};

/** Every state that some sequence of these steps leads to. */
export function reached(from: OrderState, allowed: readonly JournalStep[]): Set<OrderState> {
  const seen = new Set<OrderState>([from]);
  for (const state of seen) {
    for (const step of allowed) {
      const next = transition(state, step);
      if (next !== undefined) seen.add(next);
    }
  }
  return seen;
}
