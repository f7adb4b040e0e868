import { defaultConfig } from '../../src/model/config.ts';
import type { OrderHeadline, PublicEvent, RunEvent, RunStarted } from '../../src/model/event.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import type { RunView } from '../../src/report/view/run-view.ts';
import { WatchFold, type WatchView } from '../../src/report/view/watch-view.ts';
import { BID } from '../../proofs/support/told-orders.ts';

/** What a run looks like after these events, all of which came at `atMs`. */
export function viewAfter(events: readonly RunEvent[], atMs = 0): RunView {
  const run = new RunFold();
  for (const event of events) run.apply(event, atMs);
  return run.view;
}

/** What a screen has to show after these events, all of which came at `atMs`. */
export function watchAfter(events: readonly RunEvent[], atMs = 0): WatchView {
  const watch = new WatchFold();
  for (const event of events) watch.apply(event, atMs);
  return watch.view;
}

type OutcomeEvent = Extract<PublicEvent, { event: 'order-outcome' }>;
type Named = { readonly id: string; readonly clientOid: string; readonly call?: number };

const order = (id: string, fields: Partial<OrderHeadline>): OrderHeadline => ({ id, ...BID, ...fields });

/** Twelve orders of all kinds: presets, a batch of ten, a trigger order. */
export const twelve: readonly OrderHeadline[] = [
  order('entry', { size: '0.01', takeProfit: '68000', stopLoss: '62000.5' }),
  ...Array.from({ length: 9 }, (_, at) =>
    order(`pullback-${at + 1}`, {
      size: `0.${String(at + 1).padStart(2, '0')}`,
      price: String(63_000 - at * 375),
      timeInForce: 'post-only',
    }),
  ),
  order('hedge', { side: 'open-short', size: '1.5', price: 'market' }),
  order('bail-out', { side: 'close-long', size: '0.46', trigger: '61900', price: 'market' }),
];

export const clientOid = (id: string): string => `ordo${id.replaceAll('-', '')}`.padEnd(36, '7').slice(0, 36);
export const orderId = (at: number): string => String(596_471_064_624_628_000n + BigInt(at));

const DIGEST = '3f9c12ab34cd'.padEnd(64, '0');

export const started = (orders: readonly OrderHeadline[], fields: Partial<RunStarted> = {}): RunStarted => ({
  event: 'run-started',
  planFile: 'plan.yaml',
  description: 'Breakout entry with a laddered pullback',
  mode: 'execute',
  target: 'paper',
  exchange: 'embedded paper exchange',
  limits: defaultConfig.exchange.limits,
  ladders: [],
  stopsAtUnknown: true,
  canLive: true,
  orders,
  ...fields,
});

/** What a dry run with --live says is to be approved. */
const APPROVAL = `62a81732f0b4${'0'.repeat(52)}`;

export const loaded = (orders: number, plan = 'btc-breakout', approval?: string): RunEvent => ({
  event: 'plan-loaded',
  plan,
  generation: 1,
  orders,
  digest: DIGEST,
  ...(approval !== undefined && { approval }),
});

export const assumptions: RunEvent = {
  event: 'assumptions-stated',
  assumptions: [
    { name: 'signature', value: 'Base64 of HMAC-SHA256 over timestamp + method + path + body', change: 'fixed' },
    { name: 'IP weight window', value: '500 per 10 s', change: 'exchange.ipWeight' },
    { name: 'order calls', value: '10 per second', change: 'exchange.orderCalls' },
    {
      name: 'order not found',
      value: 'an order that is not in the lists may still exist, so this is no proof',
      change: 'fixed',
    },
  ],
};

const entry = ({ id, size, price }: OrderHeadline): object => ({
  client_oid: clientOid(id),
  size,
  type: '1',
  order_type: '0',
  match_price: price === 'market' ? '1' : '0',
  price,
});

type Kind = Extract<PublicEvent, { event: 'call-planned' }>['kind'];
const PATHS: Readonly<Record<Kind, string>> = { single: 'placeOrder', batch: 'batchOrders', trigger: 'plan_order' };

