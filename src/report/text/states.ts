import type { OrderState, ShownState } from '../../model/outcome.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import { widthOf } from './columns.ts';
import type { Tone } from './tones.ts';

/** How a state is written: its sign, its word, and both. The word carries the meaning where a sign or colour does not show. */
export interface StateWords {
  readonly sign: Safe;
  readonly word: Safe;
  readonly label: Safe;
  readonly tone: Tone;
}

const words = (sign: Safe, word: Safe, tone: Tone): StateWords => ({ sign, word, label: safe`${sign} ${word}`, tone });

const UNKNOWN = words(safe`?`, safe`UNKNOWN`, 'unknown');

/** States of a run and of the journal, the loudest outcome last. */
export const STATES: Readonly<Record<ShownState | OrderState, StateWords>> = {
  waiting: words(safe`·`, safe`waiting`, 'waiting'),
  sending: words(safe`→`, safe`sending`, 'sending'),
  accepted: words(safe`✓`, safe`accepted`, 'accepted'),
  rejected: words(safe`✗`, safe`rejected`, 'rejected'),
  withheld: words(safe`–`, safe`withheld`, 'withheld'),
  cancelling: words(safe`?`, safe`CANCEL?`, 'unknown'),
  'cancel-unknown': words(safe`?`, safe`CANCEL?`, 'unknown'),
  cancelled: words(safe`×`, safe`cancelled`, 'withheld'),
  filled: words(safe`●`, safe`filled`, 'accepted'),
  closed: words(safe`●`, safe`closed`, 'withheld'),
  absent: words(safe`○`, safe`absent`, 'withheld'),
  'never-sent': words(safe`·`, safe`never sent`, 'waiting'),
  unknown: UNKNOWN,
  // Sent, and no answer is on record: unknown, whether or not another run still awaits it.
  'in-flight': UNKNOWN,
};

/** Columns of the widest label of a run. */
export const STATE_WIDTH = widthOf(STATES.accepted.label);
