/** What protection is told of a scene: its plan, or what the journal knows with what a look sees. */
import { Decimal } from '../../src/model/decimal.ts';
import type { PlannedOrder, Price } from '../../src/model/order.ts';
import { Rational } from '../../src/model/rational.ts';
import { rests, type PaperOrder } from '../../src/paper/book.ts';
import type { Guarded, HeldPosition, MarketRange, OrderStanding } from '../../src/protection/guarded.ts';
import { withLook, type AccountLook, type OrderSeen } from '../../src/protection/journal/look.ts';
import type { JournalOrder } from '../../src/protection/journal/of-journal.ts';
import { ordersOfPlan } from '../../src/protection/of-plan.ts';
import type { Fate, Scene, SceneLook, SceneOrder } from './scene.ts';
import { shuffled } from './shuffled.ts';
import { priceOf, sideOf, sizeOf, type Enacted, type Venue } from './venue.ts';

const LOOKED_AT = 1000;
const CANCEL_WAIT = 100;
const SENT_AT = 0;
const TOLD_EARLY = 10;
const TOLD_LATE = 990;

export const rangeAt = (symbol: string, ticks: number): MarketRange => ({
  low: priceOf(symbol, ticks - 1),
  high: priceOf(symbol, ticks + 1),
});

const rangesOf = (markets: ReadonlyMap<string, number>): Map<string, MarketRange> =>
  new Map([...markets].map(([symbol, ticks]) => [symbol, rangeAt(symbol, ticks)]));

const BY_FATE: Readonly<Record<Fate, OrderStanding>> = {
  placed: 'new',
  rejected: 'rejected',
  withheld: 'withheld',
  'not-selected': 'not-selected',
  absent: 'absent',
  'unsure-there': 'unsure',
  'unsure-gone': 'unsure',
  unlisted: 'in-no-list',
};

const planStanding = ({ id, fate }: SceneOrder, refused: ReadonlySet<string>): OrderStanding =>
  refused.has(id) && fate === 'placed' ? 'rejected' : BY_FATE[fate];

/** A price in ticks. */
const at = (symbol: string, ticks: number | undefined): Decimal | undefined =>
  ticks === undefined ? undefined : priceOf(symbol, ticks);

const priceIn = ({ symbol, limit }: SceneOrder): Price =>
  limit === undefined ? { kind: 'market' } : { kind: 'limit', at: priceOf(symbol, limit) };

function planned(order: SceneOrder, market: number, line: number): PlannedOrder {
  const { id, symbol, marginMode, side, size, trigger, stopLoss, says } = order;
  const given = {
    trigger: at(symbol, trigger),
    stopLoss: at(symbol, stopLoss),
    reference: says ? at(symbol, market) : undefined,
  };
  const found = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    id,
    symbol,
    marginMode,
    side,
    size: sizeOf(symbol, size),
    price: priceIn(order),
    timeInForce: 'normal',
    line,
    ...found,
  };
}

interface Placing {
  readonly markets: ReadonlyMap<string, number>;
  readonly refused: ReadonlySet<string>;
  readonly scene: Scene;
  readonly isSinceLook?: boolean;
}

/** Orders that a plan places, or was to place. */
function ofPlans(orders: readonly SceneOrder[], { markets, refused, scene, isSinceLook = false }: Placing) {
  const plans = Map.groupBy(orders, ({ plan = '' }) => plan);
  return [...plans].flatMap(([plan, theirs]) => {
    const byId = new Map(theirs.map((order) => [order.id, order]));
    return ordersOfPlan(
      theirs.map((order, line) => planned(order, markets.get(order.symbol) as number, line)),
      {
        plan,
        generation: 1,
        standingOf: ({ id }) => planStanding(byId.get(id) as SceneOrder, refused),
        ...(scene.marketBy === 'order' && { markets: rangesOf(markets) }),
        isSinceLook,
      },
    );
  });
}

