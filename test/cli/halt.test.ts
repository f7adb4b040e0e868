/** `ordo halt` beside runs, prompts and watches, over real HTTP: nothing that opens goes out behind it, and what closes does. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, start, type Ended } from '../../proofs/support/ordo.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { journalOf, oids, paperAndPlace, run, said, type At } from '../support/live.ts';

const PAIR = `version: 1
name: pair
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
  - { id: exit, side: close-long, size: 0.05, trigger: 62000, price: market }
`;
const MANY = `version: 1
name: many
defaults: { symbol: cmt_btcusdt }
orders:
${Array.from({ length: 60 }, (_, at) => `  - { id: bid-${at + 1}, side: open-long, size: 0.01, price: ${60000 - at} }`).join('\n')}
`;
const SLOWLY = 'version: 1\nexecution: { maxOrdersPerCall: 2 }\nexchange: { inFlight: 2 }\n';

const ordo = (at: At, ...words: string[]): Promise<Ended> => here(words, at);
const halt = (at: At, why = 'feed is wrong'): Promise<Ended> => ordo(at, 'halt', '--why', why);
const lift = (at: At): Promise<Ended> => ordo(at, 'halt', '--lift', '--why', 'feed is back');

async function desk(plan: string, config = 'version: 1\n', options = {}) {
  const { paper, at } = await paperAndPlace(options);
  at.write('plan.yaml', plan);
  at.write('ordo.config.yaml', config);
  return { paper, at };
}

/** Waits for it, and not for ever: whatever ends first, the run says why. */
async function until(running: Promise<Ended>, isSo: () => boolean): Promise<void> {
  const ended = running.then(({ code, stdout, stderr }) => {
    throw new Error(`ended with ${code}: ${stdout}${stderr}`);
  });
  while (!isSo()) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
  ended.catch(() => {});
}

describe('a run that is under way', () => {
  test('sends nothing that opens behind the halt, ends with 6, and goes on after the lift, each order once', async () => {
    const { paper, at } = await desk(MANY, SLOWLY, { latencyMs: 20 });
    const running = run(at);
    await until(running, () => paper.orders.length >= 10);
    const asked = performance.now();
    const halted = await halt(at);
    const tookMs = performance.now() - asked;
    // Two calls of two may have been on their way.
    const atMost = paper.orders.length + 4;
    expect([halted.code, halted.stderr]).toEqual([0, '']);
    expect(tookMs).toBeLessThan(1000);
    const ended = await running;
    expect(ended.code).toBe(6);
    expect(paper.orders.length).toBeLessThanOrEqual(atMost);
    const outcomes = said(ended);
    expect(new Set(outcomes.map((one) => one.split(' ')[1]))).toEqual(new Set(['accepted', 'halted']));
    expect(outcomes.filter((one) => one.endsWith('accepted'))).toHaveLength(paper.orders.length);
    const one = ofKind(eventsOf(ended), 'order-outcome').find((event) => event.outcome === 'withheld');
    expect(one?.outcome === 'withheld' && one.message).toMatch(
      /^halted by tester on here since \d\d:\d\dZ: feed is wrong$/,
    );
    const refused = await run(at);
    expect([refused.code, ofKind(eventsOf(refused), 'run-finished')[0]?.refusal?.code]).toEqual([4, 'account/halted']);
    expect((await lift(at)).code).toBe(0);
    expect((await run(at)).code).toBe(0);
    expect(new Set(oids(paper)).size).toBe(60);
    expect(paper.orders).toHaveLength(60);
    expect((await ordo(at, 'journal', 'verify')).code).toBe(0);
  });

  test('is met though its next call waits for its weight', async () => {
    const config = 'version: 1\nexchange: { orderCalls: 1/60s, queries: false }\nexecution: { maxOrdersPerCall: 1 }\n';
    const { paper, at } = await desk(MANY.split('\n').slice(0, 8).join('\n'), config);
    const running = run(at);
    await until(running, () => paper.orders.length >= 1);
    const asked = performance.now();
    await halt(at);
    expect((await running).code).toBe(6);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(paper.orders).toHaveLength(1);
  });
});

