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
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
