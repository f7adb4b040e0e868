/** Streams of events of a watch: saves, good and broken, and what is placed between them. */
import type { OrderContent } from '../../src/model/order-changes.ts';
import type { OrderHeadline, PublicEvent, RunEvent, RunStarted, StandingOrder } from '../../src/model/event.ts';
import {
  accepted,
  clientOid,
  finished,
  loaded,
  orderId,
  planned,
  prologue,
  rejected,
  sent,
  started,
  twelve,
} from './run-events.ts';

type OrderState = Extract<PublicEvent, { event: 'order-state' }>;

export const CODE = `62a81732f0b4${'a'.repeat(52)}`;
/** When the first save was read, in milliseconds since 1970. */
export const SAVED_MS = 1_700_000_000_000;

const live: Partial<RunStarted> = {
  target: 'live',
  exchange: 'https://api-contract.weex.com',
  live: { account: 'main', config: 'ordo.config.yaml', journal: 'journal.db' },
};

const compiled = prologue().at(-1) as RunEvent;

export const isNew = ({ id }: OrderHeadline): OrderState => ({ event: 'order-state', id, state: 'new' });

/** As the journal has it after it was placed. */
export const stands = ({ id }: OrderHeadline, at: number, fields: Partial<OrderState> = {}): OrderState => ({
  event: 'order-state',
  id,
  clientOid: clientOid(id),
  state: 'accepted',
  orderId: orderId(at),
  withheld: 'already-accepted',
  ...fields,
});

/** A dry run of these orders, of which the new ones would be placed in one batch. */
export function dryRunOf(
  orders: readonly OrderHeadline[],
  states: readonly OrderState[] = orders.map(isNew),
  fields: Partial<RunStarted> = live,
): RunEvent[] {
  const placed = orders.filter(({ id }) => states.find((one) => one.id === id)?.withheld === undefined);
  return [
    started(orders, { mode: 'dry-run', ...fields }),
    loaded(orders.length, 'btc-breakout', CODE),
    ...states,
    { event: 'standing-stated', orders: states.flatMap((one) => standingAs(one, orders)) },
    ...(placed.length === 0 ? [] : [planned(1, 'batch', placed)]),
    compiled,
    finished({ mode: 'dry-run', target: fields.target ?? 'paper' }),
  ];
}

/** What is accepted, edited or removed stands as it was sent; a fixture knows that as the plan has it. */
function standingAs(one: OrderState, orders: readonly OrderHeadline[]): StandingOrder[] {
  const { id, state } = one;
  const order = orders.find((each) => each.id === id);
  const isUnknown = state === 'unknown';
  if (order === undefined || !(isUnknown || state === 'accepted' || state === 'edited')) return [];
  const { symbol, marginMode, side, size, price, trigger, takeProfit, stopLoss } = order;
  const texts = { symbol, marginMode, side, size, price, trigger, takeProfit, stopLoss };
  const content = Object.fromEntries(Object.entries(texts).filter((field) => field[1] !== undefined)) as OrderContent;
  return [{ plan: 'btc-breakout', generation: 1, id, state: isUnknown ? 'unknown' : 'accepted', content }];
}

export const watching = (
  at: Extract<RunEvent, { event: 'watch-stated' }>['at'],
  savedAtMs = SAVED_MS,
  approvable?: string,
): RunEvent => ({ event: 'watch-stated', at, savedAtMs, ...(approvable !== undefined && { approvable }) });

export const fine: RunEvent = { event: 'problems-framed', errors: 0, warnings: 0, text: '' };

/** A good save, read to its end. */
export const save = (orders: readonly OrderHeadline[], ...more: readonly RunEvent[]): RunEvent[] => [
  watching('reading'),
  ...more,
  ...dryRunOf(orders),
  fine,
  watching('following', SAVED_MS, CODE),
];

export const FRAMED =
  'error[order/off-tick]: 64100.05 is not on the tick\n  --> plan.yaml:12:3\n   |\n12 |   price: 64100.05\n';

/** A save whose plan has an error. */
export const broken = (savedAtMs = SAVED_MS + 1000): RunEvent[] => [
  watching('reading', savedAtMs),
  { event: 'problems-framed', errors: 1, warnings: 0, text: FRAMED },
  finished({ mode: 'dry-run', target: 'live', exitCode: 3 }),
  watching('following', savedAtMs),
];

export const changed = (fields: Partial<Omit<Extract<PublicEvent, { event: 'plan-changed' }>, 'event'>>): RunEvent => ({
  event: 'plan-changed',
  added: [],
  removed: [],
  changed: [],
  weight: { ip: [9, 9], uid: [20, 20] },
  ...fields,
});

/** The last three orders are placed: two are accepted, one is rejected; then the plan is read again. */
export function placing(orders: readonly OrderHeadline[] = twelve, fields = live): RunEvent[] {
  const those = orders.slice(-3);
  const [first, second, third] = those as [OrderHeadline, OrderHeadline, OrderHeadline];
  const states = orders.map((order, at) =>
    order === second ? stands(order, at, { state: 'rejected', withheld: 'already-rejected' }) : stands(order, at),
  );
  return [
    watching('placing'),
    started(orders, { mode: 'execute', ...fields }),
    loaded(orders.length),
    planned(1, 'batch', those),
    compiled,
    sent(1),
    accepted(first.id, 1, 1),
    rejected(second.id, 1, '40754', 'balance not enough'),
    accepted(third.id, 1, 3),
    finished({ target: 'live', exitCode: 6 }),
    changed({ weight: { ip: [9, 0], uid: [20, 0] } }),
    ...dryRunOf(orders, states, fields),
    fine,
    watching('following'),
  ];
}
