/** An account with orders of two plans, and `ordo flatten`. */
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { place, type Ended } from '../../proofs/support/ordo.ts';
import { configOf, type Version } from './checked-desk.ts';
import { here, type Surroundings } from './here.ts';
import { afterTest, paperAndPlace, run, type At } from './live.ts';

export interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
}

/** 0.04 held with a stop and a target, and a bid that may still open. */
export const PLAN = `version: 1
name: first
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.04, price: market, reference: 64000 }
  - { id: stop, side: close-long, size: 0.04, trigger: 62000, price: market, after: [entry] }
  - { id: out, side: close-long, size: 0.04, price: 90000, after: [entry] }
  - { id: bid, side: open-long, size: 0.01, price: 60000 }
`;
const FOREIGN = `version: 1
name: other
defaults: { symbol: cmt_ethusdt }
orders:
  - { id: short, side: open-short, size: 2, price: market, reference: 3200 }
  - { id: more, side: open-short, size: 1, price: 9000 }
`;

export async function desk(version: Version, options: PaperOptions = {}, execution = 'cancelWait: 3s'): Promise<Desk> {
  const made = await paperAndPlace(options);
  made.at.write('ordo.config.yaml', configOf(version, execution));
  made.at.write('plan.yaml', PLAN);
  // Whatever the account does not tell, a run that is given again goes on.
  for (let tries = 0; tries < 30; tries++) if ((await run(made.at)).code === 0) return made;
  throw new Error('the plan was not placed');
}

/** Placed from another journal. */
export async function foreign({ paper }: Desk, version: Version): Promise<void> {
  const other = place(paper.origin);
  afterTest(() => other.remove());
  other.write('ordo.config.yaml', configOf(version));
  other.write('plan.yaml', FOREIGN);
  const ended = await run(other);
  if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
}

export const flatten = ({ at }: Desk, words = '--execute --yes', how: Surroundings = {}): Promise<Ended> =>
  here(['flatten', '--why', 'feed is wrong', ...words.split(' ').filter((word) => word !== '')], at, how);

/** `btc 1 0.04 filled`, in the order in which they were taken. */
export const book = ({ paper }: Desk): string[] =>
  paper.orders.map(({ symbol, type, size, status }) => `${symbol.slice(4, 7)} ${type} ${size} ${status}`);

const RESTING: ReadonlySet<string> = new Set(['open', 'untriggered', 'canceling']);

/** What rests on the exchange of a symbol. */
export const resting = ({ paper }: Pick<Desk, 'paper'>, symbol = 'cmt_btcusdt'): number =>
  paper.orders.filter((order) => order.symbol === symbol && RESTING.has(order.status)).length;

/** What was opened of a symbol less what was closed of it, by the exchange's own book: below zero, more was closed than was held. */
export function heldIn({ paper }: Pick<Desk, 'paper'>, symbol = 'cmt_btcusdt'): string {
  const of = (type: string): Decimal =>
    paper.orders
      .filter((order) => order.symbol === symbol && order.type === type)
      .map(({ size, status, filledSize }) => Decimal.of(status === 'filled' ? size : (filledSize ?? '0')))
      .reduce((sum, size) => sum.plus(size), Decimal.zero);
  return [of('1').minus(of('3')), of('2').minus(of('4'))].map((left) => left.canonical()).join(' ');
}

export const FLAT = '0 0';
