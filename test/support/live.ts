/** A paper exchange on loopback, a folder of its own, and the built command against both, live. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { besideJournal } from '../../src/journal/files/run-lock.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { eventsOf, ofKind, place, start, type Ended, type Place } from '../../proofs/support/ordo.ts';
import { here } from './here.ts';

/** Closes after the test, the last first. Asked for by each test: a hook of this file would be that of the first one alone. */
export const afterTest = (close: () => Promise<void> | void): void => onTestFinished(close);

export type At = ReturnType<typeof place>;

export async function paperAndPlace(options: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const paper = await startPaperExchange(options);
  const at = place(paper.origin);
  afterTest(() => paper.close());
  afterTest(() => at.remove());
  return { paper, at };
}

/** The same place, with the exchange's address in another spelling. */
export const localhost = (at: At): At => ({
  ...at,
  env: { ...at.env, ORDO_BASE_URL: (at.env['ORDO_BASE_URL'] ?? '').replace('127.0.0.1', 'localhost') },
});

/** The origin of `ordo exchange` with these options, which serves until the test ends. */
export async function servedOrigin(...options: string[]): Promise<string> {
  const at = place();
  afterTest(() => at.remove());
  const serving = start(['exchange', ...options], at);
  afterTest(async () => {
    serving.child.kill('SIGTERM');
    await serving.ended;
  });
  let text = '';
  serving.child.stdout?.on('data', (part: string) => (text += part));
  await serving.until(/paper exchange on \S+\n/);
  return /on (http:\S+)/.exec(text)?.[1] ?? '';
}

export const LOSING: PaperOptions = { faults: { 'drop-after': 1 } };
export const GO_ON = 'version: 1\nexecution: { onUnknown: continue }\n';
/** The first run of a plan asks no list: for what is about the calls themselves, or counts what was spent. */
export const NO_LISTS = 'version: 1\nexchange: { queries: false }\n';
export const run = (at: Place, ...more: string[]): Promise<Ended> =>
  here(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson', ...more], at);
export const settle = (at: Place, ...more: string[]): Promise<Ended> => here(['settle', 'plan.yaml', ...more], at);
export const status = async (at: Place): Promise<string> => (await here(['status', 'plan.yaml'], at)).stdout;

/** `id outcome` or `id withheld: reason`, in the order of the stream. */
export const said = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'order-outcome').map(
    (one) => `${one.id} ${one.outcome === 'withheld' ? one.reason : one.outcome}`,
  );
export const journalOf = (at: Place): string => join(at.folder, 'state', 'ordo', 'journal.db');
export const besideOf = (at: Place, paper: PaperExchange): string =>
  besideJournal(journalOf(at), paper.origin, 'default');
export const forget = (paper: PaperExchange, which: (order: PaperOrder, index: number) => boolean): void => {
  const book = paper.orders as PaperOrder[];
  book.splice(0, book.length, ...book.filter((order, index) => !which(order, index)));
};
export const oids = (paper: PaperExchange): string[] => paper.orders.map(({ clientOid }) => clientOid);

export const KINDS = `version: 1
name: kinds
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: rests, side: open-long, size: 0.01, price: 60000 }
  - { id: filled, side: open-long, size: 0.01, price: market }
  - { id: preset, side: open-long, size: 0.01, price: 60001, stopLoss: 50000 }
  - { id: ether, symbol: cmt_ethusdt, side: open-long, size: 0.1, price: 2000 }
  - { id: bail-out, side: close-long, size: 0.01, trigger: 50000, price: market }
`;
export const KIND_IDS = ['rests', 'filled', 'preset', 'ether', 'bail-out'];
