/**
 * The same over real HTTP: plans are compiled and placed by a session with a journal, some calls are lost and some orders refused, and
 * protection is told what that journal knows. Then the served market walks out.
 */
import { loadConfig, loadPlan } from '../../src/library/load.ts';
import { compilePlan } from '../../src/library/compile.ts';
import { connectExchange } from '../../src/library/connect.ts';
import { orThrow } from '../../src/library/failure.ts';
import { openLedger } from '../../src/library/ledger.ts';
import type { OrderSession } from '../../src/library/order-session.ts';
import { openSession } from '../../src/library/session.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { FaultSpec } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { isOpening } from '../../src/paper/v2/order/rules.ts';
import { ordersOfJournal } from '../../src/protection/journal/of-journal.ts';
import { protectionOf, type Protection } from '../../src/protection/protection.ts';
import { randomOf, type Random } from '../random.ts';
import { WIDE, wideConfig } from '../random-plans.ts';
import { baseOf, drawScene } from './draw.ts';
import { closesByChance } from './exceptions.ts';
import type { Noted, Verdict } from './judge.ts';
import { rangeAt } from './known.ts';
import { isLongSide, opens, positionOf, type Scene, type SceneOrder } from './scene.ts';
import { priceOf, sideOf, sizeOf } from './venue.ts';
import { walkOut } from './walks.ts';
import type { Side } from './way.ts';

/** The walk of a served market goes to and fro. */
const WALK = { turnsBack: true };
const KEYS = { key: 'paper', secret: 'paper', passphrase: 'paper' };
const FAULTS: FaultSpec = { 'reject-one': 0.15, 'drop-after': 0.05, 'drop-before': 0.05 };
const config = orThrow(loadConfig(wideConfig({ inFlight: 4, maxOrdersPerCall: 20, onUnknown: 'continue' })));

/** Where the market of a symbol is when a served exchange starts. */
const moveTo = (scene: Scene): Scene => {
  const [symbol = ''] = scene.symbols;
  const by = baseOf(symbol) - (scene.markets.get(symbol) as number);
  // On the grid: else what lies a tick below it would be tried against the spread.
  const aside = Math.round(by / 5) * 5;
  const moved = (price: number | undefined): number | undefined => (price === undefined ? undefined : price + aside);
  const first = scene.first.map(({ takeProfit: _none, ...order }) =>
    Object.fromEntries(
      Object.entries({
        ...order,
        limit: moved(order.limit),
        trigger: moved(order.trigger),
        // A trigger order of version 2 has no presets.
        stopLoss: order.trigger === undefined ? moved(order.stopLoss) : undefined,
      }).filter(([, value]) => value !== undefined),
    ),
  );
  return { ...scene, first: first as unknown as SceneOrder[] };
};

/** Undefined where no seed of the market fits, or the plan is refused before it is sent. */
export async function tryOverHttp(seed: number, note: Noted): Promise<Verdict | undefined> {
  const scene = moveTo(drawScene(seed));
  const random = randomOf(seed, 5);
  const [symbol = ''] = scene.symbols;
  const side = random.pick(['long', 'short'] as const);
  const walked = walkOut(symbol, side, scene.first, baseOf(symbol));
  if (scene.symbols.length > 1 || walked === undefined) return undefined;
  const exchange = await startPaperExchange({
    ...WIDE,
    market: { seed: walked.seed, stepMs: 0 },
    faults: random.chance(0.6) ? FAULTS : {},
    seed,
  });
  try {
    const said = await placed(exchange, scene, random);
    if (said === undefined) return undefined;
    exchange.advance(walked.steps);
    note('plans over HTTP');
    return judged({ scene, exchange, said, side }, note);
  } finally {
    await exchange.close();
  }
}

async function placed(exchange: PaperExchange, scene: Scene, random: Random): Promise<Protection | undefined> {
  await using connection = orThrow(await connectExchange({ baseUrl: exchange.origin, keys: KEYS, config }));
  await using session = orThrow(await openSession({ ledger: orThrow(openLedger('memory:')), connection, config }));
  for (const [plan, orders] of Map.groupBy(scene.first, ({ plan: name = 'p' }) => name)) {
    const checked = loadPlan(textOf(plan, orders), { config });
    if (!checked.ok) return undefined;
    orThrow(await session.place(orThrow(compilePlan(checked.value))));
    await asked(session, plan, random);
  }
  const orders = ordersOfJournal(orThrow(await session.known()));
  const [symbol = ''] = scene.symbols;
  const isTold = scene.marketBy !== 'nobody';
  return protectionOf({
    basis: 'journal',
    orders,
    ...(isTold && { markets: new Map([[symbol, rangeAt(symbol, baseOf(symbol))]]) }),
  });
}

