import { err, ok, type Result } from '../model/result.ts';

/**
 * What can go wrong with an order call on purpose. Before it is processed: the socket is cut, a 500, a 429. Inside: one
 * order refused. In the answer: batch entries reversed, one left out, one without its order id. After: the socket is cut
 * without an answer, no answer ever, a 502 page, text that is no JSON, an answer cut short.
 *
 * Of several before, or several after, the first in this order happens.
 */
export const FAULTS = [
  'drop-before',
  'http-500-before',
  'rate',
  'reject-one',
  'reorder',
  'missing',
  'no-order-id',
  'drop-after',
  'stall-after',
  'http-502-after',
  'garbage',
  'truncate',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** Probability of each fault per order call, from 0 to 1; drawn independently of each other. */
export type FaultSpec = Readonly<Partial<Record<FaultName, number>>>;

/** What one call was dealt. `pick`, from 0 to below 1, chooses the entry that a fault of one entry meets. */
export interface Hand {
  readonly faults: ReadonlySet<FaultName>;
  readonly pick: number;
}

const PROBABILITY = /^(?:0(?:\.[0-9]+)?|1(?:\.0+)?)$/;
const isFault = (name: string): name is FaultName => (FAULTS as readonly string[]).includes(name);

/** Reads `drop-after:0.1,rate:0.05`. The error is a sentence that names the part at fault. */
export function parseFaults(text: string): Result<FaultSpec, string> {
  const spec: Partial<Record<FaultName, number>> = {};
  for (const part of text.split(',')) {
    const [name = '', probability, ...rest] = part.trim().split(':');
    if (!isFault(name)) return err(`unknown fault "${name}"; there are ${FAULTS.join(', ')}`);
    if (probability === undefined || rest.length > 0 || !PROBABILITY.test(probability)) {
      return err(`"${part.trim()}" must be a fault and its probability from 0 to 1, such as ${name}:0.1`);
    }
    if (spec[name] !== undefined) return err(`fault ${name} is named twice`);
    spec[name] = Number(probability);
  }
  return ok(spec);
}

/** Mulberry32: numbers from 0 to below 1, the same for the same seed on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Deals one hand per order call. Each takes equally many numbers, so a fault more in the spec moves no other fault. */
export function createDealer(spec: FaultSpec, seed: number): () => Hand {
  const random = randomFrom(seed);
  return () => {
    const faults = new Set<FaultName>();
    for (const name of FAULTS) if (random() < (spec[name] ?? 0)) faults.add(name);
    return { faults, pick: random() };
  };
}
