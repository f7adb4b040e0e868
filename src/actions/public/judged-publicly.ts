/** Sends public operations without keys, and judges their answers as any other's. */
import { readBody } from '../../exchange/answers/answers.ts';
import type { Evidence, Received } from '../../model/evidence.ts';
import type { WhyFailed } from '../../model/listing.ts';
import { defined } from '../../model/defined.ts';
import type { Result } from '../../model/result.ts';
import type { Operation, Transmitted } from '../../exchange/dialect.ts';
import type { Exchange } from '../../ports.ts';
import type { Asking } from './public-line.ts';

/** There are no keys whose echo would have to be taken out of its words. */
const JUDGING = { refusalCodes: new Set<string>(), clean: (words: string) => words };

export function judgedPublicly(origin: string, { config, fetchPublic }: Asking): Pick<Exchange, 'operations' | 'send'> {
  const { locale, timeoutMs } = config.exchange;
  const send = async <Asked, Value>(operation: Operation<Asked, Value>, asked: Asked): Promise<Transmitted<Value>> => {
    const received = await fetchPublic({ origin, path: operation.target(asked), locale, timeoutMs });
    return operation.judge(evidenceOf(received), asked, JUDGING);
  };
  return { send, operations: undefined as never };
}

function evidenceOf(received: Result<Received, WhyFailed>): Evidence {
  if (!received.ok) {
    const { message, cause } = received.error;
    return { kind: 'no-answer', mayHaveLeft: cause === undefined, failure: 'connection', message };
  }
  const { status, text, retryAfterMs } = received.value;
  const body = text.ok ? readBody(text.value) : ({ kind: 'unreadable', why: text.error } as const);
  return { kind: 'answer', status, body, ...defined({ retryAfterMs }) };
}
