import { ok, type Result, err } from '../../model/result.ts';
import { http1Agent } from './http1-agent.ts';
import { operationsOf, type Speaking } from '../operations-of.ts';
import { HttpExchange, type HttpExchangeOptions } from './http-exchange.ts';
import { Secret, type PlainKeys } from '../keys/secret.ts';
import ky from 'ky';
import type { WhyFailed } from '../../model/listing.ts';
import { deadlineIn } from './deadline.ts';
import { failureWords } from './failure-words.ts';
import type { Received } from '../../model/evidence.ts';
import { readResponse } from './read-response.ts';

interface PublicQuestion {
  /** https, or http on loopback; no path. */
  readonly origin: string;
  /** With its query, as the version of the interface has it. */
  readonly path: string;
  readonly locale: string;
  /** For the whole answer, its body included. */
  readonly timeoutMs: number;
  readonly userAgent: string;
}

/** A list of some thousand contracts of about 700 bytes is the longest answer. */
const MOST_BODY_MIB = 8;

/**
 * Asks what is public once, without a key: the answer, whatever it says, or why there was none, in words for a person. ky's dangerous
 * defaults are off as in `http-exchange.ts`: no retry, no redirect, one time limit over the whole answer.
 */
export async function fetchPublic(question: PublicQuestion): Promise<Result<Received, WhyFailed>> {
  const { origin, path, locale, timeoutMs, userAgent } = question;
  const agent = http1Agent();
  if (!agent.ok) return err({ message: agent.error });
  const deadline = deadlineIn(timeoutMs);
  let answers = false;
  try {
    const response = await ky.get(origin + path, {
      retry: { limit: 0 },
      throwHttpErrors: false,
      redirect: 'manual',
      timeout: false,
      dispatcher: agent.value.dispatcher,
      headers: { locale, 'User-Agent': userAgent, 'Accept-Encoding': 'identity' },
      signal: deadline.signal,
    });
    answers = true;
    return ok(await readResponse(response, { mostMiB: MOST_BODY_MIB, signal: deadline.signal }));
  } catch (error) {
    if (deadline.signal.aborted) return err({ message: deadline.words() });
    const { failure, message } = failureWords(error);
    return err({ message, ...(!answers && failure !== 'tls' && { cause: { kind: 'unreachable', message } }) });
  } finally {
    deadline.clear();
    await agent.value.close();
  }
}

/** The exchange client, or why this version of Node must not send anything, in words for a person. */
export function connect(
  {
    speaking,
    ...options
  }: Omit<HttpExchangeOptions, 'credentials' | 'agent' | 'operations'> & { readonly speaking: Speaking },
  keys: PlainKeys,
): Result<HttpExchange, string> {
  const operations = operationsOf(speaking);
  const agent = http1Agent(new URL(options.origin).host, operations.countsIn !== undefined);
  if (!agent.ok) return agent;
  const credentials = {
    key: new Secret(keys.key),
    secret: new Secret(keys.secret),
    passphrase: new Secret(keys.passphrase),
  };
  return ok(new HttpExchange({ ...options, operations, agent: agent.value, credentials }));
}
