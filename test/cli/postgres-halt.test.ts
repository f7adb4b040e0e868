/** `ordo halt` on one machine while another one places, with one journal on a real PostgreSQL server. */
import { describe, expect, test } from 'vitest';
import { place, type Ended } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { configOf, type Version } from '../support/checked-desk.ts';
import { here } from '../support/here.ts';
import { afterTest, oids, paperAndPlace, run, said, type At } from '../support/live.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';
import { INTERFACES } from '../support/spellings.ts';

const { server, fresh } = await sharedServer();

const ORDERS = 60;
const MANY = `version: 1
name: many
defaults: { symbol: cmt_btcusdt }
orders:
${Array.from({ length: ORDERS }, (_, at) => `  - { id: bid-${at}, side: open-long, size: 0.001, price: ${60000 - at} }`).join('\n')}
`;

interface Machines {
  readonly paper: PaperExchange;
  readonly url: string;
  /** Each has a config and a state of its own; the second has no plan. */
  readonly places: At;
  readonly halts: At;
}

async function machines(version: Version): Promise<Machines> {
  const url = await fresh();
  const { paper, at } = await paperAndPlace({ latencyMs: 20 });
  const other = place(paper.origin);
  afterTest(() => other.remove());
  const one = configOf(version, 'maxOrdersPerCall: 1').replace(`interface: ${version}`, '$&, inFlight: 2');
  at.write('ordo.config.yaml', one);
  at.write('plan.yaml', MANY);
  other.write('ordo.config.yaml', configOf(version));
  const on = (there: At): At => ({ ...there, env: { ...there.env, ORDO_JOURNAL: url } });
  return { paper, url, places: on(at), halts: on(other) };
}

/** Waits for so many orders, and not for ever: where the run ends first, it says why. */
async function until(running: Promise<Ended>, isSo: () => boolean): Promise<void> {
  const ended = running.then(({ code, stdout, stderr }) => {
    throw new Error(`ended with ${code}: ${stdout}${stderr}`);
  });
  while (!isSo()) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
  ended.catch(() => {});
}

/** The kinds of what is on record behind the halt. */
async function behindHalt(url: string): Promise<readonly string[]> {
  const sql = await clientOn(url);
  const { rows } = await sql.query<{ kind: string }>(
    `select kind from ordo.journal where id > (select max(id) from ordo.journal where kind = 'halt') order by id`,
  );
  return rows.map(({ kind }) => kind);
}

const counted = (ended: Ended, how: string): number => said(ended).filter((one) => one.endsWith(` ${how}`)).length;

describe.skipIf(server === undefined).each(INTERFACES)('on %s a halt of another machine', (version) => {
  test('is durable within a second, ends the run with 6, and after the lift the same run goes on', async () => {
    const { paper, url, places, halts } = await machines(version);
    const running = run(places);
    await until(running, () => paper.orders.length >= 10);
    const asked = performance.now();
    const halted = await here(['halt', '--why', 'x'], halts);
    const tookMs = performance.now() - asked;
    expect([halted.code, halted.stderr]).toEqual([0, '']);
    expect(tookMs).toBeLessThan(1000);
    const ended = await running;
    expect(ended.code).toBe(6);
    const placed = counted(ended, 'accepted');
    expect([placed, counted(ended, 'halted')]).toEqual([paper.orders.length, ORDERS - placed]);
    expect(placed).toBeLessThan(ORDERS);
    // What had its intent before it was awaited, and its answer is on record.
    const behind = await behindHalt(url);
    expect([behind.includes('finished'), behind.filter((kind) => kind === 'intent')]).toEqual([true, []]);
    expect((await run(places)).code).toBe(4);
    expect(paper.orders).toHaveLength(placed);
    expect((await here(['halt', '--lift', '--why', 'y'], halts)).code).toBe(0);
    const on = await run(places);
    expect([on.code, counted(on, 'accepted')]).toEqual([0, ORDERS - placed]);
    expect([paper.orders.length, new Set(oids(paper)).size]).toEqual([ORDERS, ORDERS]);
    expect((await here(['journal', 'verify'], halts)).code).toBe(0);
  }, 120_000);
});
