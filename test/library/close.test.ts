/** Positions closed by a program, over HTTP against the paper exchange: what it is told, and what the exchange then has. */
import { describe, expect, test } from 'vitest';
import {
  connectExchange,
  loadConfig,
  orThrow,
  paperInstruments,
  type Config,
  type OrderSession,
  type PublicEvent,
  type SessionLedger,
} from '../../src/index.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { inCases } from '../support/cases.ts';
import { closes, faultsAfter } from '../support/close-desk.ts';
import { FLAT, heldIn, resting } from '../support/flatten-desk.ts';
import { afterTest } from '../support/live.ts';
import { compiledOf, held, memory } from '../support/sessions.ts';

const SYMBOL = 'cmt_btcusdt';
const HELD = `version: 1
name: first
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.0401, price: market, reference: 64000 }
  - { id: bid, side: open-long, size: 0.01, price: 50000 }
  - { id: stop, side: close-long, size: 0.0401, trigger: 40000, price: market }
`;
const ENTRY = `version: 1
name: entry
orders: [{ id: entry, symbol: cmt_btcusdt, side: open-long, size: 0.0401, price: market, reference: 64000 }]
`;
const NEXT = `version: 1
name: next
orders: [{ id: a, symbol: cmt_btcusdt, side: open-long, size: 0.01, price: 50000 }]
`;
const KEYS = { key: 'paper', secret: 'paper', passphrase: 'paper' };

interface Desk {
  readonly paper: PaperExchange;
  readonly session: OrderSession;
  readonly ledger: SessionLedger;
  readonly events: readonly PublicEvent[];
  readonly config: Config;
}

type Version = 'v2' | 'v3';

interface Made {
  readonly plan?: string;
  readonly options?: PaperOptions;
  readonly execution?: object;
}

const configOf = (version: Version, execution: object = {}): Config =>
  orThrow(
    loadConfig({ version: 1, exchange: { interface: version }, execution: { cancelWait: '300ms', ...execution } }),
  );

/** What the plan opened is held, its bid and its stop are open. */
async function desk(version: Version, { plan = HELD, options = {}, execution = {} }: Made = {}): Promise<Desk> {
  const [ledger, config] = [memory(), configOf(version, execution)];
  const paper = await startPaperExchange(options);
  afterTest(() => paper.close());
  const connection = orThrow(await connectExchange({ baseUrl: paper.origin, keys: KEYS, config }));
  afterTest(() => connection.close());
  const events: PublicEvent[] = [];
  const session = await held({ ledger, connection, config, onEvent: (event) => events.push(event) });
  expect(orThrow(await session.place(compiledOf(plan, { config }))).exitCode).toBe(0);
  return { paper, session, ledger, events, config };
}

/** A session on the same account, whose ledger knows nothing of it. */
async function beside({ paper }: Desk, version: Version): Promise<OrderSession> {
  const config = configOf(version);
  const connection = orThrow(await connectExchange({ baseUrl: paper.origin, keys: KEYS, config }));
  afterTest(() => connection.close());
  return held({ ledger: memory(), connection, config });
}

const refused = ({ ok, ...told }: { ok: boolean; error?: { code: string; exitCode: number } }): unknown => [
  ok,
  told.error?.code,
  told.error?.exitCode,
];