/** Now and then the exchange is asked how it all stands. */
async function asked(session: OrderSession, name: string, random: Random): Promise<void> {
  const plan = { plan: name, generation: 1 };
  if (random.chance(0.3)) orThrow(await session.lookUp(plan));
  if (random.chance(0.5)) orThrow(await session.refresh(plan));
}

function textOf(name: string, orders: readonly SceneOrder[]): string {
  const lines = orders.map(({ id, symbol, marginMode, side, size, limit, trigger, stopLoss }) => {
    const text = (ticks: number): string => priceOf(symbol, ticks).toString();
    const words = [
      `id: ${id}, symbol: ${symbol}, marginMode: ${marginMode}, side: ${side}, size: ${sizeOf(symbol, size).toString()}`,
      `price: ${limit === undefined ? 'market' : text(limit)}`,
      ...(trigger === undefined ? [] : [`trigger: ${text(trigger)}`]),
      ...(stopLoss === undefined ? [] : [`stopLoss: ${text(stopLoss)}`]),
    ];
    return `  - { ${words.join(', ')} }`;
  });
  return ['version: 1', `name: ${name}`, 'orders:', ...lines, ''].join('\n');
}

interface Walked {
  readonly scene: Scene;
  readonly exchange: PaperExchange;
  readonly said: Protection;
  readonly side: Side;
}

const zero = Decimal.zero;

function judged({ scene, exchange, said, side }: Walked, note: Noted): Verdict | undefined {
  const positions = new Set(
    scene.first.filter((order) => isLongSide(order.side) === (side === 'long')).map(positionOf),
  );
  for (const position of positions) {
    const one = said.positions.find((of) => `${of.symbol} ${of.side} ${of.marginMode}` === position);
    const { naked = zero, unknown = zero } = one ?? {};
    const left = leftOf(exchange, position);
    const what = `over HTTP, ${position}: ${left.canonical()} is left open, naked ${naked.canonical()}, unknown ${unknown.canonical()}`;
    if (left.compare(naked.plus(unknown)) > 0)
      return { invariant: 'no more is left open than is naked or not known', what };
    if (!isExact(scene, position) || said.unknown > 0) continue;
    note('exact to the step over HTTP');
    if (left.compare(naked) !== 0) return { invariant: 'what is left open is what is naked', what };
  }
  return undefined;
}

/** By the exchange's own orders. What a trigger became is an order of its own. */
function leftOf(exchange: PaperExchange, position: string): Decimal {
  return exchange.orders
    .filter((order) => order.kind !== 'trigger' && positionOf(sideOf(order)) === position)
    .reduce((left, order) => {
      const filled = Decimal.of(order.filledSize ?? '0');
      return isOpening(order) ? left.plus(filled) : left.minus(filled);
    }, zero);
}

/** One plan, no own stop beside triggers, no target, no trigger where an entry or the market is, and no close that may rest or not. */
function isExact(scene: Scene, position: string): boolean {
  const orders = scene.first.filter((order) => positionOf(order) === position);
  const [entries, exits] = [orders.filter(opens), orders.filter((order) => !opens(order))];
  const from = baseOf(orders[0]?.symbol as string);
  const way = isLongSide(orders[0]?.side ?? 'open-long') ? 1 : -1;
  const isStop = (exit: SceneOrder): boolean => {
    const { trigger } = exit;
    const isBeyond = trigger !== undefined && (trigger - from) * way < -1;
    return isBeyond && !closesByChance(exit, WALK) && !entries.some((entry) => touches(entry, trigger));
  };
  if (exits.some((exit) => !isStop(exit))) return false;
  if (exits.length > 0 && entries.some(({ stopLoss }) => stopLoss !== undefined)) return false;
  return new Set(orders.map(({ plan }) => plan)).size <= 1;
}

const touches = ({ limit, trigger }: SceneOrder, price: number): boolean =>
  [limit, trigger].some((one) => one !== undefined && Math.abs(one - price) <= 1);
