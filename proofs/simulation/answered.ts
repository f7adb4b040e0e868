import type { Evidence } from '../../src/model/evidence.ts';
import type { ToldRecord } from './listed-book.ts';
import type { Reply } from './reply.ts';

/** One answer to one request. */
export interface Answered {
  /** As the program's own reader has it. */
  readonly evidence: Evidence;
  /** As it was said; undefined where no answer came. */
  readonly reply?: Reply;
  /** Whether it proves that the call was not taken. */
  readonly proof: boolean;
  /** An order was refused, and nothing befell the answer that says so. */
  readonly isPlainRefusal?: boolean;
  /** An order is answered under the order id of another. */
  readonly givesIdAgain?: boolean;
  /** The records of a page that can be read. */
  readonly told?: readonly ToldRecord[];
}
