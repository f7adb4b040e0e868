/** `ordo halt` as a process of its own beside one that places 200 orders: on a file, and of two machines on one server. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { WIDE } from '../../proofs/random-plans.ts';
import { bids, place, start, type Ended } from '../../proofs/support/ordo.ts';
import { afterTest, journalOf, oids, paperAndPlace, said, type At } from '../support/live.ts';
import { clientOn, ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

const ORDERS = 200;
/** Windows that the run does not fill: it takes as long as its answers. */
const CONFIG = `version: 1
exchange: { ipWeight: 100000/10s, uidWeight: 100000/10s, orderCalls: 10000/1s, inFlight: 2 }
execution: { maxOrdersPerCall: 2 }
`;
const HALT = ['halt', '--why', 'feed is wrong'];
const EXECUTE = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'];
const ordo = (at: At, ...words: string[]): Promise<Ended> => start(words, at).ended;

/** What each record says, in the order in which they were written. */
interface Written {
  readonly kind: string;
  readonly said: { readonly orders?: readonly unknown[] };
}
type Records = readonly Written[];
const written = (kind: unknown, text: unknown): Written => ({
  kind: String(kind),
  said: JSON.parse(String(text)) as Written['said'],
});

const ofFile = (at: At): Promise<Records> => {
  const journal = new DatabaseSync(journalOf(at), { readOnly: true });
  const rows = journal.prepare('select kind, said from record order by id').all();
  journal.close();
  return Promise.resolve(rows.map(({ kind, said: text }) => written(kind, text)));
};

async function ofServer(url: string): Promise<Records> {
  const { rows } = await (await clientOn(url)).query('select kind, said::text as said from ordo.journal order by id');
  return (rows as Record<string, unknown>[]).map(({ kind, said: text }) => written(kind, text));
}

const ordersIn = (records: Records): number =>
  records.filter(({ kind }) => kind === 'intent').reduce((sum, record) => sum + (record.said.orders?.length ?? 0), 0);

/** A desk with a plan of 200 entries, and the machine that halts it: by default the same. */
async function desk(url?: string) {
  const { paper, at } = await paperAndPlace({ ...WIDE, latencyMs: 60 });
  const here = url === undefined ? at : { ...at, env: { ...at.env, ORDO_JOURNAL: url } };
  here.write('plan.yaml', bids('many', ORDERS));
  here.write('ordo.config.yaml', CONFIG);
  const other = place(paper.origin);
  afterTest(() => other.remove());
  const there = { ...other, env: { ...other.env, ...(url !== undefined && { ORDO_JOURNAL: url }) } };
  there.write('plan.yaml', bids('many', ORDERS));
  return { paper, here, there: url === undefined ? here : there };
}

async function halted(url?: string): Promise<void> {
  const { paper, here, there } = await desk(url);
  const running = start(EXECUTE, here);
  await running.until(/"accepted"/);
  const halt = await ordo(there, ...HALT);
  expect([halt.code, halt.stderr]).toEqual([0, '']);
  const ended = await running.ended;
  expect([ended.code, new Set(said(ended).map((one) => one.split(' ')[1]))]).toEqual([
    6,
    new Set(['accepted', 'halted']),
  ]);
  const records = await (url === undefined ? ofFile(here) : ofServer(url));
  const at = records.findIndex(({ kind }) => kind === 'halt');
  // Nothing begins behind the record, and each call that the exchange received began before it.
  expect([at > 0, ordersIn(records.slice(at))]).toEqual([true, 0]);
  expect(paper.orders).toHaveLength(ordersIn(records.slice(0, at)));
  expect(paper.orders.length).toBeLessThan(ORDERS);
  // Both machines are refused, until one lifts what the other may have set.
  const before = paper.orders.length;
  for (const machine of [here, there]) expect((await ordo(machine, ...EXECUTE)).code).toBe(4);
  expect(paper.orders).toHaveLength(before);
  expect((await ordo(here, 'halt', '--lift', '--why', 'feed is back')).code).toBe(0);
  expect((await ordo(here, ...EXECUTE)).code).toBe(0);
  expect([paper.orders.length, new Set(oids(paper)).size]).toEqual([ORDERS, ORDERS]);
  expect((await ordo(there, 'journal', 'verify')).code).toBe(0);
}

describe('beside a run of 200 orders nothing opens behind the record of a halt, and after its lift the run goes on', () => {
  test('on a file', () => halted());
  test.skipIf(server === undefined)('on a server, halted from another machine', async () => halted(await fresh()));
});
