import { TIME as ASKED } from '../../../model/listing.ts';
import type { Operation } from '../../../ports.ts';
import { readTime } from '../lists.ts';

/** The server's clock (docs/exchange.md#time). */
export const TIME: Operation<undefined, number | undefined> = {
  name: 'time',
  method: 'GET',
  weight: ASKED.weight,
  isSigned: false,
  isRepeatable: true,
  target: () => ASKED.path,
  body: () => '',
  judge: (evidence) => {
    const value = readTime(evidence);
    return value === undefined ? { kind: 'answered', value, isLost: true } : { kind: 'answered', value };
  },
};
