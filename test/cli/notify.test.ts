/** The program of `notify`, over real HTTP: what it is told, and that nothing it does changes a run. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bids, eventsOf, type Ended } from '../../proofs/support/ordo.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { RunNotices } from '../../src/report/formats/notices.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { LOSING, paperAndPlace, run, type At } from '../support/live.ts';

const PAIR = `version: 1
name: pair
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
  - { id: exit, side: close-long, size: 0.05, trigger: 62000, price: market }
`;
const REFUSED = { status: 400, body: '{"code":"40015","msg":"FAILED_PRECONDITION: \\u001b[2J no","data":null}' };
const config = (...command: string[]): string =>
  `version: 1\nexecution: { onUnknown: continue }\nnotify: ${JSON.stringify(command)}\n`;

interface Notice {
  readonly kind: string;
  readonly text: string;
  readonly [key: string]: unknown;
}

const heardFile = (at: At): string => join(at.folder, 'heard');
/** A program that appends what it gets. */
const appending = (at: At): string => config('sh', '-c', `cat >> ${heardFile(at)}`);
const heard = (at: At): Notice[] => {
  const text = readFileSync(heardFile(at), 'utf8');
  expect(text).toMatch(/^[\n\u0020-\u007e]*\n$/);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Notice);
};

/** All but what two runs of the same plan differ by. */
const content = (ended: Ended): string =>
  ended.stdout
    .replaceAll(/"(elapsedMs|latencyMs)":[0-9.]+/g, '"$1":0')
    .replaceAll(/"(orderId|journalHead|at)":"[^"]*"/g, '"$1":""');

const started = (mode: string): RunEvent => ({ event: 'run-started', mode }) as RunEvent;

/** A run whose first answer is lost, under this config, and how long it took in ms. */
async function timed(text: string): Promise<[Ended, number]> {
  const { at } = await paperAndPlace(LOSING);
  at.write('plan.yaml', bids('same', 3));
  at.write('ordo.config.yaml', text);
  const begun = performance.now();
  return [await run(at), performance.now() - begun];
}

