/** All that a seed of a followed plan decides before its first life. */
import { Decimal } from '../../../src/model/decimal.ts';
import type { Interface } from '../../../src/model/interfaces.ts';
import { CLOSES_WORDS, FIRED_WORDS, PASSED_WORDS } from '../../../src/paper/book.ts';
import type { PaperOptions } from '../../../src/paper/server.ts';
import { drawPlan, PLAN_KINDS, PLACES, type DrawnPlan } from '../../following/draw.ts';
import { WIDE } from '../../random-plans.ts';
import { Random } from '../../random.ts';
import { PORTS, type Death } from '../life.ts';
import type { Narrow } from './narrow.ts';
import type { Ways } from './sim-exchange.ts';

export interface DrawnSeed {
  readonly plan: DrawnPlan;
  readonly ways: Ways;
  readonly paper: PaperOptions & { readonly market: NonNullable<PaperOptions['market']> };
  /** By the name of a file in the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** How old what a look told may be when what follows from it arrives. */
  readonly oldMs: number;
  /** No record names what a fired trigger became, and it has an id of its own. */
  readonly mayFreeze: boolean;
}

const INSTRUMENTS = JSON.stringify({
  asOf: '2026-11-01T00:00:00Z',
  source: 'sim',
  instruments: { cmt_btcusdt: { tick: '0.1', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
});

interface Where {
  readonly version: Interface;
  readonly origin: string;
  readonly nowMs: number;
  readonly seed: number;
  readonly hasHands: boolean;
  /** By how much more what a look told may be old. */
  readonly olderMs: number | undefined;
  readonly narrow?: Narrow | undefined;
}

/**
 * In some seeds whose lists are late trades are told at once: a trigger that fired shows as working, and what it became has traded. There
 * something is held besides, which is somebody else's. Drawn apart, so that what was drawn before stays.
 */
function drawEarly(seed: number, listLagMs: number, hasHands: boolean): Partial<PaperOptions> {
  if (listLagMs === 0 || !new Random(seed, 'before').chance(0.35)) return {};
  return { tradesLagMs: 0, ...(!hasHands && { held: BESIDE }) };
}

const BESIDE = (['long', 'short'] as const).map((side) => ({
  symbol: 'cmt_btcusdt',
  side,
  marginMode: 1 as const,
  size: Decimal.of('1'),
  price: Decimal.of('64000'),
}));

export function drawSeed(
  random: Random,
  { version, origin, nowMs, seed: drawn, hasHands, olderMs = 0, narrow }: Where,
): DrawnSeed {
  const everyMs = random.pick([500, 1000, 2000]);
  const drawnPauseMs = random.pick([8000, 300_000]);
  const maxPauseMs = narrow?.maxPauseMs ?? drawnPauseMs;
  const ways: Ways = {
    mostMs: random.pick([1, 20, 200]),
    timeoutMs: 5000,
    lost: random.pick([0, 0, 0.05, 0.15]),
    lostQuestions: random.pick([0, 0, 0.02]),
  };
  const listLagMs = random.pick([0, 0, 0, 700, 2000]);
  const facts: Partial<PaperOptions> = {
    listLagMs,
    ...(random.chance(0.6) && {
      closes: random.pick(CLOSES_WORDS),
      fired: random.pick(FIRED_WORDS),
      passed: random.pick(PASSED_WORDS),
    }),
  };
  const [seed, path] = [random.below(1e9), random.below(1e9)];
  const depth = Decimal.ofDigits(BigInt(random.int(20, 400)), PLACES);
  const plan = drawPlan(random, 'followed', { kind: random.pick(PLAN_KINDS), maxPauseMs, nowMs });
  const spoken = version === 'v3' ? 'interface: v3, orderCallsPerMinute: 100000/10s' : 'uidWeight: 100000/10s';
  const limits = narrow?.words ?? `${spoken}, ipWeight: 100000/10s, orderCalls: 10000/1s`;
  const config = `version: 1
instruments: instruments.json
exchange: { baseUrl: '${origin}', ${limits}, timeout: 5s }
execution: { cancelWait: 1s, lookEvery: ${everyMs}ms, maxPause: ${maxPauseMs / 1000}s }
`;
  return {
    plan,
    ways,
    paper: {
      ...(narrow?.limits ?? WIDE),
      ...facts,
      ...drawEarly(drawn, listLagMs, hasHands),
      seed,
      market: { seed: path, stepMs: 0, depth },
    },
    files: { 'ordo.config.yaml': config, 'instruments.json': INSTRUMENTS, 'plan.yaml': plan.text },
    oldMs: 2 * everyMs + listLagMs + 6 * ways.mostMs + 12_000 + olderMs,
    mayFreeze: facts.fired === 'own-id' || (facts.fired === 'named' && version === 'v2'),
  };
}

/** How a life ends, unless it is over before: not at its first calls where it is to have something at work. */
export const drawDeath = (random: Random, soonest = 4): Death => ({
  port: random.chance(0.5)
    ? 'any'
    : random.pick(PORTS.filter((port) => port !== 'file' && port !== 'lock' && port !== 'aside')),
  at: random.int(1, 2 ** random.int(soonest, 11)),
  isAfter: random.chance(0.5),
  isPowerLoss: random.chance(0.2),
});
