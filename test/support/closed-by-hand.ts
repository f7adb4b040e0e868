/** A bracket that is followed and filled, and what the last events of its run say of what others closed. */
import { expect } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { FollowDesk } from './follow-desk.ts';
import { openOn } from './follow-run.ts';

export const PLAN = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 65000, to: 68000, steps: 3 }
    trigger: =price
`;

export const LONG = { timeout: 60_000 };
const SLOWLY = { timeout: 20_000, interval: 50 };
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
export const isStop = ({ kind, trigger }: PaperOrder): boolean => kind === 'trigger' && Number(trigger) === 58000;

/** The entry filled whole, and all exits there. */
export async function covered(desk: FollowDesk, ...more: string[]): Promise<ReturnType<FollowDesk['begin']>> {
  const { paper, begin, order } = desk;
  const one = begin(...more);
  await one.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await one.until('all exits', () => openOn(paper).length === 4);
  return one;
}

export const elsewhereIn = (ended: Ended): unknown =>
  ofKind(eventsOf(ended), 'protection')
    .at(-1)
    ?.elsewhere?.map(({ size, by }) =>
      [size].concat(by.map(({ plan, id }) => (plan === undefined ? 'hand' : `${plan}: ${id}`))),
    );
export const shortIn = (ended: Ended): unknown => ofKind(eventsOf(ended), 'protection').at(-1)?.short;
export const heldIn = (ended: Ended): unknown =>
  ofKind(eventsOf(ended), 'protection')
    .at(-1)
    ?.positions.flatMap(({ groups = [] }) => groups.map(({ held, covered: of, naked }) => [held, of, naked]));
export async function settles(paper: PaperExchange, open: readonly string[]): Promise<void> {
  await expect.poll(() => openOn(paper).toSorted(), SLOWLY).toEqual(open.toSorted());
}
