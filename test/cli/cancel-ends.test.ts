/** How `ordo cancel --execute` ends: exit codes, signals, another run that holds the account, and what it says of itself. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind, start, type Ended, type Running } from '../../proofs/support/ordo.ts';
import { approved, cancel, codeOf, ends, misshapen, SENT, shown, statuses } from '../support/cancels.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';
import { journalOf, paperAndPlace, run, status, type At } from '../support/live.ts';

const config = (execution: string, exchange = ''): string =>
  `version: 1\nexecution: { onUnknown: continue, ${execution} }\nexchange: { ${exchange} }\n`;
const AT_ONCE = config('cancelWait: 1s');
const PATIENT = config('cancelWait: 50s');

async function placed(
  count: number,
  options: PaperOptions = {},
  text = AT_ONCE,
): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(options);
  world.at.write('ordo.config.yaml', text);
  world.at.write('plan.yaml', bids('off', count));
  await run(world.at);
  return world;
}

const endOf = (ended: Ended): unknown => eventsOf(ended).at(-1);
const verified = async (at: At): Promise<number | null> => (await here(['journal', 'verify'], at)).code;

describe('the exit code', () => {
  test.each<[string, number, PaperOptions, string, string[]]>([
    ['nothing stands', 0, { cancelFaults: { 'cancel-filled': 1 } }, AT_ONCE, ['bid-1 filled']],
    ['one still stands', 6, { cancelFaults: { 'cancel-not-found': 1 } }, config('cancelWait: 3s'), ['bid-1 refused']],
    ['one is unknown', 7, { cancelFaults: { 'cancel-ignored': 1 } }, AT_ONCE, ['bid-1 unknown']],
    ['this address is banned', 8, { cancelFaults: { 'http-418-before': 1 } }, AT_ONCE, ['bid-1 refused']],
  ])('%s: %i', async (_, code, options, text, told) => {
    const { at } = await placed(1, options, text);
    const ended = await cancel(at);
    expect([ended.code, ends(ended), misshapen(ended)]).toEqual([code, told, []]);
    expect(endOf(ended)).toMatchObject({ event: 'run-finished', mode: 'execute', target: 'live', exitCode: code });
    expect(await verified(at)).toBe(0);
  });

  test('refused, whatever the words: it is said that it was seen to rest all the same', async () => {
    const { at } = await placed(1, { cancelFaults: { 'cancel-not-found': 1 } }, config('cancelWait: 3s'));
    const ended = await approved(at, ['--yes']);
    expect(ended.code).toBe(6);
    expect(ended.stdout).toMatch(/refused +bid-1 .*does not exist/i);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Refused, but its list shows it on the exchange: bid-1. Try again:',
    );
  });

  test('a placing that is unknown and in no list: a cancel does not settle that, and settle is named', async () => {
    const { at } = await placed(2, { faults: { 'drop-before': 1 } });
    const ended = await approved(at, ['--yes']);
    expect(ended.code).toBe(7);
    const words = ended.stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Whether it was ever placed is not known: bid-1, bid-2. A cancel does not settle that.');
    expect(ended.stdout).toContain('    ordo settle plan.yaml\n');
    expect(ended.stdout).not.toContain('cancel again');
  });

  test('nothing listens: nobody saw the order, so nothing is said to be still there', async () => {
    const { paper, at } = await placed(1);
    await paper.close();
    const ended = await approved(at, ['--yes']);
    expect(ended.code).toBe(6);
    expect(ended.stdout).not.toContain('Still on the exchange');
    const words = ended.stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('The cancel did not leave, so what was on the exchange may be there as before: bid-1.');
    expect(words).toContain('its cancel was not sent: ');
    expect(words).toMatch(/ECONNREFUSED[^;]*; /);
    expect(ended.stdout).toContain('ordo cancel plan.yaml --execute --live\n');
  });

  test('the worst of several orders decides, and a person reads that first', async () => {
    const cancelFaults: Record<string, number> = { 'cancel-ignored': 1 };
    const { paper, at } = await placed(5, { cancelFaults });
    paper.fill(paper.orders[1]?.orderId ?? '');
    const ended = await approved(at, ['--yes']);
    expect(ended.code).toBe(7);
    expect(ended.stdout).toMatch(/^5 orders: 3 cancelled, 1 filled, 1 UNKNOWN \(1 call, /m);
    expect(ended.stdout).toContain('ordo cancel plan.yaml --execute --live\n');
    for (const line of ended.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    cancelFaults['cancel-ignored'] = 0;
    const next = await cancel(at);
    expect([next.code, new Set(statuses(paper))]).toEqual([0, new Set(['filled', 'canceled'])]);
  });

  test('the command may be repeated: what is over is told again, and nothing is sent', async () => {
    const { paper, at } = await placed(4);
    await cancel(at);
    const asked = paper.requests.length;
    const again = await cancel(at);
    expect([again.code, ends(again).length, paper.requests.length]).toEqual([0, 4, asked]);
    expect(endOf(again)).toMatchObject({ counts: { cancelled: 4, filled: 0, refused: 0, unknown: 0 } });
  });

  test('a trigger whose placing is unknown and nothing else: looked for, settled, and taken off by the next command', async () => {
    const { paper, at } = await paperAndPlace({ faults: { 'drop-after': 1 } });
    at.write('ordo.config.yaml', AT_ONCE);
    at.write(
      'plan.yaml',
      'version: 1\nname: off\norders:\n  - { id: stop, symbol: cmt_btcusdt, side: close-long, size: 0.01, trigger: 50000, price: market }\n',
    );
    await run(at);
    const first = await cancel(at);
    expect([first.code, ends(first), misshapen(first)]).toEqual([6, ['stop refused'], []]);
    expect([(await cancel(at)).code, statuses(paper)]).toEqual([0, ['canceled']]);
  });

  test.skipIf(!hasPseudoTerminal)('a watch that holds the account: 10, and what ends it', async () => {
    const { at } = await placed(1);
    const watch = new DrivenTerminal(['run', 'plan.yaml', '--watch', '--execute', '--live'], at, {
      columns: 100,
      rows: 30,
    });
    try {
      await watch.until(/LIVE[^]*problems 1/);
      const held = await approved(at, ['--yes']);
      const words = held.stderr.replaceAll(/\s+/g, ' ');
      expect([held.code, words]).toEqual([
        10,
        expect.stringContaining('a watch has locked this account and journal: pid '),
      ]);
      expect(words).toMatch(/press q in its terminal, then repeat this command $/);
      watch.type('q');
      expect(await watch.ended).toBe(0);
      expect((await approved(at, ['--yes'])).code).toBe(0);
    } finally {
      watch.close();
    }
  });

  test('another run that holds the account: 10, and a dry run says who', async () => {
    const { at } = await placed(1, { latencyMs: 150 });
    at.write('plan.yaml', bids('off', 2));
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/call-sent/);
    // It holds the account for as long as this test needs, however busy the machine is.
    running.child.kill('SIGSTOP');
    expect((await cancel(at)).code).toBe(10);
    const dry = await shown(at);
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining(String(running.child.pid)) as string]);
    expect(dry.stdout).toContain('Another run has locked this account. Once it has ended:\n    ordo cancel plan.yaml');
    running.child.kill('SIGCONT');
    expect((await running.ended).code).toBe(0);
  });
});

const cancelling = (at: At): Running => start(SENT, at);
const settled = async (holds: () => boolean): Promise<void> => {
  await expect.poll(holds, { timeout: 40_000, interval: 5 }).toBe(true);
};

describe('Ctrl-C', () => {
  test('while a cancel waits for its turn: nothing of it leaves, the order stands, 130', async () => {
    const cancelFaults: Record<string, number> = { rate: 1 };
    const { paper, at } = await placed(1, { cancelFaults });
    const running = cancelling(at);
    await running.until(/sending-paused/);
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ends(ended), misshapen(ended)]).toEqual([130, ['bid-1 refused'], []]);
    expect([statuses(paper), await verified(at)]).toEqual([['open'], 0]);
    expect(await status(at)).toMatch(/accepted +bid-1/);
  });

  test('while an end is looked for: unknown at once, and the next command is true', async () => {
    const { paper, at } = await placed(2, { cancelDelayMs: 600_000 }, PATIENT);
    const running = cancelling(at);
    await settled(() => paper.requests.filter(({ path }) => path.endsWith('/history')).length > 1);
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ends(ended), misshapen(ended)]).toEqual([7, ['bid-1 unknown', 'bid-2 unknown'], []]);
    const [first, second] = paper.orders.map(({ orderId }) => orderId);
    paper.cancelByExchange(first ?? '');
    paper.fill(second ?? '');
    const next = await cancel(at);
    expect([next.code, ends(next)]).toEqual([0, ['bid-1 cancelled', 'bid-2 filled']]);
  });

  test('in flight: it is awaited and on record, the rest does not start, and the next command is true', async () => {
    const { paper, at } = await placed(3, { latencyMs: 100 }, config('cancelWait: 50s', 'inFlight: 1'));
    const running = cancelling(at);
    await running.until(/call-sent/);
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ends(ended)]).toEqual([7, ['bid-1 unknown', 'bid-2 refused', 'bid-3 refused']]);
    expect(paper.requests.filter(({ path }) => path.includes('cancel'))).toHaveLength(1);
    expect(ofKind(eventsOf(ended), 'cancel-outcome').find(({ id }) => id === 'bid-1')).toMatchObject({
      message: expect.stringContaining('its cancel was taken') as string,
    });
    expect([statuses(paper), await verified(at)]).toEqual([['canceled', 'open', 'open'], 0]);
    const next = await cancel(at);
    expect([next.code, ends(next).length, new Set(statuses(paper))]).toEqual([0, 3, new Set(['canceled'])]);
  });

  test('killed in flight: the next command looks, and tells what became of it', async () => {
    const { paper, at } = await placed(4, { latencyMs: 100 });
    const running = cancelling(at);
    await running.until(/call-sent/);
    await settled(() => paper.requests.some(({ path }) => path.includes('cancel')));
    running.child.kill('SIGKILL');
    await running.ended;
    expect((await shown(at)).code).toBe(0);
    const next = await cancel(at);
    expect([next.code, ends(next)]).toEqual([0, [1, 2, 3, 4].map((n) => `bid-${n} cancelled`)]);
    expect(new Set(statuses(paper))).toEqual(new Set(['canceled']));
  });
});

describe('what it says of itself', () => {
  const CANARIES = { key: 'canary-key-1', secret: 'canary-secret-2', passphrase: 'canary-phrase-3' };

  test.each(['drop-after', 'error-unlisted', 'garbage', 'cancel-foreign', 'cancel-not-found'] as const)(
    'no secret, whatever the exchange answers: %s',
    async (fault) => {
      const { paper, at } = await paperAndPlace({ credentials: CANARIES, cancelFaults: { [fault]: 1 } });
      const own = {
        ORDO_API_KEY: CANARIES.key,
        ORDO_API_SECRET: CANARIES.secret,
        ORDO_API_PASSPHRASE: CANARIES.passphrase,
      };
      const keyed: At = { ...at, env: { ...at.env, ...own } };
      keyed.write('ordo.config.yaml', AT_ONCE);
      keyed.write('plan.yaml', bids('off', 1));
      await run(keyed);
      const told = [await shown(keyed), await cancel(keyed), await approved(keyed, ['--yes'])];
      for (const { stdout, stderr } of told) expect(stdout + stderr).not.toMatch(/canary/);
      expect(paper.requests.some(({ path }) => path.includes('cancel'))).toBe(true);
    },
  );

  test('what it does is in the journal: a run of cancels, under its approval', async () => {
    const { at } = await placed(2);
    const code = await codeOf(at);
    const ended = await cancel(at);
    expect(ofKind(eventsOf(ended), 'run-finished')[0]?.journalHead).toMatch(/^[0-9]+:[0-9a-f]{64}$/);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(await status(at)).toMatch(/cancelled +bid-1/);
    expect(journalOf(at)).toContain('journal.db');
  });
});
