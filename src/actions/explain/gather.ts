/** Gathers everything that is shown about an order or a ladder. Pure. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { contentChange } from '../../compile/select-pending.ts';
import { countsOrdersBy, readRecorded } from '../../exchange/spoken.ts';
import { lineageStands, type JournalState } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { clientOrderId } from '../../model/ids.ts';
import type { Call } from '../../model/call.ts';
import { identityOf, type Ladder, type Plan, type PlannedOrder } from '../../model/order.ts';
import type { Withheld } from '../../model/outcome.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import { writtenOrder, type WrittenOrder } from '../../plan/written-order.ts';
import type { SentCall } from '../../journal/records/request.ts';
import type {
  Excerpt,
  ExplainedCall,
  ExplainedLadder,
  ExplainedOrder,
  ExplainedPlan,
  ExplainedRung,
  Looked,
} from './explained.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { explainFields } from './fields.ts';
import { fillsOf, partsOfExit } from './parts.ts';

export interface Gathered {
  readonly source: SourceFile;
  readonly plan: Plan;
  /** The values of `--var`. */
  readonly variables: VariableValues;
  readonly schedule: Schedule;
  readonly known: JournalState;
  readonly looked: Looked;
}

export function explainedOrder(gathered: Gathered, id: string, sent: readonly SentCall[]): ExplainedOrder {
  const { plan, schedule } = gathered;
  const order = orderOf(plan, id);
  const ladder = plan.ladders.find(({ name }) => name === order.ladder);
  const written = writtenOf(gathered, order);
  const known = gathered.known.get(id);
  const changes = known !== undefined && lineageStands(known) ? contentChange(known, order) : [];
  const call = schedule.calls.find(({ orders }) => orders.some((one) => one.id === id));
  const lineage = pendingOf(schedule, call, id)?.lineage ?? known?.lineage ?? 0;
  const withheld = withheldFrom(gathered, id);
  const rung = ladder && {
    number: ladder.orders.indexOf(id) + 1,
    of: ladder.orders.length,
    ladder: ladder.name,
    words: ladder.words,
  };
  return {
    is: 'order',
    ...explainedPlan(gathered, written),
    id,
    identity: identityOf(order),
    fields: explainFields(order, written, ladder, plan.groups),
    clientOid: clientOrderId(plan.name, plan.generation, identityOf(order), lineage),
    lineage,
    changes,
    sent,
    ...partsTold(order, gathered.known),
    ...defined({ rung, known, withheld, call: callOf(schedule, call, order, sent.at(-1)) }),
  };
}

function partsTold(order: PlannedOrder, known: JournalState): Pick<ExplainedOrder, 'parts' | 'fills'> {
  const parts = partsOfExit(order, known);
  return parts.length === 0 ? {} : { parts, fills: fillsOf(order, known) };
}

export function explainedLadder(gathered: Gathered, ladder: Ladder): ExplainedLadder {
  const { plan, schedule } = gathered;
  const orders = ladder.orders.map((id) => orderOf(plan, id));
  const [first] = orders as [PlannedOrder, ...PlannedOrder[]];
  const written = writtenOf(gathered, first);
  const calls = new Map(schedule.calls.flatMap(({ number, orders: own }) => own.map(({ id }) => [id, number])));
  return {
    is: 'ladder',
    ...explainedPlan(gathered, written),
    id: ladder.name,
    words: ladder.words,
    fields: explainFields(first, written, ladder, plan.groups).filter(({ name }) => !OWN_OF_RUNG.has(name)),
    rungs: orders.map((order) => rungOf(order, gathered, calls.get(order.id))),
  };
}

/** Fields that the table of rungs shows for each rung. */
const OWN_OF_RUNG: ReadonlySet<string> = new Set([
  'size',
  'price',
  'trigger',
  'takeProfit',
  'stopLoss',
  'worth',
  'size.share',
  'over',
  'trigger (late)',
  'price (late)',
]);

