/** How far away an exchange is, and how far its clock is from this one. */
import { Inquiry, type InquiryOptions } from './send/inquiry.ts';

export interface ExchangeClock {
  /** From the question to its answer. */
  readonly tookMs: number;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
}

/** Undefined where it does not give its time. */
export async function askClock({ exchange, ...more }: InquiryOptions): Promise<ExchangeClock | undefined> {
  const { clock } = more;
  let [tookMs, middleMs] = [0, 0];
  const timed: InquiryOptions['exchange'] = {
    operations: exchange.operations,
    send: async (...asked) => {
      const [leftMs, wallMs] = [clock.monotonicMs(), clock.wallMs()];
      const sent = await exchange.send(...asked);
      // The server read its clock between the question and its answer.
      [tookMs, middleMs] = [clock.monotonicMs() - leftMs, (wallMs + clock.wallMs()) / 2];
      return sent;
    },
  };
  const told = await new Inquiry({ ...more, exchange: timed }).ask(exchange.operations.time, undefined);
  return typeof told === 'number' ? { tookMs, aheadMs: told - middleMs } : undefined;
}
