import type { FailedRead, Unanswered } from '../../model/listing.ts';
import type { Transmitted } from '../dialect.ts';
import type { CallResult } from './call-result.ts';

/** The result of a table of judgement over a call of so many orders, as every operation's result. */
export function transmittedOf<Said, Value>(
  result: CallResult<Said>,
  orders: number,
  valueOf: (said: readonly Said[], halt: string | undefined) => Value,
): Transmitted<Value> {
  if (result.kind === 'answered') {
    const { verdicts, halt, isLost } = result;
    return { kind: 'answered', value: valueOf(verdicts, halt), ...(isLost && { isLost }) };
  }
  if (result.kind === 'clock-refused') {
    const { kind, message, verdict } = result;
    // Refused again under the server's own time it is a refusal of access.
    const said = Array.from({ length: orders }, () => verdict);
    return { kind, message, value: valueOf(said, `access refused: ${message}`) };
  }
  return result;
}

/** The answer to a question, as every operation's result. */
export function transmittedAnswer<Page extends { readonly kind: 'page' | 'position' | 'market' | 'told' }>(
  answer: Page | Unanswered,
): Transmitted<Page | FailedRead> {
  if (answer.kind === 'rate-refused') return answer;
  if (answer.kind === 'clock-refused') {
    const { message } = answer;
    return { ...answer, value: { kind: 'failed', message, cause: { kind: 'clock', message } } };
  }
  if (answer.kind !== 'failed') return { kind: 'answered', value: answer };
  const { isLost, ...failed } = answer;
  return { kind: 'answered', value: failed, ...(isLost && { isLost }) };
}
