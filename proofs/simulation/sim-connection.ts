import { classify } from '../../src/exchange/answers/classify.ts';
import { readList, readTime } from '../../src/exchange/answers/lists.ts';
import type { Exchange, OrderLists } from '../../src/ports.ts';
import type { SimClock } from '../support/sim-clock.ts';
import { readRequest } from './request.ts';
import type { Answered, Venue } from './venue.ts';
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
  const ask = async (words: string, asking: () => Promise<Answered>): Promise<Answered> => {
    witness.asking(words);
    const answered = await asking();
    if (isAlive()) witness.heard(answered);
    return answered;
  };
  return {
    timestampMs: stamp,
    keyFingerprint: () => origin,
    place: (call, timestampMs) =>
      within(async () => {
        const request = readRequest(call.path, call.body);
        witness.placing(request);
        const answered = await venue.place(request, timestampMs);
        if (isAlive()) witness.answered(request, answered);
        return classify(answered.evidence, call);
      }),
    list: (query) => within(async () => readList((await ask(query.list, () => venue.list(query, stamp()))).evidence)),
    syncClock: () =>
      within(async () => {
        const askedMs = clock.wallMs();
        const serverMs = readTime((await ask('the time', () => venue.time())).evidence);
        if (serverMs === undefined) return false;
        offsetMs = serverMs - (askedMs + clock.wallMs()) / 2;
        return true;
      }),
    close: () => Promise.resolve(),
  };
}
