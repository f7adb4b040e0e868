/** How far away an exchange is, and how far its clock is from this one. */
import { Inquiry, type InquiryOptions } from './send/inquiry.ts';
import { aheadOf, type ExchangeClock } from './send/server-clock.ts';

/** Undefined where it does not give its time. */
export function askClock({ exchange, ...more }: InquiryOptions): Promise<ExchangeClock | undefined> {
  return aheadOf(more.clock, async (leaves) => {
    const told: InquiryOptions['exchange'] = {
      operations: exchange.operations,
      send: (...asked) => {
        leaves();
        return exchange.send(...asked);
      },
    };
    const answer = await new Inquiry({ ...more, exchange: told }).ask(exchange.operations.time, undefined);
    return typeof answer === 'number' ? answer : undefined;
  });
}