describe.each(inCases(['v2', 'v3'] as const))('on %s', (version) => {
  test('half of a position is closed once, and what is left is told', async () => {
    const it = await desk(version, { plan: ENTRY });
    const how = { symbol: SYMBOL, side: 'long', instruments: paperInstruments } as const;
    const { end, exitCode, counts, parts, orders, protection, unrecorded } = orThrow(
      await it.session.closePosition({ ...how, share: '50%' }),
    );
    expect([end, exitCode, counts.accepted, unrecorded]).toEqual(['done', 0, 1, []]);
    expect(parts).toEqual([{ marginMode: 'cross', held: '0.0401', size: '0.02' }]);
    expect(orders.map(({ state, seen }) => [state, seen?.filledSize])).toEqual([['filled', '0.02']]);
    expect([protection?.positions[0]?.held, heldIn(it)]).toEqual(['0.0201', '0.0201 0']);
    const all = orThrow(await it.session.closePosition(how));
    expect([all.exitCode, all.parts]).toEqual([0, [{ marginMode: 'cross', held: '0.0201', size: '0.0201' }]]);
    expect(orThrow(await it.session.state({ plan: 'ordo:close', generation: 1 })).size).toBe(2);
    expect(refused(await it.session.closePosition(how))).toEqual([false, 'close/not-held', 2]);
    expect([heldIn(it), closes(it)]).toEqual([FLAT, ['0.02 filled', '0.0201 filled']]);
    expect(it.events.filter(({ event }) => event === 'run-finished')).toHaveLength(3);
  });

  test('an account is brought to nothing, and opens nothing until the halt is lifted', async () => {
    const it = await desk(version);
    const done = orThrow(await it.session.flatten({ why: 'feed is wrong', instruments: paperInstruments }));
    expect([done.end, done.exitCode, done.left, done.unknown, done.unrecorded]).toEqual(['done', 0, [], [], []]);
    expect(done.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'cancelled first: bid',
      'closed cmt_btcusdt long',
      'cancelled first: stop',
    ]);
    expect([done.seenAtMs.length, heldIn(it), resting(it)]).toEqual([2, FLAT, 0]);
    expect((await it.ledger.halted(it.session.account))?.why).toBe('feed is wrong');
    const next = compiledOf(NEXT, { config: configOf(version) });
    expect(refused(await it.session.place(next))).toEqual([false, 'account/halted', 4]);
    orThrow(await it.session.lift('feed is back'));
    expect(orThrow(await it.session.place(next)).exitCode).toBe(0);
    const again = orThrow(await it.session.flatten({ why: 'once more' }));
    expect([again.exitCode, again.steps.map(({ name }) => name)]).toEqual([0, ['next: a']]);
  });

  test('a halt meets what is under way at its next call that opens, and once it is lifted that goes on', async () => {
    const it = await desk(version, { options: { latencyMs: 60 }, execution: { maxOrdersPerCall: 1 } });
    const bids = Array.from(
      { length: 12 },
      (_, at) => `  - { id: bid-${at}, side: open-long, size: 0.01, price: ${50_000 - at} }\n`,
    );
    const many = `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${bids.join('')}`;
    const { config } = it;
    const before = it.paper.orders.length;
    const placing = it.session.place(compiledOf(many, { config }));
    while (it.paper.orders.length === before)
      await Promise.race([placing, new Promise((resolve) => setTimeout(resolve, 5))]);
    const halted = orThrow(await it.session.halt('feed is wrong'));
    expect([halted.before, halted.mayFill.map(({ plan }) => plan)]).toEqual([undefined, ['first', 'many']]);
    const placed = orThrow(await placing);
    expect([placed.exitCode, placed.counts.withheld > 0, placed.counts.accepted > 0]).toEqual([6, true, true]);
    expect(placed.outcomes.get('bid-11')).toMatchObject({ outcome: 'withheld', reason: 'halted' });
    expect(orThrow(await it.session.halt('again')).before?.why).toBe('feed is wrong');
    expect(refused(await it.session.halt('two\nlines'))).toEqual([false, 'option/value', 2]);
    expect(refused(await it.session.place(compiledOf(many, { config })))).toEqual([false, 'account/halted', 4]);
    expect(orThrow(await it.session.lift('feed is back')).before?.why).toBe('feed is wrong');
    expect(orThrow(await it.session.lift('once more')).before).toBe(undefined);
    expect(orThrow(await it.session.place(compiledOf(many, { config }))).exitCode).toBe(0);
    expect(it.paper.orders.length).toBe(before + 12);
    await it.session.close();
    expect(refused(await it.session.halt('too late'))).toEqual([false, 'session/closed', 2]);
  });

  test('a look tells what is covered, keeps that, and sends nothing', async () => {
    const it = await desk(version);
    const orders = it.paper.orders.length;
    const looked = orThrow(await it.session.look());
    expect([looked.exitCode, looked.protection.basis, looked.protection.state]).toEqual([0, 'look', 'partly']);
    expect(looked.protection.positions).toMatchObject([
      { symbol: SYMBOL, side: 'long', held: '0.0401', covered: '0.0401' },
    ]);
    it.paper.cancelByExchange(it.paper.orders.find(({ type }) => type === '3')?.orderId ?? '');
    expect(orThrow(await it.session.look()).protection.positions[0]?.covered).not.toBe('0.0401');
    expect(it.paper.orders.length).toBe(orders);
    await it.paper.close();
    const gone = orThrow(await it.session.look());
    expect([gone.exitCode, gone.protection.notRead?.length]).toEqual([7, 3]);
  });

  test('a close whose answer never came is not sent again, and another waits for it', async () => {
    const it = await desk(version, { plan: ENTRY, options: faultsAfter(1, { 'drop-before': 1 }) });
    const how = { symbol: SYMBOL, side: 'long', instruments: paperInstruments } as const;
    const first = orThrow(await it.session.closePosition({ ...how, share: '50%' }));
    expect([first.end, first.counts.unknown, first.orders.map(({ state }) => state)]).toEqual([
      'unknown',
      1,
      ['unknown'],
    ]);
    expect(refused(await it.session.closePosition(how))).toEqual([false, 'close/earlier-open', 7]);
    expect([heldIn(it), closes(it)]).toEqual(['0.0401 0', []]);
  });

  test('what no order of the ledger opened is left, and closed only where all is', async () => {
    const it = await desk(version);
    const other = await beside(it, version);
    const left = orThrow(await other.flatten({ why: 'not mine', instruments: paperInstruments }));
    expect([left.exitCode, left.steps, left.protection?.positions[0]?.held]).toEqual([6, [], '0.0401']);
    expect(left.left).toEqual([expect.stringContaining('0.0401 is held (not ordo’s')]);
    expect([heldIn(it), resting(it)]).toEqual(['0.0401 0', 2]);
    const all = orThrow(await other.flatten({ why: 'all of it', all: true, instruments: paperInstruments }));
    expect([all.exitCode, heldIn(it), resting(it)]).toEqual([0, FLAT, 2]);
  });

  test('an exchange that is gone refuses a flatten, and the halt stands', async () => {
    const it = await desk(version);
    expect(refused(await it.session.flatten({ why: 'two\nlines' }))).toEqual([false, 'option/value', 2]);
    expect(await it.ledger.halted(it.session.account)).toBe(undefined);
    await it.paper.close();
    const gone = await it.session.flatten({ why: 'feed is wrong' });
    expect([gone.ok, gone.ok ? '' : gone.error.hint]).toEqual([
      false,
      expect.stringContaining('the account is halted: nothing that opens is sent'),
    ]);
    expect((await it.ledger.halted(it.session.account))?.why).toBe('feed is wrong');
    expect([heldIn(it), resting(it)]).toEqual(['0.0401 0', 2]);
  });
});

test.each([
  [{ share: '0%' }, 'close/size'],
  [{ share: '101%' }, 'close/size'],
  [{ share: '1' }, 'close/size'],
  [{ symbol: 'cmt_btcusd' }, 'exchange/unknown-symbol'],
  [{ side: 'short' as const }, 'close/not-held'],
])('a close of %j is refused, and nothing is sent', async (wrong, code) => {
  const it = await desk('v2', { plan: ENTRY });
  const how = { symbol: SYMBOL, side: 'long', instruments: paperInstruments, ...wrong } as const;
  expect(refused(await it.session.closePosition(how))).toEqual([false, code, 2]);
  expect([heldIn(it), closes(it)]).toEqual(['0.0401 0', []]);
});
