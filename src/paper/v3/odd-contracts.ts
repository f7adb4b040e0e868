/** Contracts that tell a program that takes too much for granted (docs/exchange-v3.md#contracts). */
import { Decimal } from '../../model/decimal.ts';
import { contractOf, type Contract, type Listing } from '../v2/order/instruments.ts';

type Odd = Pick<Listing, 'coin' | 'step' | 'sizePlaces' | 'pricePlaces' | 'last'>;

const odd = (listing: Odd): Contract =>
  contractOf({ ...listing, maxSize: '1000000000000', maxMarketOpenSize: '1000000000000' });

export const ODD_CONTRACTS: readonly Contract[] = [
  // Prices without decimals, and a step of a million.
  odd({ coin: 'sats', step: '1000000', sizePlaces: 0, pricePlaces: 0, last: '35' }),
  odd({ coin: String.fromCodePoint(0x725b, 0x6765), step: '10', sizePlaces: 0, pricePlaces: 5, last: '0.00123' }),
  // Trigger prices on a coarser grid than prices.
  {
    ...odd({ coin: 'xaut', step: '0.001', sizePlaces: 3, pricePlaces: 2, last: '4012.35' }),
    triggerTick: Decimal.of('0.1'),
  },
  { ...odd({ coin: 'shut', step: '0.1', sizePlaces: 1, pricePlaces: 2, last: '12.5' }), isShut: true },
];
