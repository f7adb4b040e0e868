/** What was filled, and what is held (docs/exchange.md#fills, docs/exchange.md#positions). */
import { ok, type Result } from '../model/result.ts';
import { buys, type PaperFill } from './book.ts';
import { numberOf } from './json.ts';
import { isAsked, LONGEST_LIST, spanOf, type Asked } from './query.ts';
import type { Refusal } from './refusals.ts';
import { isLong, isOpening } from './rules.ts';

/** The newest first. `nextFlag` says that the limit left some out. */
export function fills({ params, book, spelling }: Asked): Result<unknown, Refusal> {
  const limit = Number(params.get('limit') ?? LONGEST_LIST);
  const orderId = params.get('orderId');
  const asked = book.fills.filter(
    ({ order, filledAtMs }) =>
      (orderId === undefined || order.orderId === orderId) && isAsked(params, spanOf(params), order.symbol, filledAtMs),
  );
  const list = asked.toReversed().slice(0, limit).map(fillRecord);
  return ok(spelling.fillsAs === 'array' ? list : { list, nextFlag: asked.length > limit, totals: 0 });
}

/** Both sides of a symbol, empty or not. */
export const positions = ({ params, book }: Asked): Result<unknown, Refusal> => {
  const symbol = params.get('symbol') ?? '';
  return ok(
    book.held(symbol).map(({ side, size, value }) => ({
      symbol,
      side: side.toUpperCase(),
      size,
      open_value: value,
    })),
  );
};

/** Both ids are JSON numbers, with all of their digits. Fees and liquidations are not modelled. */
function fillRecord({ tradeId, order, size, value, profit, filledAtMs }: PaperFill): Readonly<Record<string, unknown>> {
  const direction = isOpening(order) ? 'OPEN' : 'CLOSE';
  const positionSide = isLong(order) ? 'LONG' : 'SHORT';
  return {
    tradeId: numberOf(tradeId),
    orderId: numberOf(order.orderId),
    symbol: order.symbol,
    marginMode: order.marginMode === 1 ? 'SHARED' : 'ISOLATED',
    separatedMode: 'COMBINED',
    positionSide,
    orderSide: buys(order) ? 'BUY' : 'SELL',
    fillSize: size,
    fillValue: value,
    fillFee: '0',
    liquidateFee: '0',
    realizePnl: profit,
    direction,
    liquidateType: null,
    legacyOrdeDirection: `${direction}_${positionSide}`,
    createdTime: filledAtMs,
  };
}
