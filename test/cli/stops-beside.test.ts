/** Where stops are required, a run is judged with what the runs beside it still place: in the commit that begins it, on a file and on a server. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { start, type Running } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

const SLOWLY = 'version: 1\nexecution: { maxOrdersPerCall: 1 }\nexchange: { inFlight: 1, queries: false }\n';
const plan = (name: string, ...orders: string[]): string =>
  `version: 1\nname: ${name}\nlimits: { requireStop: true }\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders
    .map((one) => `  - { ${one} }\n`)
    .join('')}`;
const SPARE = 'id: spare, side: close-long, size: 0.02, trigger: 60000, price: market';
const FIRST = [1, 2, 3].map((at) => `id: f${at}, side: open-long, size: 0.01, price: 6${at}000, stopLoss: 59000`);
const ENTRY = 'id: entry, side: open-long, size: 0.02, price: 62000';
const STOP = 'id: stop, side: close-long, size: 0.02, trigger: 61000, price: market';
const LEAN = ['--only', 'f1', '--only', 'f2', '--only', 'f3', '--only', 'entry'];

const words = (file: string, ...more: string[]): string[] => ['run', file, '--execute', '--live', '--yes', ...more];

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
}

async function desk(journal: 'file' | 'server', options: PaperOptions = { latencyMs: 900 }): Promise<Desk> {
  const { paper, at } = await paperAndPlace(options);
  at.write('ordo.config.yaml', options.latencyMs === undefined ? 'version: 1\n' : SLOWLY);
  return { paper, at: journal === 'file' ? at : { ...at, env: { ...at.env, ORDO_JOURNAL: await fresh() } } };
}

/** The first is on its way: its entry, which comes last, is on no record yet. */
async function begun({ at }: Desk, ...more: string[]): Promise<Running> {
  const run = start(words('a.yaml', ...more, '--output', 'ndjson'), at);
  await run.until(/"accepted"/);
  return run;
}

describe.each(['file', 'server'] as const)('a %s journal', { timeout: 60_000 }, (journal) => {
  const needed = journal === 'server' && server === undefined;

  test.skipIf(needed)('two runs that lean on one stop: the second is refused, and nothing of it is sent', async () => {
    const on = await desk(journal);
    const { paper, at } = on;
    at.write('base.yaml', plan('base', SPARE));
    expect((await here(words('base.yaml'), at)).code).toBe(0);
    for (const name of ['a', 'b']) at.write(`${name}.yaml`, plan(name, ...FIRST, ENTRY, STOP));
    const first = await begun(on, ...LEAN);
    const second = await here(words('b.yaml', ...LEAN), at);
    expect([second.code, second.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      4,
      expect.stringMatching(
        /after this run, with what the runs of a still place, 0\.02 long cmt_btcusdt \(entry\) has no stop/,
      ),
    ]);
    expect((await first.ended).code).toBe(0);
    expect(paper.orders).toHaveLength(5);
    expect((await here(['status', 'a.yaml'], at)).stdout).toContain('naked 0');
  });

  test.skipIf(needed)('one takes off the stop that the other leans on', async () => {
    const { paper, at } = await desk(journal, { cancelDelayMs: 4000 });
    at.write('a.yaml', plan('a', SPARE));
    expect((await here(words('a.yaml'), at)).code).toBe(0);
    at.write('a.yaml', plan('a', ...FIRST));
    at.write('b.yaml', plan('b', ENTRY, STOP));
    const first = start(words('a.yaml', '--removed', '--output', 'ndjson'), at);
    while (paper.orders[0]?.status !== 'canceling') await setTimeout(20);
    const second = await here(words('b.yaml', '--only', 'entry'), at);
    expect([second.code, second.stderr]).toEqual([
      4,
      expect.stringContaining('(entry) has no stop: stop is not selected'),
    ]);
    expect([(await first.ended).code, paper.orders.length]).toEqual([0, 4]);
  });

  test.skipIf(needed)('two runs that bring their stops both go', async () => {
    const on = await desk(journal);
    const { paper, at } = on;
    for (const name of ['a', 'b']) at.write(`${name}.yaml`, plan(name, STOP, ...FIRST, ENTRY));
    const first = await begun(on);
    const second = await here(words('b.yaml'), at);
    expect([second.code, (await first.ended).code, paper.orders.length]).toEqual([0, 0, 10]);
  });
});