export function planned(call: number, kind: Kind, orders: readonly OrderHeadline[]): RunEvent {
  const body = JSON.stringify(
    kind === 'batch'
      ? { symbol: 'cmt_btcusdt', marginMode: 1, orderDataList: orders.map(entry) }
      : { symbol: 'cmt_btcusdt', ...entry(orders[0] as OrderHeadline), marginMode: 1 },
  );
  const weight = kind === 'batch' ? { ip: 5, uid: 10 } : { ip: 2, uid: 5 };
  return {
    event: 'call-planned',
    call,
    kind,
    method: 'POST',
    path: `/capi/v2/order/${PATHS[kind]}`,
    body,
    orders: orders.map(({ id }) => id),
    weight,
  };
}

/** A dry run's or an execution's events up to the first call that is sent. */
export const prologue = (fields: Partial<RunStarted> = {}): RunEvent[] => [
  loaded(twelve.length, 'btc-breakout', fields.target === 'live' ? APPROVAL : undefined),
  started(twelve, fields),
  assumptions,
  planned(1, 'single', twelve.slice(0, 1)),
  planned(2, 'batch', twelve.slice(1, 11)),
  planned(3, 'trigger', twelve.slice(11)),
  {
    event: 'plan-compiled',
    calls: 3,
    weight: { ip: 9, uid: 20 },
    lowerBound: { ip: 9, uid: 20 },
    naive: { ip: 24, uid: 60 },
    forecastMs: 0,
  },
];

export const finished = (fields: Partial<Extract<PublicEvent, { event: 'run-finished' }>> = {}): RunEvent => ({
  event: 'run-finished',
  mode: 'execute',
  target: 'paper',
  counts: { accepted: 0, rejected: 0, unknown: 0, withheld: 0 },
  exitCode: 0,
  elapsedMs: 812,
  ...fields,
});

const named = (id: string, call?: number): Named => ({
  id,
  clientOid: clientOid(id),
  ...(call === undefined ? {} : { call }),
});
export const accepted = (id: string, call: number, at: number): OutcomeEvent => ({
  event: 'order-outcome',
  ...named(id, call),
  outcome: 'accepted',
  orderId: orderId(at),
  rule: 'accepted',
  latencyMs: 41.3,
});
export const rejected = (id: string, call: number, code: string, message: string): OutcomeEvent => ({
  event: 'order-outcome',
  ...named(id, call),
  outcome: 'rejected',
  code,
  message,
  rule: 'entry-refused',
  latencyMs: 41.3,
});
export const unknown = (id: string, call: number, message: string): OutcomeEvent => ({
  event: 'order-outcome',
  ...named(id, call),
  outcome: 'unknown',
  message,
  rule: 'timeout',
  latencyMs: 10_000,
});
export const withheld = (
  id: string,
  reason: Extract<OutcomeEvent, { outcome: 'withheld' }>['reason'],
  message?: string,
): OutcomeEvent => ({
  event: 'order-outcome',
  ...named(id),
  outcome: 'withheld',
  reason,
  ...(message === undefined ? {} : { message }),
});

export const sent = (call: number): RunEvent => ({ event: 'call-sent', call });

/** All four outcomes, a pause and a stop. */
export const execution = (fields: Partial<RunStarted> = {}): RunEvent[] => [
  ...prologue(fields),
  sent(1),
  {
    event: 'budget-changed',
    ip: { used: 2, limit: 500, freesInMs: 10_000 },
    uid: { used: 5, limit: 500 },
    inFlight: 1,
  },
  unknown('entry', 1, 'no answer within 10 s; the order may or may not be on the exchange'),
  sent(2),
  { event: 'sending-paused', why: 'rate-limit', call: 2, forMs: 10_000, message: '429 too many requests' },
  sent(2),
  ...twelve.slice(1, 9).map(({ id }, at) => accepted(id, 2, at)),
  rejected('pullback-9', 2, '40015', 'post-only order would be filled at once as a taker; it was not taken'),
  rejected('hedge', 2, '40754', 'balance not enough'),
  { event: 'run-stopping', why: 'an outcome is unknown', inFlight: 0 },
  withheld('bail-out', 'stopped', 'an outcome is unknown'),
  finished({
    target: fields.target ?? 'paper',
    counts: { accepted: 8, rejected: 2, unknown: 1, withheld: 1 },
    exitCode: 7,
    elapsedMs: 20_812,
  }),
];

export const dryRun = (fields: Partial<RunStarted> = {}): RunEvent[] => [
  ...prologue({ mode: 'dry-run', ...fields }),
  finished({ mode: 'dry-run', target: fields.target ?? 'paper', elapsedMs: 31 }),
];
