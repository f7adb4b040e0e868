import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import type { RunView } from '../../src/report/view/run-view.ts';
import {
  accepted,
  execution,
  finished,
  loaded,
  orderId,
  planned,
  prologue,
  rejected,
  sent,
  started,
  twelve,
  unknown,
  viewAfter,
  withheld,
} from '../support/run-events.ts';

const states = (view: RunView): string[] => [...view.orders].map(({ state }) => state);
const inFlight = (view: RunView): number[] => [...view.calls.inFlight].map(({ number }) => number);

/** The order `entry` after these events, without what the plan says of it. */
function entry(...events: RunEvent[]): unknown {
  const { headline: _, ...shown } = viewAfter([...prologue(), ...events]).orders.byId('entry') ?? {};
  return shown;
}

describe('what an order is shown as', () => {
  test.each([
    ['nothing yet', [], { state: 'waiting' }],
    ['its call sent', [sent(1)], { state: 'sending' }],
    ['accepted', [sent(1), accepted('entry', 1, 5)], { state: 'accepted', orderId: orderId(5), latencyMs: 41.3 }],
    [
      'rejected',
      [sent(1), rejected('entry', 1, '40015', 'no')],
      { state: 'rejected', code: '40015', message: 'no', latencyMs: 41.3 },
    ],
    ['unknown', [sent(1), unknown('entry', 1, 'cut')], { state: 'unknown', message: 'cut', latencyMs: 10_000 }],
    ['withheld', [withheld('entry', 'expired')], { state: 'withheld', reason: 'expired' }],
    [
      'withheld after its call did not leave',
      [sent(1), withheld('entry', 'stopped', 'why')],
      { state: 'withheld', reason: 'stopped', message: 'why' },
    ],
    [
      'refused by the rate limit',
      [sent(1), { event: 'sending-paused', why: 'rate-limit', call: 1, forMs: 10, message: '' }],
      { state: 'waiting' },
    ],
  ] as [string, RunEvent[], object][])('%s', (_, events, shown) => {
    expect(entry(...events)).toEqual({ id: 'entry', call: 1, ...shown });
  });
});

const found = (line: number, severity: 'error' | 'warning'): RunEvent => ({
  event: 'diagnostic',
  severity,
  code: 'order/off-tick',
  message: 'm',
  file: 'plan.yaml',
  line,
  column: 1,
});

describe('the run', () => {
  test('head and totals come from their events, in either order', () => {
    const view = viewAfter([started(twelve), loaded(12)]);
    expect(view).toMatchObject({
      plan: { name: 'btc-breakout', generation: 1 },
      run: { planFile: 'plan.yaml', mode: 'execute', target: 'paper' },
    });
    const run = { ...view.run, named: expect.any(Function) as unknown };
    expect(viewAfter([loaded(12), started(twelve)])).toMatchObject({ plan: view.plan, run });
    expect(viewAfter(prologue())).toMatchObject({
      compiled: { calls: 3, naive: { ip: 24, uid: 60 } },
      calls: { planned: 3, sent: 0 },
    });
  });

  test('counts always add up to the orders, and agree with the orders', () => {
    const run = new RunFold();
    for (const event of execution()) {
      run.apply(event, 0);
      const { view } = run;
      const counted = Object.fromEntries(
        Object.keys(view.orders.counts).map((state) => [state, states(view).filter((one) => one === state).length]),
      );
      expect(view.orders.counts).toEqual(counted);
    }
    expect(run.view.orders.counts).toMatchObject({
      accepted: 8,
      rejected: 2,
      unknown: 1,
      withheld: 1,
      waiting: 0,
      sending: 0,
    });
    expect(run.view.finished).toMatchObject({ exitCode: 7 });
  });
});

