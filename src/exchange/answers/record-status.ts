import type { RecordStatus } from '../../model/standing.ts';

/** What ordinary and trigger records both say; digits are those of triggers (docs/exchange.md#order-states). */
const OF_ALL: Readonly<Record<string, RecordStatus>> = {
  open: 'open',
  new: 'open',
  pending: 'open',
  untriggered: 'open',
  '0': 'open',
  canceling: 'cancelling',
  cancelling: 'cancelling',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  '-1': 'cancelled',
};

const OF_ORDINARY: Readonly<Record<string, RecordStatus>> = { ...OF_ALL, filled: 'filled' };

/** A trigger that fired has become an order of its own, whatever of that is filled (docs/exchange.md#fired-trigger). */
const OF_TRIGGERS: Readonly<Record<string, RecordStatus>> = {
  ...OF_ALL,
  filled: 'triggered',
  triggered: 'triggered',
  '1': 'triggered',
  '2': 'triggered',
};

/** The state that a record's word or digits stand for, in capitals or not; undefined for a word that is not known. */
export function recordStatusOf(word: string, isTrigger: boolean): RecordStatus | undefined {
  const words = isTrigger ? OF_TRIGGERS : OF_ORDINARY;
  const known = word.toLowerCase();
  return Object.hasOwn(words, known) ? words[known] : undefined;
}
