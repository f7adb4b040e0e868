/** A live watch reads the account at `p`, so that a person approves with it in view; on a real terminal, on version 3. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { between } from '../support/between.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { afterTest, paperAndPlace, type At } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const CONFIG = 'version: 1\nexchange: { interface: v3 }\n';
const READS = ['/capi/v3/account/accountConfig', '/capi/v3/account/symbolConfig', '/capi/v3/market/apiTradingSymbols'];

const reads = ({ requests }: PaperExchange): string[] =>
  requests.map(({ path }) => path.split('?')[0] ?? '').filter((path) => READS.includes(path));

async function ready(config = CONFIG, orders = bids('watched', 2)): Promise<{ paper: PaperExchange; at: At }> {
  const started = await paperAndPlace({});
  started.at.write('ordo.config.yaml', config);
  started.at.write('plan.yaml', orders);
  return started;
}

function open(at: At): DrivenTerminal {
  const watch = ['run', 'plan.yaml', '--watch', '--execute', '--live'];
  const terminal = new DrivenTerminal(watch, at, { columns: 140, rows: 30 }, at.env);
  afterTest(() => terminal.close());
  return terminal;
}

/** The first six characters of the code, once it may be approved. */
const codeOn = async (watch: DrivenTerminal): Promise<string> =>
  /approval ([0-9a-f]{6})/.exec(await watch.until(/approval [0-9a-f]{8}/))?.[1] ?? '';

async function typed(watch: DrivenTerminal, code: string): Promise<void> {
  watch.type(code);
  await watch.until((screen) => screen.includes(`${code}_`));
  watch.type('\r');
}

const isolated = (plan: string): string => plan.replace('price:', 'marginMode: isolated, price:');

describe.skipIf(!hasPseudoTerminal)('a live watch', () => {
  test('has read the account before anything can be typed, once, and places what is approved', async () => {
    const { paper, at } = await ready();
    const watch = open(at);
    const code = await codeOn(watch);
    expect(reads(paper)).toEqual([]);
    watch.type('p');
    await watch.until(/type the first 6 of .*account default, checked \d\d:\d\d:\d\dZ · journal/);
    expect([reads(paper), paper.orders]).toEqual([READS, []]);
    await typed(watch, code);
    await watch.until(/placed: .*2 accepted/);
    expect([reads(paper), paper.orders.length]).toEqual([READS, 2]);
    watch.type('q');
    expect(await watch.ended).toBe(0);
  });

  test('takes no code while the account is being read', async () => {
    const { paper, at } = await ready();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { origin } = await between(paper, async (path) => {
      if (path.includes('symbolConfig')) await held;
      return undefined;
    });
    const watch = open({ ...at, env: { ...at.env, ORDO_BASE_URL: origin } });
    const code = await codeOn(watch);
    watch.type('p');
    await watch.until(/account default, being read/);
    await typed(watch, code);
    await watch.until(/the account is still being read\. type the first 6/);
    letGo();
    await watch.until(/account default, checked/);
    expect(paper.orders).toEqual([]);
    watch.type('\r');
    await watch.until(/placed: .*2 accepted/);
    watch.type('q');
    expect(await watch.ended).toBe(0);
  });

  test('says at p what the account is set to otherwise, asks for no code, and reads it again at the next', async () => {
    const { paper, at } = await ready(CONFIG, isolated(bids('watched', 1)));
    const watch = open(at);
    await codeOn(watch);
    watch.type('p');
    const told = await watch.until(/nothing was sent: plan\.yaml:5: cmt_btcusdt is cross on the account/);
    expect(told).not.toContain('type the first 6');
    expect([reads(paper), paper.orders]).toEqual([READS, []]);
    // While the files are read once more, as the watcher has begun, p only says so.
    const again = setInterval(() => reads(paper).length === 3 && watch.type('p'), 1000);
    watch.type('p');
    await watch.until((screen) => reads(paper).length === 6 && !screen.includes('type the first 6'));
    clearInterval(again);
    watch.type('q');
    expect(await watch.ended).toBe(0);
  });

  test('that only warns says so beside the question', async () => {
    const config = `${CONFIG}execution: { accountCheck: warn }\n`;
    const { at } = await ready(config, isolated(bids('watched', 1)));
    const watch = open(at);
    await codeOn(watch);
    watch.type('p');
    await watch.until(/type the first 6 of [0-9a-f]{8}: _ +plan\.yaml:\d+: cmt_btcusdt is cross/);
    watch.type('\u001b');
    await watch.until((screen) => !screen.includes('type the first 6'));
    watch.type('q');
    expect(await watch.ended).toBe(0);
  });
});