describe('a pause that the exchange asks for', () => {
  const config = 'version: 1\nexchange: { queries: false, inFlight: 1 }\nexecution: { maxOrdersPerCall: 1 }\n';
  const THREE = MANY.split('\n').slice(0, 7).join('\n');

  /** A run that waits out ten seconds for the rate limit, its first order placed. */
  async function paused(plan: string) {
    const { paper, at } = await desk(plan, config);
    let limited = 0;
    const { origin } = await between(paper, () =>
      paper.orders.length === 1 && limited++ === 0 ? { status: 429, body: '' } : undefined,
    );
    const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
    const running = run(there);
    await until(running, () => limited > 0);
    return { paper, at: there, running };
  }

  test('does not keep the halt from what opens', async () => {
    const { paper, at, running } = await paused(THREE);
    const asked = performance.now();
    expect((await halt(at)).code).toBe(0);
    const ended = await running;
    expect([ended.code, paper.orders.length]).toEqual([6, 1]);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(said(ended).filter((one) => one.endsWith('halted'))).toHaveLength(2);
  });
});

describe('under a halt', () => {
  test('what opens is refused as it starts, and what closes goes by itself', async () => {
    const { paper, at } = await desk(PAIR);
    expect((await halt(at)).code).toBe(0);
    const refused = await ordo(at, 'run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines');
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/the account is halted by tester on here since \d\d:\d\dZ: feed is wrong/);
    expect(refused.stderr).toContain('closing orders can be sent alone: --only exit');
    // Nobody is asked: it is refused by the journal alone.
    expect([paper.orders.length, paper.requests.length]).toEqual([0, 0]);
    expect((await run(at, '--only', 'exit')).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });

  test('a dry run shows the account as it is, not as it would be after a run that does not happen', async () => {
    const { at } = await desk(PAIR);
    const before = await ordo(at, 'run', 'plan.yaml', '--live');
    expect(before.stdout).toMatch(/^✓ hold \? \+ long 0\.05 working .* as planned$/m);
    await halt(at);
    expect((await ordo(at, 'run', 'plan.yaml', '--live')).stdout).toMatch(
      /^– hold \? · at stops 0 · naked 0 · unknown 0 · by journal$/m,
    );
    const events = eventsOf(await ordo(at, 'run', 'plan.yaml', '--live', '--output', 'ndjson'));
    expect(ofKind(events, 'protection')).toMatchObject([{ basis: 'journal', state: 'none', positions: [] }]);
    // What only closes goes all the same, and is shown as it would be then.
    expect((await ordo(at, 'run', 'plan.yaml', '--live', '--only', 'exit')).stdout).toMatch(/ · as planned$/m);
  });

  test('heads and prompts say so in place of the code', async () => {
    const { at } = await desk(PAIR);
    await halt(at);
    const dry = await ordo(at, 'run', 'plan.yaml', '--live');
    expect(dry.code).toBe(0);
    expect(dry.stdout.split('\n')[1]).toMatch(/^» HALTED by tester on here since \d\d:\d\dZ: feed is wrong$/);
    expect(dry.stdout).not.toMatch(/approval|--approve/);
    expect(dry.stdout).toContain('ordo halt --lift --why "the reason"');
    const asked: string[] = [];
    const answer = (question: string): string => {
      asked.push(question);
      return '';
    };
    const only = ['run', 'plan.yaml', '--execute', '--live', '--output', 'lines', '--only', 'exit'];
    expect((await here(only, at, { answer })).code).toBe(9);
    expect(asked[0]).toMatch(/\nHALTED by tester on here since \d\d:\d\dZ: feed is wrong\n/);
    expect((await ordo(at, 'status')).stdout).toMatch(/^» HALTED by /m);
  });

  test('a replacement of what opens is refused whole: nothing is cancelled for it', async () => {
    const { paper, at } = await desk(PAIR);
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', PAIR.replace('63000', '62900'));
    await halt(at);
    const refused = await run(at, '--replace', 'edited');
    expect(refused.code).toBe(4);
    expect(paper.orders.map(({ status }) => status)).toEqual(['open', 'untriggered']);
    const cancelled = await ordo(at, 'cancel', 'plan.yaml', '--only', 'entry', '--execute', '--live', '--yes');
    expect([cancelled.code, cancelled.stderr]).toEqual([0, '']);
  });

  test('a stop that waits for an entry is not offered by itself: it would wait for ever', async () => {
    const { at } = await desk(PAIR.replace('price: market }', 'price: market, after: [entry] }'));
    await halt(at);
    const refused = await ordo(at, 'run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines');
    expect(refused.code).toBe(4);
    expect(refused.stderr).not.toContain('--only');
  });

  test('status and a dry run say so to a program, as JSON and as events', async () => {
    const { at } = await desk(PAIR);
    const asked = [['status', 'plan.yaml'], ['status']];
    const json = async (words: string[]): Promise<unknown> =>
      (JSON.parse((await ordo(at, ...words, '--output', 'json')).stdout) as { halt: unknown }).halt;
    const event = async (words: string[]): Promise<unknown> =>
      ofKind(eventsOf(await ordo(at, ...words, '--output', 'ndjson')), 'protection')[0]?.halt;
    for (const words of asked) expect([await json(words), await event(words)]).toEqual([null, undefined]);
    await halt(at);
    const told = { user: 'tester', host: 'here', atMs: expect.any(Number) as number, why: 'feed is wrong' };
    for (const words of asked) expect([await json(words), await event(words)]).toEqual([told, told]);
    expect(await event(['run', 'plan.yaml', '--live'])).toEqual(told);
    await lift(at);
    for (const words of asked) expect([await json(words), await event(words)]).toEqual([null, undefined]);
  });

  test('its answer counts what may still fill, and says so as JSON', async () => {
    const { at } = await desk(PAIR);
    await run(at);
    const told = await ordo(at, 'halt', '--why', 'news', '--output', 'json');
    expect(JSON.parse(told.stdout)).toMatchObject({
      halted: true,
      before: null,
      mayFill: [{ plan: 'pair', generation: 1, orders: 1 }],
    });
    const again = await halt(at, 'more news');
    expect(again.stdout).toMatch(/It already was halted by tester on here since \d\d:\d\dZ: news\./);
    expect(again.stdout).toContain('1 order that opens may still fill: a halt cancels nothing.');
  });
});