describe('the calls of a run', () => {
  test('a call is in flight until its last order has its outcome, and counts once however often it goes', () => {
    const pause: RunEvent = { event: 'sending-paused', why: 'not-sent', call: 2, forMs: 250, message: 'refused' };
    const outcomes = twelve.slice(1, 11).map(({ id }, at) => accepted(id, 2, at));
    expect(inFlight(viewAfter([...prologue(), sent(2)]))).toEqual([2]);
    expect(inFlight(viewAfter([...prologue(), sent(2), pause]))).toEqual([]);
    expect(inFlight(viewAfter([...prologue(), sent(1), sent(2), ...outcomes.slice(0, 9)]))).toEqual([1, 2]);
    const view = viewAfter([...prologue(), sent(1), sent(2), pause, sent(2), ...outcomes]);
    expect(inFlight(view)).toEqual([1]);
    expect(view.calls.sent).toBe(2);
  });

  test('a pause lasts from its event for as long as it says, or until something is sent, or the run stops', () => {
    const paused = [
      ...prologue(),
      sent(1),
      { event: 'sending-paused', why: 'rate-limit', call: 1, forMs: 10_000, message: '429' },
    ] as RunEvent[];
    expect(viewAfter(paused, 500).pause).toMatchObject({ untilMs: 10_500, call: 1 });
    expect(viewAfter([...paused, sent(1)]).pause).toBeUndefined();
    const stopping = viewAfter([...paused, { event: 'run-stopping', why: 'interrupted', inFlight: 0 }]);
    expect(stopping.pause).toBeUndefined();
    expect(stopping.stopping).toEqual({ why: 'interrupted', inFlight: 0 });
  });

  test('orders stand in the order of the plan, and the frontier is the furthest that has an outcome from a call', () => {
    const [first, second, third] = twelve as [OrderHeadline, OrderHeadline, OrderHeadline];
    const events = [started([first, second, third]), planned(1, 'single', [third]), planned(2, 'single', [first])];
    const view = viewAfter(events);
    expect([0, 1, 2, 3].map((at) => view.orders.byPlace(at)?.id)).toEqual([first.id, second.id, third.id, undefined]);
    expect(view.orders.frontier).toBe(-1);
    const { frontier } = viewAfter([
      ...events,
      withheld(second.id, 'not-selected'),
      sent(2),
      accepted(first.id, 2, 1),
    ]).orders;
    expect(frontier).toBe(0);
  });
});

describe('what a view keeps', () => {
  test('an outcome of an order that nothing described is kept, as settle tells them', () => {
    expect([...viewAfter([accepted('lost', 1, 3)]).orders]).toEqual([
      { id: 'lost', state: 'accepted', orderId: orderId(3), latencyMs: 41.3 },
    ]);
  });

  test('what begins after the end begins a new view; what only trails the end does not', () => {
    const run = new RunFold();
    for (const event of execution()) run.apply(event, 0);
    const ended = run.view;
    run.apply({ event: 'note', message: 'late' }, 9);
    expect(run.view).toBe(ended);
    expect(ended).toMatchObject({ notes: ['late'], finished: { exitCode: 7 } });
    run.apply(finished(), 9);
    expect(ended.finished).toMatchObject({ exitCode: 0 });
    run.apply(loaded(2, 'next'), 9);
    expect(run.view).toMatchObject({ plan: { name: 'next' }, startedAtMs: 9, orders: { length: 0 } });
    expect(ended).toMatchObject({ plan: { name: 'btc-breakout' }, startedAtMs: 0, orders: { length: 12 } });
  });

  test('texts are kept as they came: what draws them makes them safe', () => {
    const raw = '\u001b[2J\n';
    const view = viewAfter([
      loaded(1, raw),
      started([{ ...(twelve[0] as OrderHeadline), id: raw, symbol: raw }], { planFile: raw }),
      rejected(raw, 1, raw, raw),
      { event: 'note', message: raw },
    ]);
    expect(view).toMatchObject({ plan: { name: raw }, run: { planFile: raw }, notes: [raw] });
    expect(view.orders.byId(raw)).toMatchObject({ id: raw, headline: { symbol: raw }, code: raw, message: raw });
  });

  test('diagnostics are all counted, and the newest are kept', () => {
    const view = viewAfter([...Array.from({ length: 50 }, (_, at) => found(at + 1, 'error')), found(99, 'warning')]);
    expect(view).toMatchObject({ errors: 50, warnings: 1 });
    expect(view.diagnostics.at(-1)?.line).toBe(99);
    expect(view.diagnostics.length).toBeLessThan(50);
  });
});

test('an exit of which one part is unknown is that, whatever was placed after it', () => {
  const followed = { everyMs: 2000, windowMs: 10_000, inWindow: { ip: 1, uid: 1 } };
  const part = { id: 'stop', clientOid: 'one', because: 'first-fill' } as const;
  const events: RunEvent[] = [
    started([], { followed }),
    { event: 'order-outcome', ...part, outcome: 'unknown', message: 'no answer', rule: 'cut' },
    { event: 'order-outcome', ...part, part: 2, outcome: 'accepted', orderId: '1', rule: 'accepted' },
  ];
  expect(viewAfter(events).orders.counts).toMatchObject({ unknown: 1, accepted: 0 });
  const seen = { event: 'order-outcome', ...part, outcome: 'accepted', orderId: '2', rule: 'found' } as const;
  expect(viewAfter([...events, seen]).orders.counts).toMatchObject({ unknown: 0, accepted: 1 });
});
