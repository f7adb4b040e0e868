/** The orders that the journal knows of an account, over all plans and generations, as protection sees them. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type MarginMode, type Side } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { KeptGroup } from '../../journal/records/run-record.ts';
import { orderOfPart } from '../../model/ids.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { lineageFilled, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { heldBefore, whatStands } from '../../journal/records/what-stands.ts';
import { SymbolMap } from '../../model/symbol.ts';
import {
  MEANING,
  type Filled,
  type GuardedOrder,
  type MarketRange,
  type OrderStanding,
  type PositionSide,
} from '../guarded.ts';
import { filledOf } from '../held.ts';
import { closesElsewhere } from './closed-elsewhere.ts';
import { tradedOf } from './traded.ts';

/** With what a look needs to know it by. */
export interface JournalOrder extends GuardedOrder {
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly clientOid: string;
  readonly orderId?: string;
  readonly sentAtMs: number;
  /** When what is known of its fills was learned. */
  readonly toldAtMs: number;
  /** When that was first told which is known of what was filled. */
  readonly filledAtMs: number;
  /** A cancel of it was begun, and nobody saw its end. */
  readonly isCancelOpen: boolean;
}

/**
 * Each lineage by itself that may be at stake, or closes; a stop that is gone as well, as it tells why something is naked. A symbol
 * goes by the spelling of the earliest order that has it.
 */
export function ordersOfJournal(account: KnownAccount): JournalOrder[] {
  const spelled = new SymbolMap<string>();
  const inOneSpelling = (order: JournalOrder): JournalOrder => {
    const symbol = spelled.get(order.symbol) ?? order.symbol;
    if (!spelled.has(symbol)) spelled.set(symbol, symbol);
    return symbol === order.symbol ? order : { ...order, symbol };
  };
  const placed = account.flatMap(({ plan, generation, orders, groups = [] }) => {
    const closesOwn = ownCloses([...orders.values()]);
    const groupOf = new Map(groups.flatMap(groupNames));
    return [...orders.values()].flatMap((order) =>
      lineagesOf(order)
        .flatMap((one) => guardedOf(one, { plan, generation }))
        .map((one) => inOneSpelling(closesOwn(one) ? Object.assign(one, { closesOwn: true }) : one))
        .map((one) => inGroup(one, groupOf.get(orderOfPart(one.id)))),
    );
  });
  return [...placed, ...closesElsewhere(account).map(inOneSpelling)];
}

const groupNames = ({ entries, exits }: KeptGroup): [id: string, group: string][] => {
  const group = entries.join(' ');
  return [...entries, ...exits.map(([id]) => id)].map((id) => [id, group]);
};

const inGroup = (order: JournalOrder, group: string | undefined): JournalOrder =>
  group === undefined ? order : { ...order, group };

/**
 * Whether an order closes no more than its plan opened, or was to open, without a stop of its own: what never opened anything is no order
 * that is at stake.
 */
function ownCloses(orders: readonly KnownOrder[]): (order: JournalOrder) => boolean {
  const opened = new Map<string, Decimal>();
  for (const { content } of orders) {
    const side = content['side'] as Side;
    if (!isOpening(side) || content['stopLoss'] !== undefined) continue;
    const key = `${content['symbol'] ?? ''} ${isLong(side)}`;
    const size = Decimal.parse(content['size'] ?? '') ?? Decimal.zero;
    opened.set(key, size.plus(opened.get(key) ?? Decimal.zero));
  }
  return ({ side, symbol, size }) =>
    !isOpening(side) && size.compare(opened.get(`${symbol} ${isLong(side)}`) ?? Decimal.zero) <= 0;
}

/** Whether it may still open or close something. */
const isAtStake = ({ side, standing }: Pick<GuardedOrder, 'side' | 'standing'>): boolean =>
  isOpening(side) ? MEANING[standing].opening === 'working' : MEANING[standing].stop !== 'gone';

/** The margin modes of what may still open or close something, by symbol and direction. */
export function modesAtStake(
  orders: readonly JournalOrder[],
): (symbol: string, direction: PositionSide) => readonly MarginMode[] {
  const modes = Map.groupBy(orders.filter(isAtStake), ({ symbol, side }) => `${symbol} ${isLong(side)}`);
  return (symbol, direction) =>
    (modes.get(`${symbol} ${direction === 'long'}`) ?? []).map(({ marginMode }) => marginMode);
}

/** In which something may be held by what is known as filled, may open, or may close. */
export function symbolsAtStake(orders: readonly JournalOrder[]): string[] {
  const held = new Map<string, Decimal>();
  const symbols = new Set<string>();
  for (const order of orders) {
    const { symbol, side, marginMode } = order;
    if (isAtStake(order)) symbols.add(symbol);
    const [key, { size }] = [`${symbol} ${marginMode} ${isLong(side)}`, filledOf(order)];
    const before = held.get(key) ?? Decimal.zero;
    held.set(key, isOpening(side) ? before.plus(size) : before.minus(size));
  }
  for (const [key, left] of held) if (left.coefficient > 0n) symbols.add(key.split(' ')[0] as string);
  return [...symbols];
}

