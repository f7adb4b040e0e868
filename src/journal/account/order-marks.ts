import type { Order } from '../../model/order.ts';
import type { OrderMarks } from '../records/request.ts';

/** What is kept of an order beside what it says; undefined where there is nothing. */
export const marksOf = ({ worth, ladderSum, carried }: Order): OrderMarks | undefined =>
  worth === undefined && ladderSum === undefined && carried === undefined
    ? undefined
    : {
        ...(worth !== undefined && { worth: worth.canonical() }),
        ...(ladderSum !== undefined && { ladder: ladderSum }),
        ...(carried !== undefined && { filled: carried.canonical() }),
      };
