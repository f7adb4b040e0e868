/**
 * `worker <plan>` says what the dry run of a plan asks of protection, once in this process as a command does: for the warnings and
 * limits of the plan, for the account after the run with its event and its line, and for the exposure. Then what the line costs a frame.
 */
import { readFileSync } from 'node:fs';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { headline } from '../../src/model/event-of.ts';
import { protectionOfPlan } from '../../src/protection/judged.ts';
import { ordersOfPlan } from '../../src/protection/of-plan.ts';
import { protectionEvent } from '../../src/protection/protection-event.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { warningsOf } from '../../src/protection/warnings.ts';
import { statedOf } from '../../src/protection/words.ts';
import { line, pageOf } from '../../src/report/text/page.ts';
import { readSource } from '../../src/source/read-source.ts';
import { drawnOrder, type DrawnOrder } from '../../src/views/figures/drawn-order.ts';
import { lineOf } from '../../src/views/figures/line-of.ts';
import { lineRows } from '../../src/views/protection/line.ts';

export interface Judged {
  readonly ms: number;
  /** Of every thread of the process. */
  readonly cpuMs: number;
  /** Of the account after the run alone: the file was judged before. */
  readonly added: { readonly ms: number; readonly cpuMs: number };
  readonly orders: number;
  /** As it was told, so that nothing else was measured. */
  readonly line: string;
  /** CPU. */
  readonly frameMs: number;
}

const FRAMES = 20_000;
const NOW = Date.UTC(2026, 0, 1);

const source = readSource('plan.yaml', readFileSync(process.argv[2] ?? ''));
if (!source.ok) throw new Error(source.error.message);
const { plan, diagnostics } = loadPlan(source.value, { instruments: paperInstruments, policy: {} });
if (plan === undefined) throw new Error(diagnostics[0]?.message);

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
const name = { plan: plan.name, generation: plan.generation };

function measured<T>(judge: () => T): { readonly value: T; readonly ms: number; readonly cpuMs: number } {
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
  const value = judge();
  return { value, ms: performance.now() - startedMs, cpuMs: cpuMs(process.cpuUsage(startedCpu)) };
}

const ofFile = measured(() => {
  const guarded = { basis: 'plan', orders: ordersOfPlan(plan.orders, name) } as const;
  return warningsOf(guarded, protectionOf(guarded));
});
const added = measured(() => {
  const after = protectionOfPlan(plan.orders, { basis: 'plan', orders: ordersOfPlan(plan.orders, name) });
  return { after, event: protectionEvent(after), stated: statedOf(after, NOW) };
});
const inPicture = plan.orders.map((order) => drawnOrder(headline(order)) as DrawnOrder);
const exposure = measured(() => {
  const known = lineOf(inPicture, { orders: [], judged: added.value.after });
  if (known === undefined) throw new Error('judged once more');
  return known.positions;
});
const { event, stated } = added.value;
const all = [ofFile, added, exposure];
const sum = (key: 'ms' | 'cpuMs'): number => all.reduce((total, one) => total + one[key], 0);
if (event.positions.length !== exposure.value.length) throw new Error('not judged');

const page = pageOf({ color: true, width: 80 });
/** As the row below the head is made. */
const row = (): string =>
  lineRows(stated.line, page.width, 4)
    .map((pieces) => line(page.paint, pieces, page.width))
    .join('');
const frameCpu = process.cpuUsage();
let drawn = 0;
for (let frame = 0; frame < FRAMES; frame++) drawn += row().length;
const frameMs = cpuMs(process.cpuUsage(frameCpu)) / FRAMES;
if (drawn === 0) throw new Error('no row');

console.log(
  JSON.stringify({
    ms: sum('ms'),
    cpuMs: sum('cpuMs'),
    added: { ms: added.ms, cpuMs: added.cpuMs },
    orders: plan.orders.length,
    line: stated.line.atStops,
    frameMs,
  } satisfies Judged),
);
