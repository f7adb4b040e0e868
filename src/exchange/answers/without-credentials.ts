import type { Verdict } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';
import type { CallResult } from './call-result.ts';

type Change = (words: string) => string;

/**
 * The result with the credentials removed. An order id that contains one is not believed: the exchange, or someone in
 * between, has echoed what it was sent.
 */
export const withoutCredentials = (result: CallResult, change: Change): CallResult =>
  withChangedWords(result, change, (verdict) => cleanVerdict(verdict, change));

function cleanVerdict(verdict: Verdict, change: Change): Verdict {
  if (verdict.outcome === 'accepted') {
    if (change(verdict.orderId) === verdict.orderId) return verdict;
    return {
      outcome: 'unknown',
      message: 'the order id in the answer contains a credential',
      rule: 'order-id-secret',
    };
  }
  const message = change(verdict.message);
  return verdict.outcome === 'unknown' ? { ...verdict, message } : { ...verdict, message, code: change(verdict.code) };
}

/** The result with `change` applied to the words about the call, and `changed` to what is said of each order. */
export function withChangedWords<Said>(
  result: CallResult<Said>,
  change: Change,
  changed: (said: Said) => Said,
): CallResult<Said> {
  switch (result.kind) {
    case 'answered': {
      const { verdicts, halt } = result;
      return { ...result, verdicts: verdicts.map(changed), ...(halt !== undefined && { halt: change(halt) }) };
    }
    case 'clock-refused':
      return { ...result, message: change(result.message), verdict: changed(result.verdict) };
    case 'not-sent':
    case 'rate-refused':
      return { ...result, message: change(result.message) };
    default:
      return unreachable(result);
  }
}
