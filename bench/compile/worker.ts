/**
 * `worker whole|yaml <plan> [<orders>]` times one first pass over a plan in this fresh process: all of our path from bytes to bodies, or
 * the YAML library on the same text and nothing else. `worker warm <plan> <rounds>` times both, in turn, once they are warm.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { readSource } from '../../src/source/read-source.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

export interface Pass {
  readonly ms: number;
  /** Of every thread of the process, the collector's and the compiler's too: what else the machine does is not in it. */
  readonly cpuMs: number;
}

export interface FirstPass extends Pass {
  readonly peakMiB: number;
}

export interface WarmPasses {
  readonly whole: readonly Pass[];
  readonly yaml: readonly Pass[];
}

/** From the file's bytes to bodies; the number of orders in them. */
function textToBodies(bytes: Uint8Array): number {
  const source = readSource('plan.yaml', bytes);
  if (!source.ok) throw new Error(source.error.message);
  const { plan, diagnostics } = loadPlan(source.value, { instruments: paperInstruments, policy: {} });
  if (plan === undefined) throw new Error(diagnostics[0]?.message);
  const { exchange, execution } = defaultConfig;
  const { calls } = compilePlan(v2.calls, plan, emptyJournal, {
    ...exchange,
    maxOrdersPerCall: execution.maxOrdersPerCall,
  });
  return calls.reduce((sum, { orders }) => sum + orders.length, 0);
}

/** Text to content by the library, every scalar left a text as in a plan; neither places of mistakes nor checks are asked of it. */
function yamlOnly(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  const content = parse(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'error' }) as { orders: unknown[] };
  return content.orders.length;
}

const [variant, file = '', number] = process.argv.slice(2);
const bytes = readFileSync(file);
/** Where nothing is said every entry is one order. */
const expected =
  variant === 'warm' || number === undefined ? bytes.toString('latin1').split('\n  - id: ').length - 1 : Number(number);

function timed(pass: (bytes: Uint8Array) => number): Pass {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const orders = pass(bytes);
  const { user, system } = process.cpuUsage(startedCpu);
  const ms = performance.now() - startedMs;
  if (orders !== expected) throw new Error(`${orders} of ${expected} orders`);
  return { ms, cpuMs: (user + system) / 1000 };
}

if (variant === 'warm') {
  const whole: Pass[] = [];
  const yaml: Pass[] = [];
  for (let round = 0; round < Number(number); round++) {
    yaml.push(timed(yamlOnly));
    whole.push(timed(textToBodies));
  }
  const from = Math.floor(Number(number) / 3);
  console.log(JSON.stringify({ whole: whole.slice(from), yaml: yaml.slice(from) } satisfies WarmPasses));
} else {
  const pass = timed(variant === 'whole' ? textToBodies : yamlOnly);
  console.log(JSON.stringify({ ...pass, peakMiB: process.resourceUsage().maxRSS / 1024 } satisfies FirstPass));
}
