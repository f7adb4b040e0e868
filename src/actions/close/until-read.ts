/** Asks until what a close goes by is read, at most for `execution.cancelWait`: one answer that is lost keeps nobody in a position. */
import type { Config } from '../../model/config.ts';
import type { Clock } from '../../ports.ts';
import type { Session } from '../../session/session.ts';

export interface UntilRead {
  readonly session: Session;
  readonly clock: Clock;
  readonly config: Config;
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
}

const EVERY_MS = 500;

/** The last answer, whether it is read or not. What a person has to mend first, and the rate limit, are not waited for. */
export async function untilRead<Answer>(
  ask: () => Promise<Answer>,
  isRead: (answer: Answer) => boolean,
  { session, clock, config, signal }: UntilRead,
): Promise<Answer> {
  const untilMs = clock.monotonicMs() + config.execution.cancelWaitMs;
  for (;;) {
    const answer = await ask();
    const { trouble, limited } = session;
    if (isRead(answer) || signal.aborted || limited !== undefined) return answer;
    if (trouble !== undefined && trouble.kind !== 'unreachable') return answer;
    if (clock.monotonicMs() >= untilMs) return answer;
    await clock.sleep(EVERY_MS, signal);
  }
}
