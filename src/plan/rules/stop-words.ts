/** What a trigger that does not surely stop its order is told as: a warning, or where a limit demands stops what it forbids. */
import type { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import type { GuardedOrder, MarketRange } from '../../protection/guarded.ts';
import type { Warning } from '../../protection/warnings.ts';
import { quoted } from '../../source/quoted.ts';
import type { Finding } from '../../document/findings.ts';
import { orderPath, placeOf } from '../read/order-draft.ts';
import type { JudgedStops } from './judged-stops.ts';

/** A stop and the entry that it does not surely stop. */
type Pair = Exclude<Warning, { readonly code: 'closes-more' }>;
type PairCode = Pair['code'];

/** Those that leave units naked, or not known to be covered. */
export const BARING: readonly PairCode[] = ['stop-before-entry', 'stop-side-unknown', 'stop-may-rest'];

/** One for each stop, however many rungs it or its entries have; its place is the stop's trigger. */
export function toldStops(stops: JudgedStops, codes: readonly PairCode[], isDemanded: boolean): Finding[] {
  const { warnings, draftOf } = stops;
  const pairs = warnings.filter((one): one is Pair => codes.some((code) => code === one.code));
  return [...Map.groupBy(pairs, ({ code, stop }) => `${code} ${draftOf(stop).index}`).values()].map((alike) => {
    const [pair] = alike as [Pair, ...Pair[]];
    const [entry, stop] = [draftOf(pair.order), draftOf(pair.stop)];
    const entries = new Set(alike.map(({ order }) => draftOf(order).index)).size;
    const more = entries === 1 ? '' : ` (and ${entries - 1} more)`;
    const isWait = pair.code === 'stop-after-entry';
    return {
      severity: 'warning',
      code: `order/${pair.code}`,
      message: WORDS[pair.code](pair) + more,
      hint: HINTS[pair.code](pair, { alike, isDemanded }),
      path: isWait ? orderPath(stop.index, 'after') : placeOf(stop, 'trigger'),
      related: [
        {
          message: 'its entry',
          path: pair.order.trigger === undefined ? orderPath(entry.index, 'price') : placeOf(entry, 'trigger'),
        },
      ],
    };
  });
}

const nameOf = ({ id = '' }: GuardedOrder): string => quoted(id);
const triggerOf = ({ trigger }: GuardedOrder): string => trigger?.toString() ?? '';
/** `hedge-stop` (63900) */
const withTrigger = (order: GuardedOrder): string => `${nameOf(order)} (${triggerOf(order)})`;
/** The losing side. */
export const sideOf = ({ side }: GuardedOrder): 'below' | 'above' => (isLong(side) ? 'below' : 'above');
const limitOf = ({ price }: GuardedOrder): string => (price.kind === 'limit' ? price.at.toString() : 'market');

const WORDS: Readonly<Record<PairCode, (pair: Pair) => string>> = {
  'stop-before-entry': (pair) => `${withTrigger(pair.stop)} ${placeWords(pair)}`,
  'stop-may-fire-first': ({ order, stop }) => {
    const way = isLong(order.side) ? 'dip' : 'rise';
    return `${nameOf(stop)} may fire before ${nameOf(order)} opens: a ${way} to ${triggerOf(stop)} uses the stop up, and ${nameOf(order)} then opens without one`;
  },
  'stop-side-unknown': ({ order, stop }) =>
    `${withTrigger(stop)} may not stop ${nameOf(order)}: it is not known on which side of the market it is`,
  'stop-may-rest': ({ order, stop }) =>
    `${nameOf(stop)} may rest once it fires, so it does not stop ${nameOf(order)}: its limit ${limitOf(stop)} is at its trigger ${triggerOf(stop)} or better`,
  'stop-after-entry': ({ order, stop }) =>
    `${nameOf(stop)} waits for ${nameOf(order)} by \`after\`, so ${nameOf(order)} goes out before its stop is accepted`,
};

interface Told {
  readonly alike: readonly Pair[];
  readonly isDemanded: boolean;
}

const HINTS: Readonly<Record<PairCode, (pair: Pair, told: Told) => string>> = {
  'stop-before-entry': (pair, { alike, isDemanded }) => {
    const { order, stop } = pair;
    const beyond = beyondOf(
      alike.map((one) => one.order),
      marketIn(pair),
    );
    const also = stop.price.kind === 'limit' ? `, and a limit ${sideOf(stop)} that` : '';
    const trigger = `give it a trigger ${sideOf(stop)} ${beyond?.toString() ?? ''}${also}`;
    return isDemanded ? trigger : `${trigger}, or place it once ${nameOf(order)} is filled`;
  },
  'stop-may-fire-first': ({ order }) =>
    `if it fires, cancel ${nameOf(order)} (\`ordo cancel\` with \`--only ${order.id ?? ''}\`), or place the stop again`,
  'stop-side-unknown': () => 'add `reference:` with where the market is',
  'stop-may-rest': ({ stop }) => `write \`price: market\`, or a limit ${sideOf(stop)} ${triggerOf(stop)}`,
  'stop-after-entry': ({ order }) => `take it out of this \`after\`: ${nameOf(order)} then waits for its stop`,
};

const marketIn = (pair: Pair): MarketRange | undefined => ('market' in pair ? pair.market : undefined);

/** The price of the market beyond which a stop of this side lies. */
const nearEnd = ({ side }: GuardedOrder, market: MarketRange | undefined): Decimal | undefined =>
  isLong(side) ? market?.low : market?.high;

/** Between what the trigger of a stop lies, and what comes of it. */
function placeWords({ order, stop, ...pair }: Pair): string {
  const { trigger, price } = order;
  const [name, market] = [nameOf(order), nearEnd(order, marketIn({ order, stop, ...pair }))];
  if (market !== undefined && trigger !== undefined && isBetween(stop.trigger as Decimal, market, trigger)) {
    const where = `the reference ${market.toString()} and the trigger of ${name} (${trigger.toString()})`;
    return `lies between ${where}: it fires first, and ${name} opens without a stop`;
  }
  const from =
    trigger === undefined
      ? `the reference ${market?.toString() ?? ''}`
      : `the trigger of ${name} (${trigger.toString()})`;
  const to = `${trigger === undefined ? `the price of ${name}` : 'its price'}${price.kind === 'limit' ? ` (${price.at.toString()})` : ''}`;
  return `lies between ${from} and ${to}: the market is past it once ${name} opens, so it is not a stop`;
}

const isBetween = (one: Decimal, a: Decimal, b: Decimal): boolean => one.compare(a) * one.compare(b) <= 0;

/**
 * The price beyond which a trigger stops all of these entries: beyond their triggers and limits, and the market. Undefined where nobody
 * says where one of them is filled, nor where the market is.
 */
export function beyondOf(orders: readonly GuardedOrder[], market: MarketRange | undefined): Decimal | undefined {
  const [{ side }] = orders as [GuardedOrder, ...GuardedOrder[]];
  const near = nearEnd({ side } as GuardedOrder, market);
  const prices = orders.flatMap(({ price, trigger, reference }) => {
    const own = [price.kind === 'limit' ? price.at : undefined, trigger].filter((one) => one !== undefined);
    return own.length > 0 ? own : [reference ?? near];
  });
  if (prices.includes(undefined)) return undefined;
  const all = [...(prices as Decimal[]), ...(near === undefined ? [] : [near])];
  return all.toSorted((a, b) => a.compare(b)).at(isLong(side) ? 0 : -1);
}
