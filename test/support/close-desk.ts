/** A position, a paper exchange whose closes go wrong as a test wants it, and `ordo close`. */
import { createDealer, type FaultSpec } from '../../src/paper/faults.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { configOf, type Version } from './checked-desk.ts';
import { here, type Surroundings } from './here.ts';
import { paperAndPlace, run, type At } from './live.ts';

export interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
}

export const LONG = (size: string, more = '', id = 'entry'): string =>
  `  - { id: ${id}, side: open-long, size: ${size}, price: market, reference: 64000${more === '' ? '' : `, ${more}`} }\n`;
export const planOf = (...orders: readonly string[]): string =>
  `version: 1\nname: first\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.join('')}`;

/** Deals these faults to so many calls behind the first `clean`, to none before, and to none of the next `then`. */
export function faultsAfter(clean: number, faults: FaultSpec, faulty = 3, then = 0): PaperOptions {
  const spec = Object.fromEntries(Object.keys(faults).map((name) => [name, 0.5])) as FaultSpec;
  for (let seed = 1; ; seed++) {
    const deal = createDealer(spec, seed);
    const hands = Array.from({ length: clean + faulty + then }, () => deal().faults.size > 0);
    if (hands.every((hasFault, at) => hasFault === (at >= clean && at < clean + faulty))) return { faults: spec, seed };
  }
}

/** What these orders opened is held. */
export async function held(
  version: Version,
  plan = planOf(LONG('0.0401')),
  options: PaperOptions = {},
  execution = 'cancelWait: 3s',
): Promise<Desk> {
  const desk = await paperAndPlace(options);
  desk.at.write('ordo.config.yaml', configOf(version, execution));
  desk.at.write('plan.yaml', plan);
  const ended = await run(desk.at);
  if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
  return desk;
}

export const close = ({ at }: Pick<Desk, 'at'>, words: string, how: Surroundings = {}): Promise<Ended> =>
  here(['close', ...words.split(' ').filter((word) => word !== '')], at, how);

/** What was placed that closes: size and status, in the exchange's words. */
export const closes = ({ paper }: Pick<Desk, 'paper'>): string[] =>
  paper.orders.filter(({ type }) => type === '3' || type === '4').map(({ size, status }) => `${size} ${status}`);

export const finishedAs = (ended: Ended): unknown => {
  const [finished] = ofKind(eventsOf(ended), 'run-finished');
  return [finished?.exitCode, finished?.refusal?.code];
};

/** As the dry run prints it. */
export const codeIn = ({ stdout }: Ended): string => /--approve\s+([0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