/** As if all of the plan were placed. */
export function knownByPlan(scene: Scene, refused: ReadonlySet<string>): Guarded {
  const { first, markets, marketBy } = scene;
  return {
    basis: 'plan',
    orders: ofPlans(first, { markets, refused, scene }),
    ...(marketBy === 'all' && { markets: rangesOf(markets) }),
  };
}

type Told = Pick<JournalOrder, 'standing' | 'isCancelOpen' | 'filled'>;

/** What the journal was told of an order. */
function told(order: SceneOrder, enacted: Enacted, { happenings, look }: Scene): Told {
  const { id, fate } = order;
  const { venue, refused } = enacted;
  const end = venue.endOf(id);
  if (fate === 'unsure-there' || fate === 'unsure-gone') return { standing: 'unsure', isCancelOpen: false };
  if (end === undefined) return { standing: refused.has(id) ? 'rejected' : BY_FATE[fate], isCancelOpen: false };
  const cancel = happenings.findLast((one) => one.kind === 'cancel' && one.id === id);
  const isCancelOpen = cancel?.kind === 'cancel' && cancel.ends !== 'seen' && end.status !== 'filled';
  if (isCancelOpen) return { standing: 'unsure', isCancelOpen };
  if (look?.lags.has(id) === true) return { standing: 'open', isCancelOpen };
  const filled = end.filledSize === undefined ? {} : { filled: filledIn(end) };
  return { standing: standingAt(end, venue.placedAs(id) !== end), isCancelOpen, ...filled };
}

function standingAt(end: PaperOrder, hasFired: boolean): OrderStanding {
  if (rests(end)) return hasFired ? 'fired' : 'open';
  return end.status === 'filled' ? 'filled' : 'cancelled';
}

const filledIn = ({ filledSize = '', averagePrice }: PaperOrder) => ({
  size: Decimal.of(filledSize),
  average: averagePrice === undefined ? undefined : Decimal.of(averagePrice),
});

function journalOrder(
  order: SceneOrder,
  enacted: Enacted,
  of: { scene: Scene; market: number; isSince: boolean },
): JournalOrder {
  const { id, plan = '', symbol, marginMode, side, size } = order;
  const { scene, market, isSince } = of;
  const placed = enacted.venue.placedAs(id);
  const isAnswered = placed !== undefined && order.fate !== 'unsure-there';
  const sentAtMs = isSince ? LOOKED_AT + 1 : SENT_AT;
  return {
    plan,
    generation: 1,
    id,
    clientOid: id,
    ...(isAnswered && { orderId: placed.orderId }),
    symbol,
    marginMode,
    side,
    size: sizeOf(symbol, size),
    price: priceIn(order),
    trigger: at(symbol, order.trigger),
    stopLoss: at(symbol, order.stopLoss),
    ...(scene.marketBy === 'order' && { market: rangeAt(symbol, market) }),
    sentAtMs,
    toldAtMs: isSince ? sentAtMs + 1 : scene.look?.isLate === true ? TOLD_EARLY : TOLD_LATE,
    filledAtMs: isSince ? sentAtMs + 1 : scene.look?.isLate === true ? TOLD_EARLY : TOLD_LATE,
    ...told(order, enacted, scene),
  };
}

/** A row of a list. */
function seen(order: PaperOrder): OrderSeen {
  const { orderId, clientOid, size, match, price = '0', trigger, stopLoss, filledSize } = order;
  const { symbol, side, marginMode } = sideOf(order);
  return {
    orderId,
    clientOid,
    symbol,
    side,
    marginMode,
    size: Decimal.of(size),
    price: match === '1' ? { kind: 'market' } : { kind: 'limit', at: Decimal.of(price) },
    ...(trigger !== undefined && { trigger: Decimal.of(trigger) }),
    // As version 2 tells it: of an order without a preset that there is none.
    ...(stopLoss === undefined && trigger === undefined && { lacksStop: true as const }),
    ...(stopLoss !== undefined && { stopLoss: Decimal.of(stopLoss) }),
    ...(filledSize !== undefined && { filled: Decimal.of(filledSize) }),
  };
}