describe('a halt that is asked for wrongly, or cannot be written', () => {
  test.each([
    [['halt'], 2, 'halt needs a reason'],
    [['halt', '--why', 'a\u001b[2Jb'], 2, '--why is one line'],
    [['halt', '--why', 'x'.repeat(201)], 2, '--why is one line of at most 200 characters'],
    [['halt', 'plan.yaml', '--why', 'x'], 2, 'a halt is for the whole account'],
  ])('%j ends with %i', async (words, code, message) => {
    const { at } = await desk(PAIR);
    const ended = await here(words, at);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
  });

  test('says NOT HALTED and ends with 6 where the journal takes nothing', async () => {
    const { at } = await desk(PAIR);
    at.write('broken.db', 'this is no database');
    const ended = await ordo(at, 'halt', '--why', 'x', '--journal', 'broken.db');
    expect(ended.code).toBe(6);
    expect(ended.stderr).toMatch(/^ordo: NOT HALTED: /);
    expect(ended.stdout).toBe('');
  });

  test('names the run that was stopped, where the journal is locked as by one that was stopped in a commit', async () => {
    const { paper, at } = await desk(MANY, SLOWLY, { latencyMs: 100 });
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/call-sent/);
    running.child.kill('SIGSTOP');
    const database = new DatabaseSync(journalOf(at), { timeout: 2000 });
    database.exec('begin immediate');
    const ended = await halt(at);
    database.exec('rollback');
    database.close();
    expect([ended.code, ended.stdout]).toEqual([6, '']);
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /^ordo: NOT HALTED: .*locked.* the account is locked by pid (\d+) of .*: if it was stopped \(Ctrl-Z\) .* kill -9 \1; until then/,
    );
    // Once it goes on, or is gone, the halt is taken.
    expect((await halt(at)).code).toBe(0);
    running.child.kill('SIGCONT');
    expect((await running.ended).code).toBe(6);
    expect(paper.orders.length).toBeLessThan(60);
  });

  test('a lift of none changes nothing, and says so', async () => {
    const { at } = await desk(PAIR);
    const ended = await lift(at);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('It was not halted: nothing has changed.')]);
  });
});
