/** Every invariant, family by family; within a moment they are tried in this order, and the first breach decides a seed. */
import { AFTER_PLACING } from './after-placing.ts';
import { AT_MOST_ONCE } from './at-most-once.ts';
import { BYTES } from './bytes.ts';
import { CANCEL_ENDS } from './cancel-ends.ts';
import { CANCELLING } from './cancelling.ts';
import { ENDINGS } from './endings.ts';
import type { Invariant } from './invariant.ts';
import { JOURNAL } from './journal.ts';
import { NAKED } from './naked.ts';
import { OFF_FIRST } from './off-first.ts';
import { OUTCOMES } from './outcomes.ts';
import { POSITIONS } from './positions.ts';
import { SETTLING } from './settling.ts';
import { STARTING } from './starting.ts';

export const INVARIANTS: readonly Invariant[] = [
  ...STARTING,
  ...AT_MOST_ONCE,
  ...BYTES,
  ...OUTCOMES,
  ...SETTLING,
  ...ENDINGS,
  ...JOURNAL,
  ...CANCELLING,
  ...CANCEL_ENDS,
  ...AFTER_PLACING,
  ...OFF_FIRST,
  ...POSITIONS,
  ...NAKED,
];

/** Those that break where they are noticed and not here, by their names. */
export const NOTICED_ELSEWHERE: Readonly<Record<string, string>> = {
  twice: 'no client order id is taken twice (venue.ts)',
  foreign: 'no order is taken off that is not of the plan (cancel-desk.ts)',
  window: 'no window of the exchange overflows (venue.ts)',
  lock: 'nobody touches the journal without the lock (sim-ledger.ts, silent-runs.ts)',
  'refused step': 'the program never asks the journal for a step that it refuses (disk.ts)',
  'dry run': 'a dry run sends nothing (silent-runs.ts)',
  bug: 'no life ends with a throw (simulate.ts)',
  hang: 'every life ends (simulate.ts)',
};
