/** Reads candles as both versions tell them: lists of a time and texts (docs/exchange.md#candles). Nothing is left out, and nothing rounded. */
import type { Evidence, Json } from '../../model/evidence.ts';
import type { ToldCandle } from '../../model/candle-question.ts';
import type { Unanswered } from '../../model/listing.ts';
import { textOf } from './answers.ts';
import type { AnswerBook } from './answer-book.ts';
import { listIn, timeMsOf, toldBy } from './told.ts';

type CandlesTold = { readonly kind: 'told'; readonly value: readonly ToldCandle[] };

export function candlesIn(evidence: Evidence, book: AnswerBook): CandlesTold | Unanswered {
  const told = toldBy(evidence, book);
  if (told.kind !== 'told') return told;
  const list = listIn(told.payload);
  if (list === undefined) return { kind: 'failed', message: 'the answer is not a list of candles' };
  const value: ToldCandle[] = [];
  for (const [at, row] of list.entries()) {
    const candle = candleOf(row);
    if (candle === undefined) return { kind: 'failed', message: `the answer’s row ${at + 1} is not a candle` };
    value.push(candle);
  }
  return { kind: 'told', value };
}

const NUMBER = /^[0-9]{1,20}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,2})?$/;

/** Time, open, high, low, close, what was traded in the base coin; more columns follow. */
function candleOf(row: Json): ToldCandle | undefined {
  if (!Array.isArray(row)) return undefined;
  const [time, ...fields] = row as readonly Json[];
  const openMs = timeMsOf(time);
  const texts = fields.slice(0, 5).map(textOf);
  if (openMs === undefined || texts.length < 5 || !texts.every((text) => text !== undefined && NUMBER.test(text)))
    return undefined;
  const [open, high, low, close, traded] = texts as [string, string, string, string, string];
  return { openMs, open, high, low, close, traded };
}