function rungOf(order: PlannedOrder, gathered: Gathered, call: number | undefined): ExplainedRung {
  const { id, size, price, trigger, takeProfit, stopLoss } = order;
  return {
    id,
    size: size.toString(),
    // The slices of a ladder over time may be at market.
    price: price.kind === 'limit' ? price.at.toString() : 'market',
    ...defined({
      trigger: trigger?.toString(),
      takeProfit: takeProfit?.toString(),
      stopLoss: stopLoss?.toString(),
      known: gathered.known.get(id),
      call,
      withheld: withheldFrom(gathered, id),
    }),
  };
}

function orderOf(plan: Plan, id: string): PlannedOrder {
  const order = plan.orders.find((one) => one.id === id);
  if (order === undefined) throw new Error(`no order ${id}`);
  return order;
}

const writtenOf = ({ source }: Gathered, order: PlannedOrder): WrittenOrder =>
  writtenOrder(source, order.ladder ?? order.id);

function explainedPlan({ source, plan, variables, looked }: Gathered, written: WrittenOrder): ExplainedPlan {
  const { name, generation, description } = plan;
  return { name, generation, ...defined({ description }), excerpt: excerptOf(source, written, variables), looked };
}

/** The lines of the order in the plan, and of the variables and defaults that it uses. */
function excerptOf(source: SourceFile, written: WrittenOrder, given: VariableValues): Excerpt {
  const { first, last, variables, inherited } = written;
  const numbers = new Set([...variables.values(), ...inherited.values()].map(({ line }) => line));
  for (let line = first; line <= last; line++) numbers.add(line);
  const lines = [...numbers].toSorted((a, b) => a - b).map((number) => ({ number, text: source.line(number) }));
  const remarks = [...given].flatMap(([name, value]) => {
    const instead = variables.get(name);
    return instead === undefined ? [] : [`line ${instead.line} is not used: --var ${name}=${value.toString()}`];
  });
  return { file: source.path, line: first, lines, remarks };
}

const pendingOf = (
  { pending }: Schedule,
  call: Call | undefined,
  id: string,
): { readonly lineage: number; readonly stage?: number } | undefined =>
  pending.get(call?.orders.find((one) => one.id === id)?.clientOid ?? '');

/** The call that will carry the order, or else the last one that did. */
function callOf(
  schedule: Schedule,
  planned: Call | undefined,
  order: PlannedOrder,
  sent: SentCall | undefined,
): ExplainedCall | undefined {
  const { id } = order;
  if (planned !== undefined) {
    const stage = pendingOf(schedule, planned, id)?.stage ?? 0;
    const remarks = stage === 0 ? [] : [`stage ${stage + 1}: sent once the orders that it waits for are accepted`];
    return explainedCall(`Call ${planned.number} of ${schedule.calls.length}`, planned, id, remarks);
  }
  if (sent === undefined) return undefined;
  const title = `Sent in call ${sent.call} of its run`;
  return explainedCall(title, sent, identityOf(order), ['these are the bytes of the journal, as they were sent']);
}

const entryOf = (body: string, clientOid: string): string | undefined =>
  readRecorded(
    (dialect) => dialect.entryOf(body, clientOid),
    (entry) => entry !== undefined,
  );

function explainedCall(
  title: string,
  call: Omit<Call, 'number'>,
  id: string,
  remarks: readonly string[],
): ExplainedCall {
  const { kind, path, weight, body, orders } = call;
  const own = orders.find((one) => one.id === id);
  const entry = kind === 'batch' && own !== undefined ? entryOf(body, own.clientOid) : undefined;
  const others = orders.map((one) => one.id).filter((other) => other !== id);
  const counts = countsOrdersBy(body) ? { countsOrders: true as const } : {};
  return { title, kind, path, weight, ...counts, others, body, remarks, ...defined({ entry }) };
}

const withheldFrom = ({ schedule }: Gathered, id: string): Withheld | undefined =>
  schedule.withheld.find(({ order }) => order.id === id)?.outcome;
