/** What the records of a run that was killed say of what it sent, and nobody was told. Pure. */
import { defined } from '../../model/defined.ts';
import type { OrderOutcome } from '../../model/event.ts';
import { NO_ANSWER, type OrderState } from '../../model/outcome.ts';
import type { LaterState } from '../../model/story.ts';
import { isEnding } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';
import { emptyJournal } from '../records/state.ts';
import { headlinesOf, partsKnown } from './cut-run.ts';
import type { CutRun, KeptRun } from './kept-run.ts';
import type { SentOrders } from './sent-orders.ts';

/** What it sent, and has no answer to. */
export function unanswered({ records }: KeptRun, sent: SentOrders): OrderOutcome[] {
  const ended = new Set(records.map(({ record }) => (isEnding(record.kind) ? record.about : undefined)));
  const open = [...sent.intents].flatMap(([id, intent]) => (ended.has(id) ? [] : [intent]));
  const none = { outcome: 'unknown', message: NO_ANSWER, rule: 'no-record' } as const;
  return open.flatMap((intent) => intent.orders.map((_, at) => sent.outcomeOf(intent, at, none)));
}

/** Orders whose answer was lost, and that a look found while it followed its plan: it told each once more. */
export const foundSince = ({ settled, goneAt = 0, left }: KeptRun, sent: SentOrders): OrderOutcome[] =>
  settled.flatMap(({ intent, at, step, orderId = '', rule, record }): OrderOutcome[] => {
    const call = sent.intents.get(intent);
    if (left === undefined || call === undefined || step !== 'settle-accepted') return [];
    if (record > goneAt || rule === 'by-person') return [];
    return [sent.outcomeOf(call, at, { outcome: 'accepted', orderId, rule: 'found' })];
  });

/** How each order ended that it was to take off. */
export function cancelEnds(
  { off, goneAt = 0, now = emptyJournal }: KeptRun,
  sent: SentOrders,
): ReturnType<KeptRun['off']['ends']> {
  const orderIds = new Map([...now.values()].map(({ clientOid, orderId }) => [clientOid, orderId]));
  const named = (known: string): { id: string; part?: number } => {
    const [id = '', part] = sent.planName(known).split('/');
    return { id, ...(part !== undefined && { part: Number(part) }) };
  };
  return off.ends(goneAt, named, (clientOid) => orderIds.get(clientOid));
}

/** An answer comes so long after its request was signed. */
export function cutRun({ listed, announced = [], records }: KeptRun, sent: SentOrders): CutRun {
  const answeredMs = new Map<string, number>();
  for (const { record } of records) {
    const intent = isEnding(record.kind) ? sent.intents.get(record.about ?? 0) : undefined;
    if (intent === undefined) continue;
    const { latencyMs = 0 } = saidOf('ending', record);
    for (const [, clientOid] of intent.orders) answeredMs.set(clientOid, intent.signedAtMs + latencyMs);
  }
  return { startedAtMs: listed.startedAtMs, announced, answeredMs };
}

/** What an order can come to once it was placed. */
const ENDS: ReadonlySet<OrderState> = new Set(['accepted', 'rejected', 'absent', 'cancelled', 'filled', 'closed']);

/** What became of the orders of earlier runs since a run began that has no end: by the ids of its plan. */
export function sinceItBegan({
  left,
  before = emptyJournal,
  now = emptyJournal,
  announced = [],
}: KeptRun): ReadonlyMap<string, LaterState> {
  const since = new Map<string, LaterState>();
  if (left === undefined) return since;
  for (const headline of headlinesOf(announced))
    for (const [at, { clientOid, state: stood }] of partsKnown(headline, before).entries()) {
      const order = partsKnown(headline, now)[at];
      if (order?.clientOid !== clientOid || order.state === stood || !ENDS.has(order.state)) continue;
      const { state, orderId, later, message, changedAtMs: atMs } = order;
      const id = at === 0 ? headline.id : `${headline.id}/${at + 1}`;
      since.set(id, { state, atMs, ...defined({ message: later?.message ?? message, orderId }) });
    }
  return since;
}
