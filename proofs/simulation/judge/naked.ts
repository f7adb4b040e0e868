/**
 * What a look says is covered is: the price falls through all that the exchange really has, and nothing of a long is left open. It knows
 * prices and sums, and neither whose a stop is nor what the journal says. The market is far above all prices of a plan, so a short
 * has no stop at all.
 */
import type { PublicEvent } from '../../../src/model/event.ts';
import { heldRows } from '../cancels/told-state.ts';
import { tenthsOf, unitsOf, type AliveOrder } from '../cancels/alive-order.ts';
import type { OrderWords } from '../plan-text.ts';
import type { Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';

type Told = Extract<PublicEvent, { event: 'protection' }>;

/** So late may the list of trades be (order-lives.ts). */
const TRADES_LATE_MS = 1500;

const isQuiet = ({ state, unknown, basis, notRead }: Told): boolean =>
  basis === 'look' && (state === 'covered' || state === 'none') && unknown === 0 && notRead === undefined;

/** Whether the lists of this moment are those of the whole look, and those of the truth. */
function isStill(facts: Facts, lives: readonly AliveOrder[]): boolean {
  const { cancels } = facts.scenario.nature;
  if (cancels === undefined) return false;
  const lateMs = cancels.listLagMs + cancels.historyLagMs + (cancels.filled === 'exact' ? 0 : TRADES_LATE_MS);
  return lives.every(({ now }) => now.atMs + lateMs < facts.beganMs);
}

/** At a price, in tenths: what closes comes before what opens, as that leaves more. */
interface Acting {
  readonly at: number;
  readonly closes: number;
  readonly opens: number;
}

/** What the fall meets. What goes off may stay as an entry, and may be gone as a stop. */
function actingOf({ last }: AliveOrder, words: OrderWords | undefined): readonly Acting[] {
  if (!last.rests || words === undefined) return [];
  const { type, isTrigger } = last.facts;
  const trigger = isTrigger ? tenthsOf(words['trigger'] ?? '') : undefined;
  const limit = words['price'] === 'market' ? undefined : tenthsOf(words['price'] ?? '');
  const left = last.units - last.now.filled;
  if (type === '1') return opening(Math.min(trigger ?? HIGHEST, limit ?? HIGHEST), left, words['stopLoss']);
  // Above its trigger its limit is not met by a price that falls.
  const isStop = type === '3' && trigger !== undefined && last.now.state !== 'cancelling' && (limit ?? 0) <= trigger;
  return isStop ? [{ at: trigger, closes: left, opens: 0 }] : [];
}

/** At market it opens before all else. */
const HIGHEST = Number.MAX_SAFE_INTEGER;

const opening = (price: number, opens: number, stopLoss: string | undefined): Acting[] => [
  { at: price, closes: 0, opens },
  ...(stopLoss === undefined ? [] : [{ at: tenthsOf(stopLoss), closes: opens, opens: 0 }]),
];

/** What is left of the longs of a symbol after the fall, and all of its shorts; in millionths. */
function leftOpen(symbol: string, lives: readonly AliveOrder[], { around, sentAs }: Facts): number {
  const [long, short] = heldRows(lives, symbol).map(({ size }) => unitsOf(size)) as [number, number];
  const wordsOf = ({ facts: { clientOid } }: AliveOrder): OrderWords | undefined =>
    sentAs.get(clientOid) ?? sentAs.get(around.disk.orders().get(clientOid)?.clientOid ?? '');
  const own = lives.filter(({ facts }) => facts.symbol === symbol && facts.owner === 'plan');
  const fall = own.flatMap((order) => actingOf(order, wordsOf(order)));
  let left = long;
  for (const { closes, opens } of fall.toSorted((a, b) => b.at - a.at || b.closes - a.closes))
    left = Math.max(0, left - closes) + opens;
  // No short rests below such a market: of one that is told to, its own stop goes with it.
  const shorts = own.filter((order) => {
    const { last } = order;
    return last.facts.type === '2' && last.rests && wordsOf(order)?.['stopLoss'] === undefined;
  });
  return left + short + shorts.reduce((sum, { last }) => sum + last.units - last.now.filled, 0);
}

/** Whether a look of this life is one that can be held against the truth. */
export const isJudged = (event: PublicEvent, facts: Facts): event is Told =>
  event.event === 'protection' &&
  facts.life.task.command === 'status' &&
  isQuiet(event) &&
  isStill(facts, [...(facts.around.venue.desk?.lives.all ?? [])]);

export const NAKED: readonly Invariant[] = [
  at(
    'event',
    'bare',
    'where a look says that nothing is naked or unknown, the way out leaves nothing open',
    ({ event }, facts) => {
      if (facts.scenario.hasStops !== true || !isJudged(event, facts)) return undefined;
      const lives = [...(facts.around.venue.desk?.lives.all ?? [])];
      const symbols = new Set(lives.map(({ facts: { symbol } }) => symbol));
      return firstBreach(symbols, (symbol) => {
        const left = leftOpen(symbol, lives, facts);
        return left === 0
          ? undefined
          : `${left / 1e6} of ${symbol} is left open, and the look says ${JSON.stringify(event)}`;
      });
    },
  ),
];
