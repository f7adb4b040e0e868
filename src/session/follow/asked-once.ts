/** One look at what is followed, with a reader for each weight that pays for its questions. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { LookPart } from '../../journal/records/request.ts';
import { FollowLook } from '../lists/follow-look.ts';
import { ownIds } from '../lists/followed-parts.ts';
import { ListReader } from '../lists/list-reader.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { whileStoppable } from '../send/stoppable.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { LooksTask } from './follow-task.ts';

interface AskingOnce {
  readonly task: Pick<LooksTask, 'signal'>;
  readonly claim: Pick<Claim, 'moment'>;
  readonly time: Pick<ExchangeTime, 'clock'>;
  readonly inquiry: (part: LookPart) => InquiryOptions;
  readonly account: KnownAccount;
  /** Which weight pays for asking what is over. */
  readonly endedAs?: LookPart | undefined;
}

const NO_WAIT: Pick<InquiryOptions, 'maxPauseMs' | 'onLimited'> = { maxPauseMs: 0, onLimited: () => {} };

/** Until it is over, or the run is to end. */
export async function askedOnce<T>(
  { task, claim, time, inquiry, account, endedAs = 'ended' }: AskingOnce,
  ask: (look: FollowLook) => Promise<T>,
): Promise<T> {
  const ours = ownIds(account);
  const readers = {
    open: new ListReader(inquiry('open')),
    news: new ListReader(inquiry('news')),
    ended: new ListReader({ ...inquiry(endedAs), ...NO_WAIT }),
    last: new ListReader(inquiry('last')),
  };
  const look = new FollowLook({
    reader: (part) => readers[part],
    clock: time.clock,
    now: claim.moment(),
    isOurs: ({ orderId, clientOid }) => ours.has(orderId) || ours.has(clientOid),
  });
  const stop = (why: string): void => Object.values(readers).forEach((reader) => reader.stop(why));
  return whileStoppable(task.signal, stop, () => ask(look));
}
