/** A plan, a paper exchange and the command, for what the check before sending says. */
import { parseDuration } from '../../src/config/rate-text.ts';
import { parseAccountFaults } from '../../src/paper/account-faults.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { ordo, type Ended } from '../../proofs/support/ordo.ts';
import { here } from './here.ts';
import { paperAndPlace, type At } from './live.ts';
import type { INTERFACES } from './spellings.ts';

export type Version = (typeof INTERFACES)[number];

export interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
}

export const configOf = (version: Version, execution = ''): string =>
  `version: 1\nexchange: { interface: ${version} }\n${execution === '' ? '' : `execution: { ${execution} }\n`}`;
export const WARN = 'accountCheck: warn';

export async function desk(version: Version, plan: string, options: PaperOptions = {}, execution = ''): Promise<Desk> {
  const started = await paperAndPlace(options);
  started.at.write('ordo.config.yaml', configOf(version, execution));
  started.at.write('plan.yaml', plan);
  return started;
}

const RUN = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines'];
export const run = (at: At, ...more: string[]): Promise<Ended> => ordo([...RUN, ...more], at);
/** The same in this process, for what is said and counted. */
export const runHere = (at: At): Promise<Ended> => here(RUN, at);
export const told = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');
/** Orders that were placed, by what the exchange has of them. */
export const sent = ({ paper }: Desk): number => paper.orders.length;
export const keyed = (at: At, env: Record<string, string>): At => ({ ...at, env: { ...at.env, ...env } });

export const plan = (...orders: string[]): string =>
  `version: 1\nname: checked\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
export const BID = 'id: bid, side: open-long, size: 0.01, price: 60000';
export const NOW = 'id: now, side: open-long, size: 0.02, price: market';
export const OUT = 'id: out, side: close-long, size: 0.01, price: 70000';
export const STOP = 'id: stop, side: close-long, size: 0.01, trigger: 50000, price: market';

export const faults = (text: string): PaperOptions => {
  const read = parseAccountFaults(text, parseDuration);
  if (!read.ok) throw new Error(read.error);
  return { accountFaults: read.value };
};

export const REQUIRED = (reference: string): string => `version: 1
name: breakout
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt, reference: ${reference} }
orders:
  - { id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010 }
  - { id: break-stop, side: close-long, size: 0.05, trigger: 64010, price: market }
`;
