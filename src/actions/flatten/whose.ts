/** Whose a position is, where only orders can have opened it of which nobody knows whether anything was filled. */
import type { KnownOrder } from '../../journal/records/state.ts';
import { ownOrderId } from '../../journal/records/state.ts';
import { isLong, type Side } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { LEEWAY_MS } from '../../session/lists/list-walk.ts';
import type { FlattenWith } from './flatten-with.ts';
import type { HeldNow, LookedAtAll } from './look-at-all.ts';
import { untoldOff } from './untold.ts';

/** A trade of such an order proves that it opened its position; that none is told proves nothing. */
export async function withTraded(how: FlattenWith, { account, held }: LookedAtAll): Promise<readonly HeldNow[]> {
  const untold = untoldOff(account);
  if (!held.some(({ mayBeOurs }) => mayBeOurs === true)) return held;
  const { session, clock, stop } = how;
  const fromMs = Math.min(...untold.map(({ order }) => order.sentAtMs)) - LEEWAY_MS;
  const { trades } = await session.whole({
    trades: (symbols) => symbols.map((symbol) => ({ symbol, fromMs, toMs: clock.wallMs() + LEEWAY_MS })),
    asksMoney: false,
    signal: stop.signal,
  });
  const traded = new Set(
    [...trades.values()].flatMap((read) => (read.kind === 'failed' ? [] : read.fills.map(({ orderId }) => orderId))),
  );
  // What a trigger became by firing traded under its own id.
  const opened = untold.filter(({ order }) => traded.has(ownOrderId(order) ?? ''));
  return held.map((one) => (opened.some(({ order }) => opens(order, one)) ? { ...one, isOurs: true } : one));
}

const opens = ({ content }: KnownOrder, { symbol, side, marginMode }: HeldNow): boolean =>
  sameSymbol(content['symbol'] ?? '', symbol) &&
  isLong(content['side'] as Side) === (side === 'long') &&
  content['marginMode'] === marginMode;
