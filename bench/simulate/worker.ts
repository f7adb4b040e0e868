/** `worker <plan> <candles>`: how long a simulation of compiled orders takes, once in this process, and how many states it followed. */
import { readFileSync } from 'node:fs';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { CandleReader } from '../../src/simulate/candles/reader.ts';
import { CandleWalk } from '../../src/simulate/range/candle.ts';
import { simulatePlan } from '../../src/simulate/simulate-plan.ts';
import { readSource } from '../../src/source/read-source.ts';

export interface Crowded {
  readonly ms: number;
  /** Of every thread of the process. */
  readonly cpuMs: number;
  /** Of the candle that has most of them. */
  readonly states: number;
}

const [planFile = '', candleFile = ''] = process.argv.slice(2);
const source = readSource('plan.yaml', readFileSync(planFile));
if (!source.ok) throw new Error(source.error.message);
const { plan, diagnostics } = loadPlan(source.value, { instruments: paperInstruments, strictSymbols: true });
if (plan === undefined) throw new Error(diagnostics[0]?.message);
const { exchange, execution } = defaultConfig;
const most = { maxOrdersPerCall: Math.min(execution.maxOrdersPerCall, v2.calls.place.most) };
const schedule = compilePlan(v2.calls, plan, emptyJournal, { ...exchange, ...most });
const compiled = { ...schedule, plan, instruments: paperInstruments, interface: 'v2' } as const;

const reader = new CandleReader({ file: 'candles.csv', symbol: 'cmt_btcusdt', tick: Decimal.of('0.1') });
reader.feed(readFileSync(candleFile));
const read = reader.end();
if (!read.ok) throw new Error(read.error.diagnostics[0]?.message);

let states = 0;
const walks = CandleWalk.prototype;
walks.walk = new Proxy(Reflect.get(walks, 'walk'), {
  apply: (walk, candle: CandleWalk, given: Parameters<typeof walks.walk>) => {
    const passed = Reflect.apply(walk, candle, given);
    states = Math.max(states, passed.met);
    return passed;
  },
});

const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
const simulated = simulatePlan(compiled, {
  prices: { candles: [read.value.candles] },
  fees: { maker: Decimal.of('0.0002'), taker: Decimal.of('0.0008'), assumed: true },
});
const ms = performance.now() - startedMs;
const { user, system } = process.cpuUsage(startedCpu);
if (!simulated.ok || !simulated.value.bound) throw new Error('no bound');
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, states } satisfies Crowded));
