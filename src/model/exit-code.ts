/** Exit codes (docs/contract.md#exit-codes). */
export const EXIT = {
  done: 0,
  bug: 1,
  usage: 2,
  invalid: 3,
  forbidden: 4,
  notAsReviewed: 5,
  incomplete: 6,
  unknown: 7,
  rateLimited: 8,
  declined: 9,
  locked: 10,
  naked: 11,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Each in words: for the help, the end of a run and a report. */
export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'done',
  [EXIT.bug]: 'a bug of ordo',
  [EXIT.usage]: 'the command was refused',
  [EXIT.invalid]: 'the plan is invalid',
  [EXIT.forbidden]: 'a policy or limit forbids it',
  [EXIT.notAsReviewed]: 'look at the plan again',
  [EXIT.incomplete]: 'some orders were rejected or withheld',
  [EXIT.unknown]: 'an outcome is unknown',
  [EXIT.rateLimited]: 'stopped by the rate limit',
  [EXIT.declined]: 'declined',
  [EXIT.locked]: 'another run has the lock',
  [EXIT.naked]: 'a position has no stop',
  [EXIT.interrupted]: 'interrupted',
  [EXIT.terminated]: 'asked to end',
};
