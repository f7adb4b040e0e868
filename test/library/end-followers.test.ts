/** What a program does with a plan that is followed: whoever follows it is asked to end first, as a command asks it. */
import { expect, test } from 'vitest';
import {
  connectExchange,
  loadConfig,
  openLedger,
  openSession,
  orThrow,
  paperInstruments,
  type CompiledPlan,
  type Config,
  type OrderSession,
} from '../../src/index.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { configOf, openOn } from '../support/follow-run.ts';
import { afterTest, journalOf, paperAndPlace } from '../support/live.ts';
import { compiledOf, held, memory } from '../support/sessions.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: lived
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const LONG = { timeout: 60_000 };

interface Desk {
  readonly paper: PaperExchange;
  readonly session: OrderSession;
  readonly compiled: CompiledPlan;
  readonly notes: readonly string[];
}

async function optionsOn(paper: PaperExchange, text: string) {
  const config: Config = orThrow(loadConfig(text));
  const keys = { key: 'paper', secret: 'paper', passphrase: 'paper' };
  const connection = orThrow(await connectExchange({ baseUrl: paper.origin, keys, config }));
  afterTest(() => connection.close());
  return { connection, config };
}

async function deskOf(version: (typeof INTERFACES)[number], ledger = memory()): Promise<Desk> {
  const { paper } = await paperAndPlace();
  const notes: string[] = [];
  const options = await optionsOn(paper, configOf(version));
  const session = await held({ ...options, ledger, onNote: (note) => notes.push(note) });
  return { paper, session, compiled: compiledOf(PLAN, { config: options.config }), notes };
}

