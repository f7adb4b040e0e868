/** How long a plan takes under the exchange's weights, beside the best schedule there could be, and whether any call is refused. */
import type { Call, CallKind, Cost, Limits } from '../../src/model/call.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { CANCELS, LISTS, PLACES } from '../../src/exchange/v3/requests.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { Figure } from '../support/figures.ts';
import { ORDERS, placedOverHttp, HALF } from './over-http.ts';
import { optimumMs, refusals, simulate, type Flow, type Network } from './simulate.ts';

const AMPLE = { amount: 1_000_000, windowMs: 1000 };
/** Weights alone decide: nothing else is scarce. */
const WEIGHTS_ONLY: Limits = {
  ip: { amount: 1000, windowMs: 10_000 },
  uid: { amount: 1000, windowMs: 10_000 },
  orderCalls: AMPLE,
  inFlight: 1_000_000,
};
const SEEDS = 20;
const QUICK_SEEDS = 5;
/** Fixed windows may begin at any moment; a prime number of phases, so that their edges also fall among calls sent together. */
const PHASES = 499;

const callsOf = (kinds: readonly CallKind[]): Call[] =>
  kinds.map((kind, index) => ({ number: index + 1, kind, ...OPERATIONS[kind], body: '', orders: [] }));
const batches = (count: number): Call[] => callsOf(Array.from({ length: count }, () => 'batch'));
const mixed = (count: number): Call[] =>
  callsOf(
    Array.from(
      { length: count },
      (_, index) => (['batch', 'single', 'trigger', 'batch'] as const)[index % 4] ?? 'batch',
    ),
  );

/** Of version 3: orders one by one count in two windows of the account, and all else in that of the address. */
const V3: Limits = { ...v3.defaults.limits, inFlight: defaultConfig.exchange.limits.inFlight };
/** As many under way as there are: the windows alone decide. */
const WIDE_V3: Limits = { ...V3, inFlight: 1_000_000 };
const callsThatCost = (count: number, costs: readonly Cost[]): Call[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    kind: 'single',
    path: '',
    body: '',
    orders: [],
    weight: costs[index % costs.length] as Cost,
  }));
const ORDER = PLACES.single.weight;
const CANCEL = CANCELS.single.weight;

const STEADY: Network = () => ({ thereMs: 50, backMs: 50 });

/** 20 ms each way and up to 60 ms more, 100 ms there and back on average; the same for the same seed. */
function jittery(seed: number): Network {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => ({ thereMs: 20 + random() * 60, backMs: 20 + random() * 60 });
}

interface Scenario {
  readonly what: string;
  readonly calls: readonly Call[];
  readonly limits: Limits;
}

const SCENARIOS: readonly Scenario[] = [
  { what: '20,000 orders in 1,000 batches, 1,000 per 10 s', calls: batches(1000), limits: WEIGHTS_ONLY },
  { what: '1,000 batches, singles and triggers, 1,000 per 10 s', calls: mixed(1000), limits: WEIGHTS_ONLY },
  {
    what: "10,000 orders in 500 batches, the config's defaults",
    calls: batches(500),
    limits: defaultConfig.exchange.limits,
  },
  { what: 'version 3, 2,000 orders one by one, the defaults', calls: callsThatCost(2000, [ORDER]), limits: V3 },
  { what: 'version 3, 2,000 orders in 400 batches', calls: callsThatCost(400, [PLACES.batch.weight]), limits: V3 },
  { what: 'version 3, 5,000 cancels one by one', calls: callsThatCost(5000, [CANCEL]), limits: WIDE_V3 },
  {
    what: 'version 3, 400 orders, each with a cancel and six pages of history',
    calls: callsThatCost(3200, [ORDER, CANCEL, ...Array.from({ length: 6 }, () => LISTS.history.weight)]),
    limits: V3,
  },
];

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const seeds = isQuick ? QUICK_SEEDS : SEEDS;
  const virtual = (await Promise.all(SCENARIOS.map((scenario) => figuresOf(scenario, seeds)))).flat();
  return [...virtual, ...(await overHttp())];
}

/** A sample is a way of counting. */
async function overHttp(): Promise<Figure[]> {
  const best = optimumMs(callsThatCost(ORDERS, [ORDER]), { ...HALF, inFlight: ORDERS }, 0);
  const runs = await placedOverHttp(['sliding', 'fixed', 'bucket']);
  const what = `version 3 over HTTP, ${ORDERS} orders, windows of half the length`;
  return [
    { what: `${what}: optimum`, unit: 's', samples: [best / 1000] },
    timeFigure(
      '… first to last order, any counting',
      runs.map(({ ms }) => ({ placedMs: ms })),
      best,
    ),
    {
      what: '… requests refused by the paper exchange',
      unit: 'calls',
      samples: runs.map(({ refused }) => refused),
      target: { of: 'worst', most: 0 },
    },
  ];
}

async function figuresOf({ what, calls, limits }: Scenario, seeds: number): Promise<Figure[]> {
  const best = optimumMs(calls, limits, 100);
  const steady = await simulate(calls, limits, STEADY);
  const jittered: Flow[] = [];
  for (let seed = 1; seed <= seeds; seed++) jittered.push(await simulate(calls, limits, jittery(seed)));
  return [
    { what: `${what}: optimum`, unit: 's', samples: [best / 1000] },
    timeFigure('… answers after 100 ms', [steady], best),
    timeFigure('… after 40 to 160 ms', jittered, best),
    refusalFigure([steady, ...jittered], limits),
  ];
}

const timeFigure = (what: string, flows: readonly Pick<Flow, 'placedMs'>[], best: number): Figure => ({
  what,
  unit: 's',
  samples: flows.map(({ placedMs }) => placedMs / 1000),
  ratio: { to: 'optimum', samples: flows.map(({ placedMs }) => placedMs / best) },
  target: { of: 'ratio', most: 1.02 },
});

/** By sliding windows, by fixed windows of every phase and by a bucket. */
const refusalFigure = (flows: readonly Flow[], limits: Limits): Figure => ({
  what: '… calls refused by any counting',
  unit: 'calls',
  samples: flows.flatMap((flow) => [
    refusals(flow, limits, 'sliding'),
    refusals(flow, limits, 'bucket'),
    ...Array.from({ length: PHASES }, (_, phase) =>
      refusals(flow, limits, 'fixed', (phase * limits.uid.windowMs) / PHASES),
    ),
  ]),
  target: { of: 'worst', most: 0 },
});
