/** What ordo's own closes filled of a position. A list of positions may lag, and show for a while what they took off it. */
import { stateOf } from '../../journal/records/known-account.ts';
import { mayRest, mostFilled, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { FlattenWith } from './flatten-with.ts';
import type { HeldNow } from './look-at-all.ts';

export const isOf = ({ content }: KnownOrder, { symbol, side, marginMode }: HeldNow): boolean =>
  sameSymbol(content['symbol'] ?? '', symbol) &&
  content['side'] === `close-${side}` &&
  content['marginMode'] === marginMode;

export async function closesOf({ session }: FlattenWith, position: HeldNow): Promise<readonly KnownOrder[]> {
  return [...stateOf(await session.account(), CLOSE_PLAN).values()].filter((order) => isOf(order, position));
}

/** The most that they filled so far. */
export const closedOf = async (how: FlattenWith, position: HeldNow): Promise<Decimal> =>
  sumOf(await closesOf(how, position));

/** The part of it that positions show by now, as it was over for longer than they lag. */
export async function shownOf(how: FlattenWith, position: HeldNow): Promise<Decimal> {
  const { clock, config } = how;
  const fromMs = clock.wallMs() - config.execution.cancelWaitMs;
  return sumOf((await closesOf(how, position)).filter((order) => !mayRest(order) && order.changedAtMs <= fromMs));
}

const sumOf = (closes: readonly KnownOrder[]): Decimal =>
  closes.reduce((sum, order) => sum.plus(mostFilled(order)), Decimal.zero);
