/** All that a seed decides before its first run: the config, the plan, and how the exchange behaves. */
import type { Limits, Rate } from '../../src/model/call.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import type { CancelScenario } from './cancels/cancel-nature.ts';
import { COUNTINGS } from './counters.ts';
import type { ListNature } from './listed-book.ts';
import { atLimits, drawOrder, withTies, worthOf, type OrderWords } from './plan-text.ts';
import { Random } from '../random.ts';
import { LOOKS, USUAL, type Kind } from './stops.ts';
import { FAULTS } from './venue-faults.ts';
import type { Nature } from './nature.ts';

export const ORIGIN = 'https://sim.example';

export interface Scenario {
  readonly interface: Interface;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly onUnknown: 'stop' | 'continue';
  readonly onReject: 'stop' | 'continue';
  /** What is done about what the check of the account finds, or cannot read. */
  readonly accountCheck: string;
  /** How often a call goes again after a refusal by the rate limit. */
  readonly rateRefusals: number;
  readonly nature: Nature;
  readonly orders: OrderWords[];
  readonly config: string;
  /** How often a life ends early, meets a failing disk, a signal or a second runner. */
  readonly deaths: number;
  readonly diskFaults: number;
  readonly signals: number;
  readonly seconds: number;
  readonly wallJumps: number;
  /** How many times the program is called before the last, clean run. */
  readonly lives: number;
  /** What may stand of the account, in quote coin; undefined: there is no cap. */
  readonly cap?: number;
  /** Its looks are held against the truth (stops.ts). */
  readonly hasStops?: boolean;
  /** Undefined: nothing is cancelled, and nothing befalls an order. */
  readonly cancels?: CancelScenario;
}

/** Swarm: a seed has few kinds of faults or many, seldom or often, and some have none at all. */
export function drawScenario(seed: number, version: Interface = 'v2', kind: Kind = USUAL): Scenario {
  const random = new Random(seed, 'scenario');
  const own = version === 'v2' ? undefined : new Random(seed, version);
  const drawn = drawLimits(random);
  const check = new Random(seed, 'check').pick(CHECKS);
  const { limits, more } = spokenTo(own, drawn, check);
  const timeoutMs = random.pick([700, 2000, 10_000]);
  const onUnknown = random.chance(0.5) ? 'stop' : 'continue';
  const onReject = random.chance(0.2) ? 'stop' : 'continue';
  const cancels = kind.cancels(seed);
  const rough = roughly(random);
  /** Where this version takes fewer. */
  const within = (most: number, amount: number): number => (own === undefined ? amount : Math.min(most, amount));
  const execution = {
    onUnknown,
    onReject,
    maxOrdersPerCall: within(5, random.pick([1, 2, 3, 5, 20, 20])),
    rateRefusals: random.int(0, 3),
    ...more.execution,
    ...(cancels !== undefined && { cancelWait: `${cancels.waitMs}ms` }),
  };
  const exchange = {
    baseUrl: ORIGIN,
    ipWeight: rateText(limits.ip),
    ...more.exchange,
    orderCalls: rateText(limits.orderCalls),
    inFlight: limits.inFlight,
    timeout: `${timeoutMs}ms`,
    batchPresets: random.chance(0.3),
    queries: true,
    ...(cancels !== undefined && { cancelBatch: within(10, cancels.batch) }),
  };
  const nature = kind.nature(drawNature(random, seed));
  const { orders, cap } = capped(
    kind.orders(seed, drawOrders(random, seed)),
    cancels === undefined ? undefined : new Random(seed, 'caps'),
  );
  return {
    interface: version,
    limits,
    timeoutMs,
    onUnknown,
    onReject,
    accountCheck: more.execution.accountCheck,
    rateRefusals: execution.rateRefusals,
    nature: { ...nature, ...(cancels !== undefined && { cancels: cancels.nature }) },
    orders,
    ...(cap !== undefined && { cap }),
    config: `version: 1\n${section('exchange', exchange)}${section('execution', execution)}${capText(cap)}`,
    deaths: rough(0.75, 1),
    diskFaults: rough(0.3, 0.7),
    signals: rough(0.25, 0.6),
    seconds: rough(0.15, 0.6),
    wallJumps: rough(0.3, 0.4),
    lives: random.pick([1, 2, 2, 3, 3, 4, 5]) + (cancels?.moreLives ?? 0),
    ...(cancels !== undefined && { cancels }),
    hasStops: kind === LOOKS,
  };
}

/** In some seeds with cancels a cap that the plan just keeps to, or nearly does not: edits and what was filled may pass it. */
function capped(orders: OrderWords[], random: Random | undefined): { orders: OrderWords[]; cap?: number } {
  if (random === undefined || !random.chance(0.4)) return { orders };
  const limited = atLimits(random, orders);
  return { orders: limited, cap: Math.ceil(worthOf(limited) * random.pick([1, 1.05, 1.3, 2])) + 1 };
}