/** Decimals of an average that is told. */
const TOLD_AVERAGE = Decimal.of('0.00000001');

function positionsOf(venue: Venue, symbol: string): HeldPosition[] {
  return (['long', 'short'] as const).flatMap((side) =>
    (['cross', 'isolated'] as const).flatMap((marginMode): HeldPosition[] => {
      const { size, cost } = venue.held(`${symbol} ${side} ${marginMode}`);
      if (size.isZero) return [];
      const average = cost.dividedBy(Rational.of(size));
      return [{ symbol, side, marginMode, size, average: average.nearest(TOLD_AVERAGE) }];
    }),
  );
}

/** What a look sees now. */
export function lookAt({ venue, markets }: Enacted, scene: Scene): AccountLook {
  const unlisted = new Set(
    [...scene.first, ...scene.second].flatMap(({ id, fate }) => (fate === 'unlisted' ? [id] : [])),
  );
  const resting = venue.book.orders.filter((order) => rests(order) && !unlisted.has(order.clientOid));
  return {
    atMs: LOOKED_AT,
    symbols: new Map(
      scene.symbols.map((symbol) => {
        const rows = resting.filter((order) => order.symbol === symbol);
        return [
          symbol,
          {
            market: rangeAt(symbol, markets.get(symbol) as number),
            orders: rows.filter(({ kind }) => kind !== 'trigger').map(seen),
            triggers: rows.filter(({ kind }) => kind === 'trigger').map(seen),
            positions: positionsOf(venue, symbol),
          },
        ] as const;
      }),
    ),
  };
}

interface Known {
  readonly scene: Scene;
  readonly look: SceneLook;
  /** What the look saw, taken before or after the second orders. */
  readonly saw: AccountLook;
  readonly enacted: Enacted;
  /** Puts the rows of all lists and the orders of the journal in another order. */
  readonly turn?: number | undefined;
}

const ofOurs = (orders: readonly SceneOrder[]): SceneOrder[] => orders.filter(({ plan }) => plan !== undefined);

const marketIn = (markets: ReadonlyMap<string, number>, { symbol }: SceneOrder): number =>
  markets.get(symbol) as number;

function journalOf({ scene, look, enacted }: Known): JournalOrder[] {
  const first = ofOurs(scene.first).map((order) =>
    journalOrder(order, enacted, { scene, market: marketIn(scene.markets, order), isSince: false }),
  );
  const second = ofOurs(look.second === 'planned' ? [] : scene.second).map((order) =>
    journalOrder(order, enacted, {
      scene,
      market: marketIn(enacted.markets, order),
      isSince: look.second === 'since',
    }),
  );
  return [...first, ...second];
}

const turnedLook = ({ atMs, symbols }: AccountLook, turn: number): AccountLook => ({
  atMs,
  symbols: new Map(
    shuffled([...symbols], turn).map(([symbol, { orders = [], triggers = [], positions = [], ...of }]) => [
      symbol,
      {
        ...of,
        orders: shuffled(orders, turn),
        triggers: shuffled(triggers, turn),
        positions: shuffled(positions, turn),
      },
    ]),
  ),
});

export function knownByLook(known: Known): Guarded {
  const { scene, look, saw, enacted, turn } = known;
  const journal = journalOf(known);
  const [orders, seenRows] = turn === undefined ? [journal, saw] : [shuffled(journal, turn), turnedLook(saw, turn)];
  const all = withLook(orders, seenRows, { cancelWaitMs: CANCEL_WAIT });
  if (look.second !== 'planned') return { basis: 'look', ...all };
  const { markets, refused } = enacted;
  const more = ofPlans(ofOurs(scene.second), { markets, refused, scene, isSinceLook: true });
  return { basis: 'after-run', ...all, orders: [...all.orders, ...more] };
}
