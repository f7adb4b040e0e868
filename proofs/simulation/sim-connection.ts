import { OPERATIONS } from '../../src/exchange/operations/operations.ts';
import type { Call } from '../../src/model/call.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { Exchange } from '../../src/ports.ts';
import { readRequest } from './request.ts';
import type { Answered, Venue } from './venue.ts';
import type { Witness } from './witness.ts';

/** What an `HttpExchange` is, with the simulated exchange in place of the wire; `within` counts the port calls of a life. */
export function connectTo(
  { venue }: { readonly venue: Venue },
  witness: Witness,
  within: <T>(act: () => Promise<T>) => Promise<T>,
  isAlive: () => boolean,
  origin: string,
): Exchange {
  const ask = async (words: string, asking: () => Promise<Answered>): Promise<Answered> => {
    witness.asking(words);
    const answered = await asking();
    if (isAlive()) witness.heard(answered);
    return answered;
  };
  const evidenceOf = async (name: string, asked: unknown, timestampMs: number): Promise<Evidence> => {
    if (name === 'time') return (await ask('the time', () => venue.time())).evidence;
    if (Object.hasOwn(OPERATIONS.list, name)) {
      const query = asked as ListQuery;
      return (await ask(query.list, () => venue.list(query, timestampMs))).evidence;
    }
    const call = asked as Call;
    const request = readRequest(call.path, call.body);
    witness.placing(request);
    const answered = await venue.place(request, timestampMs);
    if (isAlive()) witness.answered(request, answered);
    return answered.evidence;
  };
  return {
    operations: OPERATIONS,
    keyFingerprint: () => origin,
    send: (operation, asked, timestampMs) =>
      within(async () => {
        const evidence = await evidenceOf(operation.name, asked, timestampMs);
        return operation.judge(evidence, asked, { refusalCodes: new Set(), clean: (words) => words });
      }),
    close: () => Promise.resolve(),
  };
}
