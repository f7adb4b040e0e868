/** What is sent for each operation of version 2, and what its answer means (docs/exchange.md#operations). */
import type { ListName } from '../../model/listing.ts';
import { operationsWith } from '../answers/operations-with.ts';
import type { AllOperations, ListOperation } from '../dialect.ts';
import { BOOK } from './book.ts';
import { CALLS } from './bodies.ts';
import { isPaged, listTarget, readList, fillsTarget, readFills } from './lists.ts';
import {
  candlesTarget,
  positionTarget,
  readMoney,
  readPosition,
  readPositions,
  readTicker,
  tickerTarget,
} from './position.ts';
import {
  CANCELS,
  CANDLES,
  FILLS,
  LISTS,
  MOST_FILLS,
  OPERATIONS as PLACES,
  PAGE_SIZE,
  MONEY,
  POSITION,
  POSITIONS,
  TICKER,
  TIME,
} from './requests.ts';

const listed = (list: ListName): (typeof LISTS)[ListName] & Pick<ListOperation, 'reads' | 'mostOfPage'> => ({
  ...LISTS[list],
  reads: isPaged(list) ? 'pages' : 'newest-first',
  mostOfPage: PAGE_SIZE,
});

export const OPERATIONS = operationsWith({
  book: BOOK,
  calls: CALLS,
  placing: PLACES,
  cancelling: CANCELS,
  cancelMethod: 'POST',
  lists: {
    open: listed('open'),
    history: listed('history'),
    'open-triggers': listed('open-triggers'),
    'trigger-history': listed('trigger-history'),
  },
  listTarget,
  readList,
  fills: { ...FILLS, mostOfPage: MOST_FILLS, target: fillsTarget, read: readFills },
  position: { ...POSITION, target: positionTarget, read: readPosition },
  positions: { ...POSITIONS, read: readPositions },
  money: { ...MONEY, read: readMoney },
  market: [{ ...TICKER, target: tickerTarget, read: readTicker }],
  candles: CANDLES,
  candlesTarget,
  telling: { opensOfAll: false, bothSides: true, modePerOrder: true },
  time: { ...TIME, field: 'timestamp' },
});

/** Nothing of a config changes what its answers mean. */
export const operationsFor = (): AllOperations => OPERATIONS;
