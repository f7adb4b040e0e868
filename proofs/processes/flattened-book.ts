/** The judge of a flatten: the exchange's own book, with what somebody else has in it. */
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { checkOnce } from '../ledger-check.ts';
import type { Findings } from '../proof.ts';
import type { Ended } from '../support/ordo.ts';
import { RESTING } from './kill-cancels.ts';

/** An order of somebody else that may still open, and a stop. */
export function foreignBeside({ orders }: PaperExchange): readonly PaperOrder[] {
  const frame = { symbol: 'cmt_btcusdt', marginMode: 1, match: '0', acceptedAtMs: Date.now() } as const;
  const foreign: PaperOrder[] = [
    {
      ...frame,
      kind: 'single',
      clientOid: 'hand1',
      type: '1',
      size: '0.01',
      price: '60000',
      orderType: '0',
      orderId: '596471064624628001',
      status: 'open',
    },
    {
      ...frame,
      kind: 'trigger',
      clientOid: 'hand2',
      type: '3',
      size: '0.01',
      price: '61000',
      trigger: '61000',
      orderId: '596471064624628002',
      status: 'untriggered',
    },
  ];
  (orders as PaperOrder[]).push(...foreign);
  return structuredClone(foreign);
}

const unitsOf = ({ size, status, filledSize }: PaperOrder): number =>
  Math.round(Number(status === 'filled' ? size : (filledSize ?? '0')) * 1e6);

/** Held by the exchange's own book, long and short, in millionths. */
export function heldIn({ orders }: PaperExchange): readonly number[] {
  const of = (type: string): number =>
    orders.filter((one) => one.type === type).reduce((sum, one) => sum + unitsOf(one), 0);
  return [of('1') - of('3'), of('2') - of('4')];
}

export interface Told {
  readonly ended: Ended;
  readonly found: Findings;
  readonly where: string;
}

/** Never is more closed than was held, nor anything of somebody else touched; flat is said only where it is so. */
export function judgeBook(paper: PaperExchange, foreign: readonly PaperOrder[], { ended, found, where }: Told): void {
  const held = heldIn(paper);
  found.hold(
    held.every((units) => units >= 0),
    where,
    `more was closed than was held: ${held.join(' ')}`,
  );
  checkOnce(
    { paper, found, where },
    paper.orders.filter(({ clientOid }) => !clientOid.startsWith('hand')),
  );
  const touched = foreign.filter(
    ({ orderId, status }) => paper.orders.find((one) => one.orderId === orderId)?.status !== status,
  );
  found.count('foreign touched', touched.length);
  found.hold(touched.length === 0, where, 'an order of somebody else was touched');
  const ours = paper.orders.filter(({ clientOid, status }) => !clientOid.startsWith('hand') && RESTING.has(status));
  const isFlat = held.every((units) => units === 0) && ours.length === 0;
  found.hold(
    ended.code !== 0 || isFlat,
    where,
    `exit 0, and ${held.join(' ')} is held, ${ours.length} orders are open`,
  );
}
