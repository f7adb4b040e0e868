/** A session of the library: at most once, whatever is placed twice, aborted or lost. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bids, eventsOf, place as placeAt } from '../../proofs/support/ordo.ts';
import {
  compilePlan,
  EXIT,
  exchangeOf,
  loadConfig,
  loadPlan,
  openLedger,
  openSession,
  orThrow,
  type Call,
  type PublicEvent,
} from '../../src/index.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { compiledOf, held, ledgerOf, memory, ONE_BY_ONE, paperOf, quickClock } from '../support/sessions.ts';

/** Its bodies and the kinds of its other events; warnings of the plan come with the plan. */
const told = (list: readonly PublicEvent[]): string[] =>
  list
    .map((event) => (event.event === 'call-planned' ? event.body : event.event))
    .filter((one) => one !== 'diagnostic');

describe('placing', () => {
  afterEach(() => vi.restoreAllMocks());

  test('tells what the command tells, and writes nothing, and ends nothing', async () => {
    const spies = [
      vi.spyOn(process.stdout, 'write'),
      vi.spyOn(process.stderr, 'write'),
      vi.spyOn(process, 'exit'),
      ...(['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name)),
    ];
    const before = process.exitCode;
    const events: PublicEvent[] = [];
    const connection = await paperOf();
    const session = await held({ ledger: memory(), connection, onEvent: (event) => events.push(event) });
    const placed = orThrow(await session.place(compiledOf(bids('told', 3))));
    expect(placed).toMatchObject({ end: 'done', exitCode: 0, counts: { accepted: 3 }, unrecorded: [] });
    expect([...placed.outcomes.keys()]).toEqual(['bid-1', 'bid-2', 'bid-3']);
    expect(loadPlan('{').ok).toBe(false);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    expect(process.exitCode).toBe(before);

    const at = placeAt();
    afterTest(() => at.remove());
    at.write('plan.yaml', bids('told', 3));
    const command = eventsOf(await here(['run', 'plan.yaml', '--execute', '--output', 'ndjson'], at));
    expect(told(events)).toEqual(told(command));
    expect(events.at(-1)).toMatchObject({ event: 'run-finished', target: 'paper', exitCode: 0 });
  });

  test('twice, at once and in another session, sends each order once', async () => {
    const connection = await paperOf();
    const ledger = memory();
    const compiled = compiledOf(bids('once', 4));
    const first = await held({ ledger, connection });
    const both = (await Promise.all([first.place(compiled), first.place(compiled)])).map(orThrow);
    expect(both.map(({ counts }) => counts.accepted)).toEqual([4, 0]);
    await first.close();
    const second = await held({ ledger, connection });
    expect(orThrow(await second.place(compiled))).toMatchObject({ end: 'done', counts: { withheld: 4 } });
    expect(connection.taken()).toHaveLength(4);
    expect(orThrow(await second.state({ plan: 'once', generation: 1 })).get('bid-1')).toMatchObject({
      state: 'accepted',
    });
    const known = orThrow(await second.state({ plan: 'once', generation: 1 }));
    expect(orThrow(compilePlan(compiled.checked, { known })).calls).toEqual([]);
  });

  test('an edited order is replaced, and a removed one goes off, as the command does it', async () => {
    const connection = await paperOf();
    const session = await held({ ledger: memory(), connection });
    const name = { plan: 'edited', generation: 1 };
    orThrow(await session.place(compiledOf(bids('edited', 3))));
    const text = bids('edited', 2).replace('price: 60000', 'price: 59000');
    const { checked } = compiledOf(text);
    const known = orThrow(await session.state(name));
    const as = orThrow(compilePlan(checked, { known, replace: ['edited'], removed: true }));
    expect(as.cancels.flatMap(({ orders }) => orders.map(({ id }) => id)).toSorted()).toEqual(['bid-1', 'bid-3']);
    const placed = orThrow(await session.place(as));
    expect(placed).toMatchObject({ end: 'done', counts: { accepted: 1, withheld: 1 }, notBack: [] });
    expect([...placed.cancels.values()].map(({ id, outcome }) => `${id} ${outcome}`).toSorted()).toEqual([
      'bid-1 cancelled',
      'bid-3 cancelled',
    ]);
    const after = orThrow(await session.state(name));
    expect(after.get('bid-1')).toMatchObject({ state: 'accepted', lineage: 1 });
    expect(connection.taken()).toHaveLength(4);
    expect(orThrow(await session.place(as))).toMatchObject({ end: 'done', counts: { accepted: 0 } });
  });

  test('what is cancelled was seen when the plan was compiled', async () => {
    const connection = await paperOf();
    const session = await held({ ledger: memory(), connection });
    orThrow(await session.place(compiledOf(bids('unseen', 3))));
    const fresh = compilePlan(compiledOf(bids('unseen', 2)).checked, { removed: true });
    const refused = await session.place(orThrow(fresh));
    expect(refused).toMatchObject({ ok: false, error: { code: 'approval/other-bytes', exitCode: 5 } });
  });

  test('a signal that is aborted before sends nothing', async () => {
    const connection = await paperOf();
    const session = await held({ ledger: memory(), connection });
    const signal = AbortSignal.abort('changed my mind');
    const placed = orThrow(await session.place(compiledOf(bids('never', 3)), { signal }));
    expect(placed).toMatchObject({ end: 'interrupted', exitCode: 130, counts: { withheld: 3 } });
    expect(placed.outcomes.get('bid-1')).toMatchObject({ reason: 'stopped', message: 'changed my mind' });
    expect(connection.taken()).toHaveLength(0);
  });

  test('a signal that is aborted during starts nothing new, awaits what is in flight, and the rest goes later', async () => {
    const config = orThrow(loadConfig(ONE_BY_ONE));
    const connection = await paperOf({ config, latencyMs: 20 });
    const abort = new AbortController();
    const session = await held({
      ledger: memory(),
      connection,
      config,
      onEvent: ({ event }) => event === 'call-sent' && abort.abort('enough'),
    });
    const compiled = compiledOf(bids('half', 3), { config });
    const placed = orThrow(await session.place(compiled, { signal: abort.signal }));
    expect(placed).toMatchObject({ end: 'interrupted', counts: { accepted: 1, withheld: 2 } });
    expect(orThrow(await session.place(compiled))).toMatchObject({ end: 'done', counts: { accepted: 2, withheld: 1 } });
    expect(new Set(connection.taken().map(({ clientOid }) => clientOid)).size).toBe(3);
    expect(connection.taken()).toHaveLength(3);
  });

  test('a listener that throws stops the sending; what is in flight is on record before it is heard of', async () => {
    const config = orThrow(loadConfig(ONE_BY_ONE));
    const connection = await paperOf({ config });
    let isBroken = true;
    const onEvent = ({ event }: PublicEvent): void => {
      if (isBroken && event === 'order-outcome') throw new Error('a bug of the caller');
    };
    const session = await held({ ledger: memory(), connection, config, onEvent });
    const compiled = compiledOf(bids('broken', 3), { config });
    await expect(session.place(compiled)).rejects.toThrow('a bug of the caller');
    expect(connection.taken()).toHaveLength(1);
    isBroken = false;
    expect(orThrow(await session.place(compiled))).toMatchObject({ counts: { accepted: 2, withheld: 1 } });
    expect(connection.taken()).toHaveLength(3);
  });

  test('lost answers are unknown, never sent again, and found by a look-up', async () => {
    const connection = await paperOf({ faults: { 'drop-after': 1 } });
    const session = await held({ ledger: memory(), connection });
    const compiled = compiledOf(bids('lost', 2));
    expect(orThrow(await session.place(compiled))).toMatchObject({ end: 'unknown', counts: { unknown: 2 } });
    const plan = { plan: 'lost', generation: 1 };
    const early = await session.settle(plan, [{ id: 'bid-1', absent: true }], { why: 'a guess' });
    expect(early).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
    expect(await session.settle(plan, [{ id: 'bid-1', absent: true }])).toMatchObject({ ok: false });
    const found = orThrow(await session.lookUp(plan));
    expect(found.map(({ id, finding }) => `${id} ${finding.kind}`)).toEqual(['bid-1 found', 'bid-2 found']);
    expect(orThrow(await session.lookUp(plan))).toEqual([]);
    expect(orThrow(await session.place(compiled))).toMatchObject({ end: 'done', counts: { withheld: 2 } });
    expect(connection.taken()).toHaveLength(2);
    const rests = await session.settle(plan, [{ id: 'bid-1', closed: true }]);
    expect(rests).toMatchObject({ ok: false, error: { message: expect.stringContaining('of it is open') as string } });
    orThrow(await session.cancel(plan, { only: ['bid-1'] }));
    expect(await session.settle(plan, [{ id: 'bid-1', closed: true }])).toEqual({ ok: true, value: undefined });
    expect(orThrow(await session.state(plan)).get('bid-1')?.state).toBe('closed');
  });

  test('a trigger whose answer was lost is in no call, and a cancel looks it up all the same', async () => {
    const connection = await paperOf({ faults: { 'drop-after': 1 } });
    const ledger = memory();
    const first = await held({ ledger, connection });
    const stop = '{ id: stop, symbol: cmt_btcusdt, side: close-long, size: 0.01, trigger: 50000, price: market }';
    const compiled = compiledOf(`version: 1\nname: lost-stop\norders:\n  - ${stop}\n`);
    expect(orThrow(await first.place(compiled))).toMatchObject({ counts: { unknown: 1 } });
    await first.close();
    const session = await held({ ledger, connection });
    const cancelled = orThrow(await session.cancel({ plan: 'lost-stop', generation: 1 }));
    expect(cancelled).toMatchObject({ end: 'incomplete', counts: { refused: 1 } });
    expect(cancelled.ends.get('stop')?.orderId).toBe(connection.taken()[0]?.orderId);
  });
});

test('ledger, exchange and clock of one’s own are the only ones that are asked', async () => {
  const clock = quickClock();
  const asked: string[] = [];
  const sent: Call[] = [];
  const inner = orThrow(openLedger('memory:', { clock }));
  const ledger = ledgerOf(inner, (scope, limits) => {
    asked.push(`claim ${scope.account.origin}`);
    return inner.claim(scope, limits);
  });
  const exchange = exchangeOf({
    place: async (call, timestampMs) => {
      expect(Math.abs(timestampMs - clock.wallMs())).toBeLessThan(60_000);
      sent.push(call);
      await clock.sleep(50);
      const verdicts = call.orders.map(
        ({ clientOid }) => ({ outcome: 'accepted', orderId: clientOid, rule: 'own' }) as const,
      );
      return { kind: 'answered', value: { verdicts } };
    },
  });
  const config = orThrow(
    loadConfig({ version: 1, exchange: { queries: false, orderCalls: '2/1s' }, execution: { maxOrdersPerCall: 1 } }),
  );
  const connection = { origin: 'https://own.example', exchange };
  const opening = openSession({ ledger, connection, config, clock });
  const session = orThrow(await opening);
  const startMs = clock.monotonicMs();
  const placing = session.place(compiledOf(bids('own', 6), { config }));
  const placed = orThrow(await placing);
  expect(placed).toMatchObject({ end: 'done', counts: { accepted: 6 } });
  expect(sent).toHaveLength(6);
  // Six calls at two a second need two seconds, in virtual time.
  expect(clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(2000);
  expect(asked).toEqual(['claim https://own.example']);
  await session.close();
});
