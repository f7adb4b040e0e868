import { err, ok, type Result } from '../model/result.ts';
import { randomFrom } from './random.ts';
import { WIRE_FAULTS, type WireFaultName } from './wire-faults.ts';

/**
 * What can be made to go wrong with a call that places, in the words of the help: before the call is processed, while it is, in
 * the content of the answer, and with the answer as a whole.
 *
 * If a call is dealt several faults before it, or several of the whole answer, the first in this order happens.
 */
export const FAULT_MEANINGS = {
  'drop-before': 'the connection is cut; nothing is taken',
  'http-500-before': 'a 500; nothing is taken',
  'http-418-before': 'a 418; nothing is taken',
  rate: 'a 429; nothing is taken',
  'reject-one': 'one order of the call is refused for its margin',
  reorder: 'the entries of a batch answer are reversed',
  missing: 'an entry of a batch answer is left out',
  'no-order-id': 'an order is reported as taken, without its order id',
  'order-id-again': 'an order is reported under the order id of an earlier one',
  'drop-after': 'taken, and the connection is cut',
  'stall-after': 'taken, and no answer ever comes',
  'http-502-after': 'taken, and the answer is a 502 page',
  'error-unlisted': 'taken, and the answer is the error 45001 at 400',
  'error-with-order': 'taken, and the answer is a refusal that names the order',
  'zeros-with-order': 'taken, and the answer is the code 000000 and the order',
  'rate-with-order': 'taken, and the answer is a 429 that names the order',
  garbage: 'taken, and the answer is not JSON',
  truncate: 'taken, and the answer is cut short',
} as const;
export type FaultName = keyof typeof FAULT_MEANINGS;
export const FAULTS = Object.keys(FAULT_MEANINGS) as readonly FaultName[];

/** The probability of each fault per order call, from 0 to 1. Faults are drawn independently. */
export type FaultSpec = Readonly<Partial<Record<FaultName | WireFaultName, number>>>;

/** The faults of one call. `pick`, from 0 to below 1, chooses the entry for a fault that affects one entry. */
export interface Hand<Name extends string = FaultName> {
  readonly faults: ReadonlySet<Name>;
  readonly pick: number;
}

const PROBABILITY = /^(?:0(?:\.[0-9]+)?|1(?:\.0+)?)$/;

/** Reads a text such as `drop-after:0.1,rate:0.05`. The error is a sentence that names the wrong part. */
export const parseFaults = (text: string): Result<FaultSpec, string> => parseSpec(text, [...FAULTS, ...WIRE_FAULTS]);

/** The same, of these faults. */
export function parseSpec<Name extends string>(
  text: string,
  names: readonly Name[],
): Result<Readonly<Partial<Record<Name, number>>>, string> {
  const spec: Partial<Record<Name, number>> = {};
  for (const part of text.split(',')) {
    const [given = '', probability, ...rest] = part.trim().split(':');
    const name = names.find((one) => one === given);
    if (name === undefined) return err(`unknown fault "${given}"; there are ${names.join(', ')}`);
    if (probability === undefined || rest.length > 0 || !PROBABILITY.test(probability)) {
      return err(`"${part.trim()}" must be a fault and its probability from 0 to 1, such as ${name}:0.1`);
    }
    if (spec[name] !== undefined) return err(`fault ${name} is named twice`);
    spec[name] = Number(probability);
  }
  return ok(spec);
}

/** Deals one hand per order call. */
export const createDealer = (spec: FaultSpec, seed: number): (() => Hand) => dealerOf(FAULTS, spec, seed);

/** Parts the stream of version 3's own faults from that of both versions, under one seed. */
const APART = 0x77_69_72_65;

export type WireHand = Hand<FaultName | WireFaultName>;

/** Adds version 3's own faults to hands of both versions. */
export function createWireDealer(deal: () => Hand, spec: FaultSpec, seed: number): () => WireHand {
  const dealOwn = dealerOf(WIRE_FAULTS, spec, seed ^ APART);
  return () => {
    const { faults, pick } = deal();
    return { faults: new Set([...faults, ...dealOwn().faults]), pick };
  };
}

/** Every hand draws the same number of random values, so adding a fault does not shift the others. */
export function dealerOf<Name extends string>(
  names: readonly Name[],
  spec: Readonly<Partial<Record<Name, number>>>,
  seed: number,
): () => Hand<Name> {
  const random = randomFrom(seed);
  return () => {
    const faults = new Set<Name>();
    for (const name of names) if (random() < (spec[name] ?? 0)) faults.add(name);
    return { faults, pick: random() };
  };
}