/** What a look asks about where nobody says: what is at stake, and what stood since midnight UTC. */
export function symbolsToLook(orders: readonly JournalOrder[], nowMs: number): string[] {
  const midnight = nowMs - (nowMs % DAY_MS);
  const today = orders.filter(({ standing, toldAtMs }) => STOOD.has(standing) && toldAtMs >= midnight);
  return [...new Set([...symbolsAtStake(orders), ...today.map(({ symbol }) => symbol)])];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const STOOD: ReadonlySet<OrderStanding> = new Set(['filled', 'fired', 'cancelled', 'closed']);

function lineagesOf(order: KnownOrder): readonly KnownOrder[] {
  if (isOpening(order.content['side'] as Side)) return whatStands(order);
  const { filled: _filled, earlier: _earlier, ...newest } = order;
  const content = { ...order.content, size: sentSize(order) };
  return order.state === 'closed' ? [order] : [...heldBefore(order), { ...newest, content }];
}

const BY_STATE: Readonly<Record<OrderState, OrderStanding>> = {
  'never-sent': 'withheld',
  'in-flight': 'unsure',
  accepted: 'open',
  rejected: 'rejected',
  unknown: 'unsure',
  absent: 'absent',
  cancelling: 'unsure',
  'cancel-unknown': 'unsure',
  cancelled: 'cancelled',
  filled: 'filled',
  closed: 'closed',
};

function standingOf(order: KnownOrder): OrderStanding {
  const { state, seen, content } = order;
  if (wasOff(order)) return 'cancelled';
  if (state !== 'accepted') return BY_STATE[state];
  if (seen?.state === 'triggered') return hasOpened(content) ? 'filled' : 'fired';
  return seen?.state === 'not-found' ? 'in-no-list' : 'open';
}

/** A stop that was taken off unfilled, whatever a person called it since, is gone for that reason. */
const wasOff = ({ state, seen, content }: KnownOrder): boolean =>
  state === 'closed' &&
  seen?.state === 'cancelled' &&
  !isOpening(content['side'] as Side) &&
  Decimal.parse(seen.filledSize ?? '0')?.isZero === true;

/** A trigger at market that fired rests no more: what it opened is held. How much one that closes has closed nobody knows. */
const hasOpened = ({ price, side }: KnownOrder['content']): boolean => price === 'market' && isOpening(side as Side);

/** Nothing, of a record that lacks what an order has: there is none such of a journal that ordo wrote. */
function guardedOf(order: KnownOrder, { plan, generation }: PlanName): JournalOrder[] {
  const { id, clientOid, orderId, content, code, state, seen, sentAtMs, changedAtMs, market, reference } = order;
  const size = Decimal.parse(content['size'] ?? '');
  const { symbol } = content;
  if (size === undefined || symbol === undefined) return [];
  const limit = decimalIn(content, 'price');
  return [
    {
      plan,
      generation,
      id,
      clientOid,
      ...(orderId !== undefined && { orderId }),
      symbol,
      marginMode: content['marginMode'] as MarginMode,
      side: content['side'] as Side,
      size,
      price: limit === undefined ? { kind: 'market' } : { kind: 'limit', at: limit },
      trigger: decimalIn(content, 'trigger'),
      stopLoss: decimalIn(content, 'stopLoss'),
      ...knownOf(order, size),
      ...(wasNotNeeded(order) && { isNotNeeded: true }),
      market: rangeOf(market),
      said: rangeOf(reference),
      code,
      sentAtMs,
      toldAtMs: seen?.atMs ?? changedAtMs,
      isCancelOpen: state === 'cancelling' || state === 'cancel-unknown',
    },
  ];
}

/** By its record, or where its trades were told first, by those. */
function knownOf(order: KnownOrder, size: Decimal): Pick<JournalOrder, 'standing' | 'filled' | 'filledAtMs'> {
  const standing = standingOf(order);
  const traded = standing === 'filled' ? undefined : tradedOf(order, size);
  if (traded !== undefined)
    return { standing: traded.isWhole ? 'filled' : standing, filled: traded.filled, filledAtMs: traded.atMs };
  const { filledAtMs, seen, changedAtMs } = order;
  const filled = fillOf(order, size);
  return { standing, filledAtMs: filledAtMs ?? seen?.atMs ?? changedAtMs, ...(filled !== undefined && { filled }) };
}

/** A cancel that was refused took nothing off. */
const wasNotNeeded = ({ state, cancel }: KnownOrder): boolean =>
  state === 'cancelled' && cancel?.by === 'follower' && cancel.answer !== 'refused';

function rangeOf(kept: KnownOrder['market']): MarketRange | undefined {
  const [low, high] = (kept ?? []).map((text) => Decimal.parse(text));
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** `market` is no decimal. */
const decimalIn = (content: KnownOrder['content'], name: string): Decimal | undefined =>
  Decimal.parse(content[name] ?? '');

/** All that stands of an opening lineage that is over was filled; of a close that is over, only what is known to be. */
function fillOf(order: KnownOrder, size: Decimal): Filled | undefined {
  const average = Decimal.parse(order.seen?.averagePrice ?? '');
  const told = lineageFilled(order);
  const isOver = order.state === 'filled' || order.state === 'cancelled';
  const filled = isOver && isOpening(order.content['side'] as Side) ? size : told;
  return filled === undefined || filled.isZero ? undefined : { size: filled, average };
}
