/** How a mistake is written down. */

/**
 * What is in the plan, what is written for it, the code, line:column, words of message or hint parted by ` … `, and what
 * the fix puts there; without it what stood there. One error is all that may be reported.
 */
export type PlanRow = readonly [
  right: string,
  wrong: string,
  code: string,
  place: string,
  words: string,
  fixed?: string,
];
