/** What is sent for each operation of version 3, and what its answer means (docs/exchange-v3.md). */
import { tellsOpen, type ListName } from '../../model/listing.ts';
import type { AnswerBook } from '../answers/answer-book.ts';
import { operationsWith, type Version } from '../answers/operations-with.ts';
import type { AllOperations, AnswerSettings } from '../dialect.ts';
import { CALLS } from './bodies.ts';
import { BOOK, WITHOUT_500 } from './book.ts';
import { readAccount, readSymbols, readTradable, countsIn } from './account.ts';
import { listTarget, readList, readsOf, fillsTarget, readFills } from './lists.ts';
import {
  bookTickerTarget,
  candlesTarget,
  markPriceTarget,
  positionTarget,
  readBookTicker,
  readMarkPrice,
  readMoney,
  readPosition,
  readPositions,
} from './position.ts';
import {
  ACCOUNT,
  BOOK_TICKER,
  CANCELS,
  CANDLES,
  FILLS,
  LISTS,
  LONGEST_HISTORY_MS,
  LONGEST_TRADES_MS,
  MARK_PRICE,
  PAGE_SIZE,
  PLACES,
  MONEY,
  POSITION,
  POSITIONS,
  SYMBOLS,
  TIME,
  TRADABLE,
} from './requests.ts';

const listed = (list: ListName): Version['lists'][ListName] => ({
  ...LISTS[list],
  reads: readsOf(list),
  mostOfPage: PAGE_SIZE,
  ...(tellsOpen(list) ? {} : { longestMs: LONGEST_HISTORY_MS }),
});

const withBook = (book: AnswerBook): AllOperations =>
  operationsWith({
    book,
    calls: CALLS,
    placing: PLACES,
    cancelling: CANCELS,
    cancelMethod: 'DELETE',
    lists: {
      open: listed('open'),
      history: listed('history'),
      'open-triggers': listed('open-triggers'),
      'trigger-history': listed('trigger-history'),
    },
    listTarget,
    readList,
    fills: { ...FILLS, mostOfPage: PAGE_SIZE, longestMs: LONGEST_TRADES_MS, target: fillsTarget, read: readFills },
    position: { ...POSITION, target: positionTarget, read: readPosition },
    positions: { ...POSITIONS, read: readPositions },
    money: { ...MONEY, read: readMoney },
    countsIn,
    market: [
      { ...BOOK_TICKER, target: bookTickerTarget, read: readBookTicker },
      { ...MARK_PRICE, target: markPriceTarget, read: readMarkPrice },
    ],
    candles: CANDLES,
    candlesTarget,
    telling: { opensOfAll: true, bothSides: false, modePerOrder: false },
    time: { ...TIME, field: 'serverTime' },
    settings: {
      account: { ...ACCOUNT, read: readAccount },
      symbols: { ...SYMBOLS, read: readSymbols },
      tradable: { ...TRADABLE, isPublic: true, read: readTradable },
    },
  });

export const OPERATIONS = withBook(BOOK);

const UNASSUMING = withBook(WITHOUT_500);

export const operationsFor = ({ engineRefusalsAt500 = true }: AnswerSettings): AllOperations =>
  engineRefusalsAt500 ? OPERATIONS : UNASSUMING;
