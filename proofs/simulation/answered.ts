import { readBody } from '../../src/exchange/answers/answers.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { ToldRecord } from './listed-book.ts';
import type { Reply } from './reply.ts';
import type { Wire } from './wires/wire.ts';

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
  /** The moment of which it tells what is held. */
  readonly heldAtMs?: number;
  /** The records of a page that can be read. */
  readonly told?: readonly ToldRecord[];
}

const evidenceOf = ({ status, body, retryAfterMs }: Reply): Evidence => ({
  kind: 'answer',
  status,
  body: readBody(body),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** An answer that is written as it goes over the wire. */
export const plainly = (reply: Reply): Answered => ({ evidence: evidenceOf(reply), reply, proof: true });

/** The judge hears the exchange's own words, the program those of the wire. */
export const said = (reply: Reply, wire: Wire): Answered => ({
  ...plainly(reply),
  evidence: evidenceOf(wire.said(reply)),
});
