/** Calls sent through the real gate in virtual time, what the exchange would say to them, and the best there could be. */
import { WeightBudget } from '../../src/budget/weight-budget.ts';
import { dispatch } from '../../src/session/send/dispatcher.ts';
import { Gate } from '../../src/session/send/gate.ts';
import type { Call, Limits, Rate, Weight } from '../../src/model/call.ts';
import { createMeter, type Counting } from '../../src/paper/counting.ts';
import { BudgetLedger } from '../../proofs/support/budget-ledger.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

interface Arrival {
  readonly atMs: number;
  readonly weight: Weight;
}

export interface Flow {
  /** Until the last answer. */
  readonly placedMs: number;
  /** In the order in which the exchange sees them. */
  readonly arrivals: readonly Arrival[];
}

/** One way there and one way back, in ms. */
export type Network = () => { readonly thereMs: number; readonly backMs: number };

export async function simulate(calls: readonly Call[], limits: Limits, network: Network): Promise<Flow> {
  const clock = new SimClock();
  const ledger = new BudgetLedger(new WeightBudget(limits), clock);
  const gate = new Gate(ledger, clock, { maxPauseMs: Number.POSITIVE_INFINITY, onTooLong: () => {} });
  const arrivals: Arrival[] = [];
  let placedMs = 0;
  const send = async (call: Call): Promise<void> => {
    const attempt = await gate.pass({ number: call.number, request: () => call });
    if (attempt === undefined) throw new Error('nobody stopped the gate');
    const { thereMs, backMs } = network();
    await clock.sleep(thereMs);
    arrivals.push({ atMs: clock.monotonicMs(), weight: call.weight });
    await clock.sleep(backMs);
    ledger.answered(attempt);
    gate.wake();
    placedMs = clock.monotonicMs();
  };
  await clock.run(dispatch(calls, limits.inFlight, send));
  if (arrivals.length !== calls.length) throw new Error('a call got lost');
  return { placedMs, arrivals };
}

interface Counted {
  readonly rate: Rate;
  readonly costOf: (weight: Weight) => number;
}

/** The address's window and the account's two. Version 3 counts orders in both of these, version 2 calls in the second. */
const windowsOf = ({ ip, uid, orderCalls, countsOrders }: Limits): readonly Counted[] => [
  { rate: ip, costOf: (weight) => weight.ip },
  { rate: uid, costOf: (weight) => weight.uid },
  { rate: orderCalls, costOf: (weight) => (countsOrders === true ? weight.uid : 1) },
];

/**
 * Until the last answer if every call left as soon as the windows, counted where it leaves and given back on the dot, have
 * room for it: what nobody can do better in this order under sliding windows, and nobody can do safely.
 */
export function optimumMs(calls: readonly Call[], limits: Limits, roundTripMs: number): number {
  const windows = windowsOf(limits).map(({ rate, costOf }) => ({ rate, costOf: ({ weight }: Call) => costOf(weight) }));
  const sent = calls.map(() => 0);
  const firsts = windows.map(() => 0);
  const held = windows.map(() => 0);
  let nowMs = 0;
  calls.forEach((call, at) => {
    windows.forEach(({ rate, costOf }, window) => {
      for (;;) {
        const first = firsts[window] as number;
        const fits = (held[window] as number) + costOf(call) <= rate.amount;
        const freeAtMs = (sent[first] as number) + rate.windowMs;
        if (fits && (first >= at || freeAtMs > nowMs)) break;
        nowMs = Math.max(nowMs, freeAtMs);
        held[window] = (held[window] as number) - costOf(calls[first] as Call);
        firsts[window] = first + 1;
      }
    });
    windows.forEach(({ costOf }, window) => (held[window] = (held[window] as number) + costOf(call)));
    sent[at] = nowMs;
  });
  return nowMs + roundTripMs;
}

/** How many of the calls the paper exchange's own meters would refuse; what is refused is not counted. */
export function refusals({ arrivals }: Flow, limits: Limits, counting: Counting, phaseMs = 0): number {
  const windows = windowsOf(limits).map(({ rate, costOf }) => ({
    meter: createMeter(rate, counting, phaseMs),
    costOf,
  }));
  let refused = 0;
  for (const { atMs, weight } of arrivals) {
    if (windows.every(({ meter, costOf }) => meter.fits(costOf(weight), atMs))) {
      for (const { meter, costOf } of windows) meter.count(costOf(weight), atMs);
    } else refused += 1;
  }
  return refused;
}
