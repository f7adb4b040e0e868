/** Public questions: without a key, and under the weight of this machine as every other request. */
import type { Config } from '../../model/config.ts';
import type { Received } from '../../model/evidence.ts';
import type { WhyFailed } from '../../model/listing.ts';
import type { Result } from '../../model/result.ts';
import type { Ledger } from '../../journal/records/ledger.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { Clock, Exchange } from '../../ports.ts';
import { Restraint } from '../../session/send/exchange-pause.ts';
import { Line } from '../../session/send/line.ts';

/** What a question is asked with. */
export interface Asking {
  /** Whose weight it counts against: that of the machine, and of no account. */
  readonly ledger: Pick<Ledger, 'questions'>;
  readonly clock: Clock;
  readonly config: Config;
  readonly fetchPublic: (question: {
    readonly origin: string;
    readonly path: string;
    readonly locale: string;
    readonly timeoutMs: number;
  }) => Promise<Result<Received, WhyFailed>>;
}

/** Where the rate limit refuses the question. */
export interface WhenLimited {
  /** How often it is asked again, after the pause that the exchange asks for. */
  readonly rateRefusals: number;
  /** Told of each pause. */
  readonly onPause?: (pause: { readonly forMs: number }) => void;
}

export interface PublicLine {
  readonly line: Line;
  readonly release: () => Promise<void>;
}

interface PublicManner {
  /** By which the questions go. */
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  /** The most that one of them weighs: a config may not make it impossible to ask. */
  readonly heaviest: number;
  /** How often one that the rate limit refused goes again. */
  readonly rateRefusals: number;
}

export async function openPublicLine(
  account: AccountName,
  { ledger, clock, config }: Asking,
  { exchange, heaviest, rateRefusals }: PublicManner,
): Promise<PublicLine> {
  const { limits } = config.exchange;
  const ip = { ...limits.ip, amount: Math.max(limits.ip.amount, heaviest) };
  const questions = await ledger.questions(account, { ...limits, ip });
  const line = new Line({
    ledger: questions,
    exchange,
    clock,
    limits,
    restraint: new Restraint(),
    rateRefusals,
    notSentPausesMs: [],
    maxPauseMs: config.execution.maxPauseMs,
    tooLong: () => ({ reason: 'rate-limit', why: 'no room' }),
  });
  return { line, release: () => questions.release() };
}
