import { announce } from '../../src/actions/prepare/announce.ts';
import type { PreparedRun } from '../../src/actions/prepare/prepared-run.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal, type KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { orderContent, type Plan, type PlannedOrder } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { EventSink } from '../../src/ports.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

/** As the journal has it once it was accepted. */
export const sentAs = (order: PlannedOrder, at: number, fields: Partial<KnownOrder> = {}): KnownOrder => ({
  id: order.id,
  clientOid: `oid${at}`,
  lineage: 0,
  state: 'accepted',
  content: orderContent(order),
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: `71928859925361544${at}`,
  ...fields,
});

const LIVE = {
  target: 'live',
  exchange: 'https://api-contract.weex.com',
  live: { account: 'main', config: '/plans/ordo.config.yaml', journal: '/state/ordo/journal.db' },
  approval: { code: `62a81732f0b4${'0'.repeat(52)}`, settings: '', orders: {} },
} as const;

export interface Told extends Partial<PreparedRun> {
  readonly isLive?: boolean;
  readonly width?: number;
  readonly isPipe?: boolean;
}

let last: { readonly text: string; readonly plan: Plan } | undefined;

/** Reading thousands of orders takes longer than all the rest, so the last plan is kept. */
function loaded(text: string): Plan {
  if (last?.text === text) return last.plan;
  const { plan } = loadPlan(new SourceFile('plan.yaml', text), { instruments: paperInstruments });
  if (plan === undefined) throw new Error('the plan of this test is invalid');
  last = { text, plan };
  return plan;
}

/** The text of a plan's dry run, from its head to its end: on paper, with an empty journal, unless told otherwise. */
export function dryRunOf(text: string, { width = 80, isPipe = true, ...fields }: Told = {}): string {
  let told = '';
  dryRun(text, linesSink({ write: (part) => (told += part), color: false, width, isPipe }), fields);
  return told;
}

/** The events of the same. */
export function dryRunEvents(text: string, fields: Told = {}): RunEvent[] {
  const events: RunEvent[] = [];
  dryRun(text, (event) => events.push(event), fields);
  return events;
}

function dryRun(text: string, sink: EventSink, { isLive = false, ...fields }: Told): void {
  const plan = loaded(text);
  const { exchange, execution } = defaultConfig;
  const known = fields.known ?? emptyJournal;
  announce(sink, {
    plan,
    config: defaultConfig,
    schedule: compilePlan(v2.calls, plan, known, { ...exchange, ...execution }),
    planFile: 'plan.yaml',
    mode: 'dry-run',
    target: 'paper',
    exchange: 'the embedded paper exchange',
    precision: 'by a test',
    known,
    canLive: isLive,
    obstacles: [],
    warnings: 0,
    bytes: false,
    options: [],
    ...(isLive && LIVE),
    ...fields,
  });
  const counts = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
  const target = isLive ? 'live' : 'paper';
  sink({ event: 'run-finished', mode: 'dry-run', target, counts, exitCode: 0, elapsedMs: 1 });
}
