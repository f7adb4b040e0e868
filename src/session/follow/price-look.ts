/** Asks for the last price of a symbol, and holds what works against it. */
import type { Claim } from '../../journal/records/ledger.ts';
import type { LookPart } from '../../journal/records/request.ts';
import { ListReader } from '../lists/list-reader.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { whileStoppable } from '../send/stoppable.ts';
import type { ExchangeTime } from './exchange-time.ts';
import { mayHaveFired } from './fired-unseen.ts';
import type { LooksTask } from './follow-task.ts';
import type { LastLook, LastPrices } from './last-prices.ts';

interface PriceLooking {
  readonly task: LooksTask;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly inquiry: (part: LookPart) => InquiryOptions;
}

/** False where nobody answers. What would be told to be stuck is asked about once more: its trades may be told before its end is. */
export async function askPrice(
  symbol: string,
  prices: LastPrices,
  look: LastLook,
  { task, claim, time, inquiry }: PriceLooking,
): Promise<boolean> {
  const reader = new ListReader(inquiry('news'));
  const price = await reader.lastPrice(symbol);
  if (price === undefined) return false;
  prices.take(symbol, { price, ms: time.nowMs() });
  const { plan, generation, signal } = task;
  const journal = await claim.state({ plan, generation });
  const stuck = prices.stuckBy(symbol, journal, look);
  const account = stuck.length === 0 ? [] : await claim.account();
  const inDoubt = await whileStoppable(
    signal,
    (why) => reader.stop(why),
    () => mayHaveFired(stuck, { reader, account, symbol, lookedMs: look.lookedMs ?? 0, nowMs: time.nowMs() }),
  );
  prices.holdAgainst(symbol, journal, look, inDoubt);
  return true;
}
