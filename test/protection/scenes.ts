/** Orders and markets for the tests of protection, said in one line each. */
import { Decimal } from '../../src/model/decimal.ts';
import type { MarginMode, Price, Side } from '../../src/model/order.ts';
import type { Guarded, GuardedOrder, HeldPosition, MarketRange, OrderStanding } from '../../src/protection/guarded.ts';
import { protectionOf, type PositionProtection, type Protection } from '../../src/protection/protection.ts';

export const d = (text: string): Decimal => Decimal.of(text);
export const BTC = 'cmt_btcusdt';

export interface Said {
  readonly plan?: string | undefined;
  readonly id?: string;
  readonly symbol?: string;
  readonly mode?: MarginMode;
  readonly size?: string;
  /** A limit; at market where it is absent. */
  readonly at?: string;
  readonly trigger?: string;
  readonly stopLoss?: string;
  readonly reference?: string;
  readonly standing?: OrderStanding;
  readonly filled?: string;
  readonly average?: string;
  readonly sinceLook?: true;
  readonly market?: string;
  readonly preset?: GuardedOrder['preset'];
  readonly code?: string;
  readonly after?: readonly string[];
}

const decimal = (text: string | undefined): Decimal | undefined => (text === undefined ? undefined : d(text));
const priceOf = (at: string | undefined): Price =>
  at === undefined ? { kind: 'market' } : { kind: 'limit', at: d(at) };

export const range = (text: string): MarketRange => {
  const [low = '', high = low] = text.split('-');
  return { low: d(low), high: d(high) };
};

const fillOf = ({ filled, average, sinceLook }: Said): Pick<GuardedOrder, 'filled'> =>
  filled === undefined
    ? {}
    : { filled: { size: d(filled), average: decimal(average), ...(sinceLook && { sinceLook: true }) } };

export function order(side: Side, said: Said = {}): GuardedOrder {
  const { id, symbol = BTC, mode = 'cross', size = '1', at, standing = 'new', market } = said;
  const isForeign = 'plan' in said && said.plan === undefined;
  return {
    ...(!isForeign && { plan: said.plan ?? 'p', generation: 1, id: id ?? side }),
    symbol,
    marginMode: mode,
    side,
    size: d(size),
    price: priceOf(at),
    trigger: decimal(said.trigger),
    stopLoss: decimal(said.stopLoss),
    reference: decimal(said.reference),
    standing,
    ...fillOf(said),
    ...(market !== undefined && { market: range(market) }),
    ...(said.preset !== undefined && { preset: said.preset }),
    ...(said.code !== undefined && { code: said.code }),
    ...(said.after !== undefined && { after: said.after }),
  };
}

export const held = (
  side: 'long' | 'short',
  size: string,
  average?: string,
  of: Partial<HeldPosition> = {},
): HeldPosition => ({
  symbol: BTC,
  side,
  marginMode: 'cross',
  size: d(size),
  average: decimal(average),
  ...of,
});

export interface Scene extends Partial<Omit<Guarded, 'orders' | 'markets'>> {
  readonly market?: string;
}

export const guarded = (orders: readonly GuardedOrder[], { market, ...scene }: Scene = {}): Guarded => ({
  basis: 'plan',
  orders,
  ...(market !== undefined && { markets: new Map([[BTC, range(market)]]) }),
  ...scene,
});

export const judged = (orders: readonly GuardedOrder[], scene: Scene = {}): Protection =>
  protectionOf(guarded(orders, scene));

/** Of the only position: covered, unknown and naked, then the loss, then the reasons. */
export function told({ positions }: Protection): string {
  return positions.map(positionTold).join('; ');
}

const positionTold = ({ covered, unknown, naked, lossAtStops, pieces }: PositionProtection): string =>
  [
    `covered ${covered.canonical()} unknown ${unknown.canonical()} naked ${naked.canonical()} loss ${lossAtStops.canonical()}`,
    ...pieces.flatMap(({ reason, stop }) =>
      reason === undefined ? [] : [`${reason}${stop?.id === undefined ? '' : ` ${stop.id}`}`],
    ),
  ].join(' ');
