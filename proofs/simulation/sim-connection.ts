import { classify } from '../../src/exchange/answers/classify.ts';
import { readList, readTime } from '../../src/exchange/answers/lists.ts';
import type { Exchange, OrderLists } from '../../src/ports.ts';
import type { SimClock } from '../support/sim-clock.ts';
import type { Venue } from './venue.ts';
import type { Witness } from './witness.ts';

/** What an `HttpExchange` is, with the simulated exchange in place of the wire; `within` counts the port calls of a life. */
export function connectTo(
  { venue, clock }: { readonly venue: Venue; readonly clock: SimClock },
  witness: Witness,
  within: <T>(act: () => Promise<T>) => Promise<T>,
  isAlive: () => boolean,
  origin: string,
): Exchange & OrderLists {
  let offsetMs = 0;
  const stamp = (): number => Math.trunc(clock.wallMs() + offsetMs);
  return {
    timestampMs: stamp,
    keyFingerprint: () => origin,
    place: (call, timestampMs) =>
      within(async () => {
        witness.placing(call);
        const { evidence, proof } = await venue.place(call, timestampMs);
        const result = classify(evidence, call);
        if (isAlive()) witness.answered(call, evidence, result, proof);
        return result;
      }),
    list: (query) =>
      within(async () => {
        const { evidence, told } = await venue.list(query, stamp());
        if (isAlive()) witness.listed(told);
        return readList(evidence);
      }),
    syncClock: () =>
      within(async () => {
        const askedMs = clock.wallMs();
        const serverMs = readTime(await venue.time());
        if (serverMs === undefined) return false;
        offsetMs = serverMs - (askedMs + clock.wallMs()) / 2;
        return true;
      }),
    close: () => Promise.resolve(),
  };
}
