/** A plan that a program follows, over real HTTP: what it is given is what the command tells. */
import { expect, test } from 'vitest';
import { connectExchange, loadConfig, openLedger, orThrow, type Config, type PublicEvent } from '../../src/index.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { eventsOf } from '../../proofs/support/ordo.ts';
import { followDesk } from '../support/follow-desk.ts';
import { configOf } from '../support/follow-run.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';
import { compiledOf, held, memory } from '../support/sessions.ts';

const PLAN = `version: 1
name: lived
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 62000, price: market }
`;
const KEYS = { key: 'paper', secret: 'paper', passphrase: 'paper' };

async function sessionOn(paper: PaperExchange, text: string, ledger = memory()) {
  const config: Config = orThrow(loadConfig(text));
  const connection = orThrow(await connectExchange({ baseUrl: paper.origin, keys: KEYS, config }));
  afterTest(() => connection.close());
  return { session: await held({ ledger, connection, config }), compiled: compiledOf(PLAN, { config }) };
}

async function until(is: () => boolean): Promise<void> {
  const untilMs = Date.now() + 20_000;
  while (!is()) {
    if (Date.now() > untilMs) throw new Error('not within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const idOf = (paper: PaperExchange, kind: 'entry' | 'stop'): string =>
  paper.orders.find((one) => (one.kind === 'trigger') === (kind === 'stop'))?.orderId ?? '';

test(
  'its end, what is left and its groups are those of the command; called again, it goes on',
  { timeout: 90_000 },
  async () => {
    const { paper } = await paperAndPlace();
    const { session, compiled } = await sessionOn(paper, configOf('v2'), orThrow(openLedger('memory:')));
    const events: PublicEvent[] = [];
    const stop = new AbortController();
    const following = session.follow(compiled, { signal: stop.signal, onEvent: (event) => events.push(event) });
    await until(() => paper.orders.length === 1);
    paper.fill(idOf(paper, 'entry'));
    await until(() => events.some((event) => event.event === 'order-outcome' && event.id === 'stop'));
    await until(() =>
      events.some((event) => event.event === 'protection' && event.positions[0]?.groups?.[0]?.covered === '0.3'),
    );
    stop.abort('enough');
    const first = orThrow(await following);
    const group = {
      entries: ['entry'],
      symbol: 'cmt_btcusdt',
      side: 'long',
      held: '0.3',
      covered: '0.3',
      naked: '0',
      unknown: '0',
    };
    expect(first).toMatchObject({
      end: 'interrupted',
      exitCode: 130,
      left: [{ id: 'stop', reason: 'open' }],
      unrecorded: [],
    });
    expect(first.groups).toEqual([group]);
    expect(events.at(-1)).toMatchObject({ event: 'run-finished', exitCode: first.exitCode, left: first.left });
    const count = events.length;

    const again = session.follow(compiledOf(PLAN, { config: compiled.checked.config }));
    await until(() => paper.requests.filter(({ path }) => path.endsWith('/singlePosition')).length > 3);
    paper.fire(idOf(paper, 'stop'));
    expect(orThrow(await again)).toMatchObject({
      end: 'done',
      left: [],
      groups: [{ ...group, held: '0', covered: '0' }],
    });
    // A listener hears its own call alone.
    expect(events.length).toBe(count);
    expect(paper.orders.filter(({ kind }) => kind === 'trigger')).toHaveLength(1);
  },
);

test('the command ends the same way', { timeout: 60_000 }, async () => {
  const { paper, begin } = await followDesk(PLAN);
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(idOf(paper, 'entry'));
  await one.until('the stop', () => paper.orders.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const ended = await one.stop();
  expect(eventsOf(ended).at(-1)).toMatchObject({
    event: 'run-finished',
    exitCode: 130,
    left: [{ id: 'stop', reason: 'open' }],
  });
});

test('is refused before a byte is sent: without the lists, and with what goes off first', async () => {
  const { paper } = await paperAndPlace();
  const silent = await sessionOn(paper, 'version: 1\nexchange: { interface: v2, queries: false }\n');
  expect(await silent.session.follow(silent.compiled)).toMatchObject({
    ok: false,
    error: { code: 'config/queries-off', exitCode: 2 },
  });
  const { session, compiled } = await sessionOn(paper, configOf('v2'));
  expect(await session.follow({ ...compiled, removed: true })).toMatchObject({
    ok: false,
    error: { code: 'option/conflict' },
  });
  expect(await session.place(compiled)).toMatchObject({ ok: false, error: { code: 'plan/needs-follow' } });
  expect(paper.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('an edit of what is at work, and a raised generation, are refused before a byte is sent', async () => {
  const { paper } = await paperAndPlace();
  const { session, compiled } = await sessionOn(paper, configOf('v2'), orThrow(openLedger('memory:')));
  const stop = new AbortController();
  const following = session.follow(compiled, { signal: stop.signal });
  await until(() => paper.orders.length === 1);
  paper.fill(idOf(paper, 'entry'), '0.1');
  await until(() => paper.orders.length === 2);
  stop.abort('enough');
  orThrow(await following);
  const { config } = compiled.checked;
  const sent = JSON.stringify(paper.orders);
  for (const [text, code] of [
    [PLAN.replace('62000', '63000'), 'follow/edited'],
    [PLAN.replaceAll('entry', 'other'), 'follow/edited'],
    [PLAN.replace('name: lived', 'name: lived\ngeneration: 2'), 'plan/generation'],
  ] as const)
    expect(await session.follow(compiledOf(text, { config }))).toMatchObject({
      ok: false,
      error: { code, exitCode: 5 },
    });
  expect(JSON.stringify(paper.orders)).toBe(sent);
});

test.each([true, false])(
  'a session that is closed ends what it follows, as an abort does; with a signal: %s',
  async (hasSignal) => {
    const { paper } = await paperAndPlace();
    const { session, compiled } = await sessionOn(paper, configOf('v2'));
    const following = session.follow(compiled, hasSignal ? { signal: new AbortController().signal } : {});
    await until(() => paper.orders.length === 1);
    await session.close();
    expect(orThrow(await following)).toMatchObject({
      end: 'interrupted',
      left: [{ id: 'entry', reason: 'open' }, { id: 'stop' }],
    });
  },
);