const capText = (cap: number | undefined): string =>
  cap === undefined ? '' : section('policy', { maxStandingNotional: cap });

/** Mostly 0, else up to so much. */
const roughly =
  (random: Random) =>
  (share: number, most: number): number =>
    random.chance(share) ? random.next() * most : 0;

function drawNature(random: Random, seed: number): Nature {
  const rough = roughly(random);
  const kinds = random.shuffled(FAULTS).slice(0, random.chance(0.3) ? FAULTS.length : random.int(1, 10));
  const share = rough(0.85, 0.6);
  return {
    faults: kinds,
    share,
    listShare: share * new Random(seed, 'questions').pick([0.4, 0.04, 0]),
    rejects: rough(0.4, 0.4),
    counting: random.pick(COUNTINGS),
    phaseMs: random.int(0, 10_000),
    mostLatencyMs: random.pick([2, 50, 300]),
    checksTime: random.chance(0.3),
    refusesTwice: new Random(seed, 'clock').chance(0.5),
    tellsTime: random.chance(0.8),
    manner: { isWrapped: random.chance(0.4), hasNumericIds: random.chance(0.3) },
    hidden: rough(0.3, 0.8),
    late: rough(0.3, 0.8),
    lists: drawLists(seed),
  };
}

/** What all positions weigh: no config may have less, and a seed that is refused for its config shows nothing. */
const HEAVIEST_UID = 15;
const atLeast = (least: number, { amount, windowMs }: Rate): Rate => ({ amount: Math.max(least, amount), windowMs });

/** Tight limits, which a run meets, or such as it does not. */
function drawLimits(random: Random): Limits {
  const isTight = random.chance(0.5);
  const rate = (least: number, windowsMs: readonly number[]): Rate => ({
    amount: isTight ? random.int(least, least * 4) : 500,
    windowMs: isTight ? random.pick(windowsMs) : 10_000,
  });
  return {
    ip: rate(10, [500, 2000, 5000]),
    uid: atLeast(HEAVIEST_UID, rate(10, [500, 2000, 5000])),
    orderCalls:
      isTight && random.chance(0.5) ? { amount: random.int(1, 5), windowMs: 1000 } : { amount: 10, windowMs: 1000 },
    inFlight: random.pick([1, 2, 4, 8, 8]),
  };
}

/** Where it refuses, a question that fails ends a life, and nothing else is met in it. */
const CHECKS = ['off', 'off', 'warn', 'warn', 'refuse'] as const;

/** What the version of the interface decides: on version 3 both windows of the account count orders, and a batch is five of them. */
function spokenTo(
  random: Random | undefined,
  drawn: Limits,
  accountCheck: string,
): { limits: Limits; more: { exchange: object; execution: { accountCheck: string } } } {
  if (random === undefined)
    return { limits: drawn, more: { exchange: { uidWeight: rateText(drawn.uid) }, execution: { accountCheck } } };
  const rate = (): Rate => ({ amount: random.int(5, random.pick([5, 15, 60])), windowMs: random.pick([1000, 5000]) });
  const limits: Limits = { ...drawn, uid: rate(), orderCalls: rate(), countsOrders: true };
  const exchange = { interface: 'v3', orderCallsPerMinute: rateText(limits.uid) };
  return { limits, more: { exchange, execution: { accountCheck: random.pick(['warn', 'off']) } } };
}

/** What lists get wrong and how they write has a stream of its own, as the ties have. */
function drawLists(seed: number): ListNature {
  const random = new Random(seed, 'lists');
  const rough = (): number => (random.chance(0.5) ? random.next() * 0.8 : 0);
  return {
    doubles: rough(),
    mistold: rough(),
    shared: rough(),
    words: random.chance(0.1) ? 'none' : random.pick(['digits', 'words', 'capitals']),
    pads: random.chance(0.5),
  };
}

/** The ties have a stream of their own: the orders are the same with and without them. */
function drawOrders(random: Random, seed: number): OrderWords[] {
  const orders = Array.from({ length: drawCount(random) }, (_, index) => drawOrder(random, `o${index + 1}`));
  const ties = new Random(seed, 'ties');
  return ties.chance(0.4) ? withTies(ties, orders) : orders;
}

/** Mostly few orders, for speed; sometimes as many as several full batches. */
const drawCount = (random: Random): number => random.int(1, random.pick([3, 6, 6, 12, 12, 25, 60]));

const rateText = ({ amount, windowMs }: Rate): string => `${amount}/${windowMs}ms`;

const section = (name: string, keys: Readonly<Record<string, string | number | boolean>>): string =>
  `${name}:\n${Object.entries(keys)
    .map(([key, value]) => `  ${key}: ${String(value)}\n`)
    .join('')}`;
