/** What the scenarios of the executor share: their orders, their answers, and short readings of a finished run. */
import { someOrders } from '../support/plan-builder.ts';
import { acceptsAll, type Script } from '../support/sim-exchange.ts';
import type { Rig } from './rig.ts';

/** Orders that go one by one, so that the calls are as many. */
export const ORDERS = someOrders(6, { stopLoss: '1' });
/** Answers of one moment still come one after the other, with any number of promises settling in between. */
export const TURNS = Array.from({ length: 16 }, (_, index) => index);

export const always =
  (afterMs = 20): Script =>
  (call) => ({ result: acceptsAll(call), afterMs });
/** Accepts all but call `number`, which gets this answer at each of its times. */
export const butCall =
  (number: number, answer: Script): Script =>
  (call, time) =>
    call.number === number ? answer(call, time) : { result: acceptsAll(call), afterMs: 20 };

export const sent = ({ exchange }: Rig): string[] =>
  exchange.placed.map(({ call, sentMs }) => `${call.number} at ${sentMs}`);
export const stopsOf = ({ events }: Rig): number => events.filter(({ event }) => event === 'run-stopping').length;
export const pausesOf = ({ events }: Rig): string[] =>
  events.filter((event) => event.event === 'sending-paused').map(({ why, call, forMs }) => `${why} ${call} ${forMs}`);
export const saidOf = (one: Rig, outcome: string): string[] =>
  one
    .said()
    .filter((line) => line.endsWith(` ${outcome}`))
    .map((line) => line.split(' ')[0] as string);
export const statesOf = ({ journal }: Rig): string[] =>
  [...journal.state().values()].map(({ id, state }) => `${id} ${state}`);

/** No call left before the journal had the acceptance of all that it waits for. */
export function leftTooEarly({ log, schedule }: Rig): number[] {
  const callOf = new Map(schedule.calls.flatMap(({ number, orders }) => orders.map((one) => [one.clientOid, number])));
  return schedule.calls
    .filter(({ number, waitsFor = [] }) => {
      const left = log.findIndex((effect) => effect.what === 'intent' && effect.call === number);
      const isRecorded = (clientOid: string): boolean =>
        log.slice(0, left).some((effect) => effect.what === 'recorded' && effect.call === callOf.get(clientOid));
      return left !== -1 && !waitsFor.every(isRecorded);
    })
    .map(({ number }) => number);
}
