/** A client that places batches, and what the benchmark asks of each. */
export interface Client {
  /** Prepares `calls` calls; the function that it returns places them all, and throws unless every order was accepted. */
  readonly prepare: (name: string, calls: number) => () => Promise<void>;
}

export interface Place {
  readonly origin: string;
  /** On the disk, for a client that keeps a journal. */
  readonly folder: string;
}

/** Orders in a call. */
export const BATCH = 20;
/** Calls in flight. */
export const CONCURRENCY = 8;
export const BATCH_PATH = '/capi/v2/order/batchOrders';

/** A client made of one call: it places the n-th batch and gives the client order ids that were accepted. */
export const oneByOne = (place: (call: number) => Promise<readonly string[]>): Client => ({
  prepare: (_name, calls) => async () => {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < calls) {
        const call = next++;
        const accepted = await place(call);
        const last = orderKey(call, BATCH - 1);
        if (accepted.length !== BATCH || accepted[BATCH - 1] !== last)
          throw new Error(`call ${call}: ${accepted.join(' ')}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  },
});

export const orderKey = (call: number, entry: number): string =>
  `ordo${String(call * BATCH + entry).padStart(32, '0')}`;
