/** What a follower tells at its end, as a test says it. */
import { BID } from '../../proofs/support/told-orders.ts';
import type { OrderHeadline, PublicEvent, RunEvent } from '../../src/model/event.ts';
import type { FollowedTold, GroupStated } from '../../src/model/follow-stated.ts';

export const order = (id: string, side: string): OrderHeadline => ({ ...BID, id, side, size: '0.3', price: '64000' });
export const told = (id: string, is: FollowedTold['is'], more: Partial<FollowedTold> = {}): FollowedTold => ({
  id,
  is,
  size: '0.3',
  open: is === 'works' ? '0.3' : '0',
  openParts: is === 'works' ? 1 : 0,
  filled: '0',
  ...more,
});
export const group = (more: Partial<GroupStated> = {}): GroupStated => ({
  entries: ['entry'],
  symbol: 'cmt_btcusdt',
  side: 'long',
  held: '0.3',
  naked: '0',
  unknown: '0',
  isEntered: true,
  ...more,
});

export const STEP = {
  event: 'step-planned',
  id: 'stop',
  does: 'place',
  kind: 'stop',
  group: ['entry'],
  most: { size: '0.3', parts: 48 },
  when: {},
} satisfies RunEvent;

export type Ending = Partial<Extract<PublicEvent, { event: 'run-finished' }>>;
export const finished = (more: Ending): RunEvent => ({
  event: 'run-finished',
  mode: 'execute',
  target: 'live',
  counts: { accepted: 2, rejected: 0, unknown: 0, withheld: 0 },
  exitCode: 130,
  elapsedMs: 5000,
  ...more,
});

export const stopping = (why: string, cause?: 'asked' | 'journal'): RunEvent => ({
  event: 'run-stopping',
  why,
  inFlight: 0,
  ...(cause !== undefined && { cause }),
});
