/** Codes of files of candles. */
import type { Mistake } from './mistake.ts';

export const candleMistakes = {
  'candles/format': {
    title: 'Nothing that reads as candles',
    meaning:
      'The file is neither CSV nor JSON with rows of candles, or it is cut off, or it is over a limit: 1 GiB, 5,000,000 candles, 4 KiB a row.',
    fix: 'Write it as CSV: time, open, high, low, close.',
  },
  'candles/columns': {
    title: 'A column is missing',
    meaning: 'A candle has a time, an open, a high, a low and a close. What was traded may be missing.',
    fix: 'Add the column, or name it in the first line.',
  },
  'candles/number': {
    title: 'A price that cannot be read',
    meaning:
      'A price is above zero, plain or with an exponent, of at most 20 digits: 64000.5 or 1.2e-05. It has no sign and no grouping.',
    fix: 'Write the price as 64000.5.',
  },
  'candles/time': {
    title: 'A time that cannot be read',
    meaning:
      'A time is ISO 8601, or counts seconds, milliseconds, microseconds or nanoseconds since 1970, one of these in the whole file. It lies between 2002 and 2100.',
    fix: 'Write the time as 2026-11-20T02:00:00Z.',
  },
  'candles/shape': {
    title: 'An impossible candle',
    meaning: 'The high is below another price of the candle, or the low above one: columns may be in another order.',
    fix: 'Name the columns in the first line, or correct the price.',
  },
  'candles/order': {
    title: 'A candle out of order',
    meaning: 'Candles go from the oldest to the newest, or from the newest to the oldest, throughout the file.',
    fix: 'Sort the file by time.',
  },
  'candles/double': {
    title: 'Two candles of one time',
    meaning: 'One time has two candles with different prices, so it is not known which of them is right.',
    fix: 'Delete the wrong one.',
  },
  'candles/length': {
    title: 'Times that do not fit one length',
    meaning:
      'The length of the candles is the least distance between two times, from one second to one week, and every other distance is a multiple of it. Where files are joined, one length divides the other.',
    fix: 'Take candles of one length, at regular times.',
  },
  'candles/far': {
    title: 'Candles far from the orders',
    meaning:
      'The first price is below half or above twice the middle price of the plan’s orders: these may be candles of another symbol. This is a warning.',
    fix: 'Check the symbol of the file.',
  },
  'candles/gaps': {
    title: 'Candles are missing',
    meaning:
      'More than one candle in a hundred is missing. A gap is passed at once: no price in it was traded. This is a warning.',
    fix: 'Get the missing candles: ordo candles.',
  },
  'candles/overlap': {
    title: 'Shorter candles that leave the longer one',
    meaning:
      'The shorter candles that take the place of a longer one have a price above its high or below its low: they may be of another market. This is a warning.',
    fix: 'Take both files from one source.',
  },
} as const satisfies Record<string, Mistake>;