describe('the program of notify', () => {
  test('hears of a close as of any run, and of a flatten that it is halted, and flat', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', PAIR.replace('price: 63000', 'price: market, reference: 64000'));
    at.write('ordo.config.yaml', 'version: 1\n');
    expect((await run(at)).code).toBe(0);
    at.write('ordo.config.yaml', appending(at));
    expect((await here(['close', 'cmt_btcusdt', 'long', '50%', '--execute', '--yes'], at)).code).toBe(0);
    expect(heard(at)).toMatchObject([
      { kind: 'finished', plan: 'ordo:close', exitCode: 0, text: 'ordo:close ended with exit code 0: 1 filled' },
    ]);
    expect((await here(['flatten', '--why', 'news', '--execute', '--yes'], at)).code).toBe(0);
    const kinds = heard(at).map(({ kind, exitCode }) => `${kind} ${String(exitCode)}`);
    expect(kinds.slice(1).toSorted()).toEqual(['flat 0', 'halted undefined']);
  });

  test('gets the first rejection, what is naked, and the end, once each', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', PAIR);
    at.write('ordo.config.yaml', appending(at));
    const { origin } = await between(paper, (asked) => (asked.includes('plan_order') ? REFUSED : undefined));
    const ended = await run({ ...at, env: { ...at.env, ORDO_BASE_URL: origin } });
    expect([ended.code, ended.stderr]).toEqual([6, '']);
    const all = heard(at).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
    expect(all).toMatchObject([
      { event: 'notice', kind: 'finished', account: 'default', plan: 'pair', exitCode: 6 },
      { kind: 'naked', text: 'NAKED 0.05 long cmt_btcusdt: nothing would stop it' },
      { kind: 'rejected', text: String.raw`exit of pair was rejected: 40015 FAILED_PRECONDITION: \e[2J no` },
    ]);
    expect(all[0]?.text).toBe('pair ended with exit code 6: 1 accepted, 1 rejected');
    expect(JSON.stringify(all)).not.toMatch(/paper|orderId|[0-9]{12}/);
  });

  test('gets what is unknown', async () => {
    const { at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('lost', 3));
    at.write('ordo.config.yaml', appending(at));
    expect((await run(at)).code).toBe(7);
    expect(
      heard(at)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['finished', 'naked', 'unknown']);
  });

  test('gets the end of a run that is refused', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('calm', 1));
    at.write('ordo.config.yaml', appending(at));
    const asked = ['run', 'plan.yaml', '--execute', '--live', '--approve', 'a'.repeat(64)];
    const { code } = await here(asked, at);
    expect([code, paper.orders.length]).toEqual([heard(at)[0]?.['exitCode'], 0]);
    expect(heard(at)).toMatchObject([{ kind: 'finished' }]);
  });

  test('gets a halt and its lift, of no plan', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('calm', 1));
    at.write('ordo.config.yaml', appending(at));
    await run(at);
    expect((await here(['halt', '--why', 'feed is wrong'], at)).code).toBe(0);
    expect((await here(['halt', '--lift', '--why', 'it is back'], at)).code).toBe(0);
    const [halted, lifted] = heard(at).slice(-2);
    expect([halted?.kind, halted?.text, halted?.['plan']]).toEqual([
      'halted',
      'account default is halted: feed is wrong',
      undefined,
    ]);
    expect(lifted).toMatchObject({ kind: 'lifted', text: 'the halt of account default is lifted: it is back' });
  });

  test('is given PATH and HOME alone, though a halt leaves the keys where they are', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', config('sh', '-c', `env > ${heardFile(at)}`));
    expect(at.env['ORDO_API_KEY']).toBe('paper');
    expect((await here(['halt', '--why', 'feed is wrong'], at)).code).toBe(0);
    const names = readFileSync(heardFile(at), 'utf8').matchAll(/^([A-Z_]+)=/gm);
    // The shell adds its own.
    const given = [...names]
      .map(([, name]) => name)
      .filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''));
    expect(new Set(given)).toEqual(new Set(['HOME', 'PATH']));
  });

  test('hears nothing of a dry run, nor of a run on paper', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('calm', 1));
    at.write('ordo.config.yaml', appending(at));
    expect((await here(['run', 'plan.yaml', '--live'], at)).code).toBe(0);
    expect((await here(['run', 'plan.yaml', '--execute'], at)).code).toBe(0);
    expect(existsSync(heardFile(at))).toBe(false);
  });

  test.each<[string, string[], string]>([
    ['is missing', ['no-such-program'], 'nobody is notified: notify: there is no program no-such-program'],
    ['fails', ['false'], 'the program of notify ended with exit code 1'],
    ['hangs', ['sleep', '60'], 'the program of notify was not done with 3 notices when ordo ended'],
    ['does not read', ['true'], ''],
    ['forks and goes', ['sh', '-c', 'sleep 3 & exit 0'], ''],
    ['floods', ['sh', '-c', 'head -c 5000000 /dev/zero'], ''],
  ])('that %s changes no event and no exit code', async (_, command, words) => {
    const [without, took] = await timed(config().replace(/notify.*\n/, ''));
    const [beside, tookBeside] = await timed(config(...command));
    expect([beside.code, content(beside)]).toEqual([without.code, content(without)]);
    expect(eventsOf(beside).length).toBeGreaterThan(3);
    expect(beside.stderr.replace(without.stderr, '')).toContain(words);
    expect(tookBeside - took).toBeLessThan(8000);
  });

  test('is not started for a config that others may write, by a halt neither', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('calm', 1));
    chmodSync(at.write('ordo.config.yaml', appending(at)), 0o666);
    expect((await run(at)).code).toBe(2);
    const halted = await here(['halt', '--why', 'feed is wrong'], at);
    expect([halted.code, existsSync(heardFile(at))]).toEqual([0, false]);
    expect(halted.stderr).toContain('nobody is notified: others may have written the program that it starts');
  });

  test('hears nothing of the dry runs that a watch shows between executions', () => {
    const notices = new RunNotices('calm');
    const naked = { symbol: 'cmt_btcusdt', side: 'long', naked: '1' };
    const bare = { event: 'protection', basis: 'journal', positions: [naked] } as unknown as RunEvent;
    const heardAfter = (mode: string): unknown => [notices.take(started(mode)), notices.take(bare)].at(-1);
    expect([heardAfter('dry-run'), heardAfter('execute')]).toMatchObject([undefined, { kind: 'naked' }]);
  });

  test('is not started where others may write it', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('calm', 1));
    const program = at.write('tell.sh', `#!/bin/sh\ntouch ${heardFile(at)}\n`);
    chmodSync(program, 0o722);
    at.write('ordo.config.yaml', config(program));
    const ended = await run(at);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('nobody is notified: its group or others may write the program of notify');
    expect(existsSync(heardFile(at))).toBe(false);
  });
});