async function until(is: () => boolean): Promise<void> {
  const untilMs = Date.now() + 20_000;
  while (!is()) {
    if (Date.now() > untilMs) throw new Error('not within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The entry is filled, and its stop works. */
async function filled(paper: PaperExchange): Promise<void> {
  await until(() => paper.orders.length === 1);
  paper.fill(paper.orders[0]?.orderId ?? '');
  await until(() => openOn(paper).length === 1);
}

test.each(INTERFACES)('%s: a cancel ends the follow of its session, and has its turn', LONG, async (version) => {
  const { paper, session, compiled, notes } = await deskOf(version);
  const following = session.follow(compiled);
  await filled(paper);
  const cancelling = session.cancel({ plan: 'lived', generation: 1 });
  // What is called later has a later turn.
  const known = session.known();
  const [followed, cancelled] = [orThrow(await following), orThrow(await cancelling)];
  expect([followed.end, followed.exitCode]).toEqual(['incomplete', 6]);
  // Whether its record told that the entry is over depends on the pace.
  expect(followed.left).toContainEqual({ id: 'stop', reason: 'open' });
  expect({ exitCode: cancelled.exitCode, open: openOn(paper) }).toEqual({ exitCode: 0, open: [] });
  expect(orThrow(await known)[0]?.orders.get('stop')?.state).toBe('cancelled');
  expect(notes.filter((note) => note.startsWith('ending: ordo cancel asked for it'))).toHaveLength(1);
});

test('a request is of the follow that it asked: the next one of the session goes on', LONG, async () => {
  const { paper, session, compiled } = await deskOf('v2');
  const following = session.follow(compiled);
  // Asked before its turn begins.
  const cancelled = session.cancel({ plan: 'lived', generation: 1 });
  expect(orThrow(await following)).toMatchObject({ exitCode: 6 });
  await cancelled;
  const { config } = compiled.checked;
  const again = compiledOf(PLAN.replace('name: lived', 'name: lived\ngeneration: 2'), { config });
  const stop = new AbortController();
  const second = session.follow(again, { signal: stop.signal });
  const before = paper.orders.length;
  await until(() => paper.orders.length > before);
  stop.abort('enough');
  expect(orThrow(await second)).toMatchObject({ exitCode: 130 });
});

test.each(INTERFACES)('%s: a close of its position, and a flatten, end a follow', LONG, async (version) => {
  const { paper, session, compiled, notes } = await deskOf(version);
  const following = session.follow(compiled);
  await filled(paper);
  const position = { symbol: 'cmt_btcusdt', side: 'long', share: '0.1', instruments: paperInstruments } as const;
  const closed = orThrow(await session.closePosition(position));
  expect([orThrow(await following).exitCode, closed.exitCode]).toEqual([6, 0]);
  const again = session.follow(compiledOf(PLAN, { config: compiled.checked.config }));
  await until(
    () => paper.requests.filter(({ path }) => path.endsWith('/singlePosition')).length > 3 || version === 'v3',
  );
  const flat = orThrow(await session.flatten({ why: 'news', instruments: paperInstruments }));
  expect({ follow: orThrow(await again).exitCode, flat: flat.exitCode, open: openOn(paper) }).toEqual({
    follow: 6,
    flat: 0,
    open: [],
  });
  const ending = notes.flatMap((note) => /^ending: (ordo \w+) asked/.exec(note)?.[1] ?? []);
  expect(ending).toEqual(['ordo close', 'ordo flatten']);
});

test('what is not its own goes on: a close of the other side waits', LONG, async () => {
  const { paper, session, compiled } = await deskOf('v2');
  const stop = new AbortController();
  const following = session.follow(compiled, { signal: stop.signal });
  await filled(paper);
  const closing = session.closePosition({ symbol: 'cmt_btcusdt', side: 'short', instruments: paperInstruments });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  stop.abort('enough');
  expect([orThrow(await following).exitCode, (await closing).ok]).toEqual([130, false]);
});

test('a session asks the follower of another run to end, where it is told to', LONG, async () => {
  const desk = await followDesk(PLAN);
  const { paper, at } = desk;
  const one = desk.begin();
  await one.until('the entry', () => paper.orders.length === 1);
  const options = {
    ...(await optionsOn(paper, configOf('v2'))),
    ledger: orThrow(openLedger(`sqlite:${journalOf(at)}`)),
  };
  expect(await openSession(options)).toMatchObject({ ok: false, error: { code: 'account/locked', exitCode: 10 } });
  const session = await held({ ...options, endFollowers: 'cancel' });
  const ended = await one.ended;
  expect([ended.code, ended.stderr]).toEqual([6, expect.stringContaining('ending: ordo cancel asked for it')]);
  const cancelled = orThrow(await session.cancel({ plan: 'lived', generation: 1 }));
  expect([cancelled.exitCode, openOn(paper)]).toEqual([0, []]);
});

test.each(INTERFACES)(
  '%s: a command asks a session that follows the plan, and has its turn once it is closed',
  LONG,
  async (version) => {
    const { paper, at } = await followDesk(PLAN, { version });
    const options = {
      ...(await optionsOn(paper, configOf(version))),
      ledger: orThrow(openLedger(`sqlite:${journalOf(at)}`)),
    };
    const session = await held(options);
    const following = session.follow(compiledOf(PLAN, { config: options.config }));
    await filled(paper);
    const status = await here(['status', 'plan.yaml'], at);
    expect(status.stdout.replaceAll(/\s+/g, ' ')).toMatch(/pid \d+ of \S+ on \S+ follows it since/);
    const cancelling = here(['cancel', 'plan.yaml', '--live', '--execute', '--yes'], at);
    const followed = orThrow(await following);
    await session.close();
    const cancelled = await cancelling;
    expect([followed.exitCode, followed.left.at(-1)]).toEqual([6, { id: 'stop', reason: 'open' }]);
    expect({ code: cancelled.code, said: cancelled.stdout.replaceAll(/\s+/g, ' '), open: openOn(paper) }).toEqual({
      code: 0,
      said: expect.stringMatching(/which follows lived since \S+Z, is asked to end/) as unknown,
      open: [],
    });
  },
);

test('a session that has followed a plan, and follows it no more, is asked nothing', LONG, async () => {
  const { paper, at } = await followDesk(PLAN);
  const options = {
    ...(await optionsOn(paper, configOf('v2'))),
    ledger: orThrow(openLedger(`sqlite:${journalOf(at)}`)),
  };
  const session = await held(options);
  const stop = new AbortController();
  const following = session.follow(compiledOf(PLAN, { config: options.config }), { signal: stop.signal });
  await filled(paper);
  stop.abort('enough');
  await following;
  const refused = await here(['cancel', 'plan.yaml', '--live', '--execute', '--yes'], at);
  expect({ code: refused.code, asked: refused.stdout.includes('is asked to end') }).toEqual({ code: 10, asked: false });
});
