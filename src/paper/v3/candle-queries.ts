/** Candles as version 3 tells them: lists of a number and texts, the newest first (docs/exchange-v3.md#candles). */
import { err, ok, type Result } from '../../model/result.ts';
import { CANDLE_LENGTH, paperCandles } from '../candles.ts';
import { textsOf } from '../v2/candle-queries.ts';
import type { WireAsked, WireQuery } from './query.ts';
import { emptyParameter, inBook, wrongParameter, type WireRefusal } from './wire.ts';

/** Without a limit. */
const FEW = 100;

const told =
  (most: number, isHistory: boolean): WireQuery['answer'] =>
  (asked) => {
    const { params, book, wallMs, seed } = asked;
    const missing = ['symbol', 'interval'].find((name) => (params.get(name) ?? '') === '');
    if (missing !== undefined) return err(emptyParameter(missing));
    const contract = book.contracts.get(inBook(params.get('symbol') ?? ''));
    const wrong = contract === undefined ? 'symbol' : wrongOf(asked, most);
    if (contract === undefined || wrong !== undefined) return err(wrongParameter(wrong ?? 'symbol'));
    // With one of the times alone, the newest come.
    const hasBoth = isHistory && params.has('startTime') && params.has('endTime');
    const candles = paperCandles({
      contract,
      seed,
      length: params.get('interval') ?? '',
      limit: Number(params.get('limit') ?? FEW),
      fromMs: hasBoth ? Number(params.get('startTime')) : 0,
      toMs: hasBoth ? Number(params.get('endTime')) : wallMs,
      wallMs,
    });
    const rows = candles.map((candle) => {
      const [open, high, low, close, base, quote] = textsOf(candle, contract);
      return [candle.openMs, open, high, low, close, base, candle.openMs + candle.lengthMs - 1, quote];
    });
    return ok(rows) satisfies Result<unknown, WireRefusal>;
  };

function wrongOf({ params }: WireAsked, most: number): string | undefined {
  if (!CANDLE_LENGTH.test(params.get('interval') ?? '')) return 'interval';
  const limit = params.get('limit');
  if (limit !== null && !(/^[0-9]{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= most)) return 'limit';
  return ['startTime', 'endTime'].find((name) => !/^[0-9]{0,15}$/.test(params.get(name) ?? ''));
}

export const CANDLE_QUERIES: readonly (readonly [string, WireQuery])[] = [
  ['/capi/v3/market/klines', { ip: 1, isPrivate: false, answer: told(1000, false) }],
  ['/capi/v3/market/historyKlines', { ip: 5, isPrivate: false, answer: told(100, true) }],
];
