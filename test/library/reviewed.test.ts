/** A reviewed plan that a program places: what the command wrote is sent, and nothing else. */
import { describe, expect, test } from 'vitest';
import {
  compilePlan,
  connectExchange,
  EXIT,
  loadConfig,
  loadInstruments,
  loadPlan,
  loadReviewed,
  openLedger,
  orThrow,
  type CompiledPlan,
  type CompileOptions,
  type Listeners,
  type OrderSession,
} from '../../src/index.ts';
import { afterTest, journalOf, type At } from '../support/live.ts';
import { CONFIG, LIST, PLAN, execute, reviewedDesk, textOf, type Desk } from '../support/reviewed-desk.ts';
import { held } from '../support/sessions.ts';

const config = orThrow(loadConfig(CONFIG));
const instruments = orThrow(loadInstruments(LIST));
const KEYS = { key: 'paper', secret: 'paper', passphrase: 'paper' };

const compiled = (text = PLAN, options: CompileOptions = {}): CompiledPlan =>
  orThrow(compilePlan(orThrow(loadPlan(text, { file: 'plan.yaml', config, instruments })), options));

/** A session on the journal and the exchange of the command. */
async function sessionAt(at: At, listeners: Listeners = {}): Promise<OrderSession> {
  const baseUrl = at.env['ORDO_BASE_URL'] ?? '';
  const connection = orThrow(await connectExchange({ baseUrl, keys: KEYS, config }));
  afterTest(() => connection.close());
  return held({ ledger: orThrow(openLedger(`sqlite:${journalOf(at)}`)), connection, config, ...listeners });
}

async function deskAndSession(): Promise<Desk & { session: OrderSession }> {
  const desk = await reviewedDesk();
  return { ...desk, session: await sessionAt(desk.at) };
}

const reviewIn = async (at: At) => orThrow(await loadReviewed(textOf(at), { file: 'r.json' }));

describe('a reviewed plan in a program', () => {
  test('is sent as it was reviewed, under its code, and the command finds nothing left of it', async () => {
    const { at, paper, session } = await deskAndSession();
    const reviewed = await reviewIn(at);
    expect(orThrow(await session.place(compiled(), { reviewed }))).toMatchObject({
      end: 'done',
      counts: { accepted: 3 },
      digest: reviewed.plan.digest,
    });
    await session.close();
    expect(paper.orders).toHaveLength(3);
    expect(await execute(at)).toMatchObject({ code: 0 });
    expect(paper.orders).toHaveLength(3);
  });

  test('of which a part was sent is gone on with by the same call, and nothing is sent twice', async () => {
    const { at, paper } = await reviewedDesk();
    const stop = new AbortController();
    const session = await sessionAt(at, { onEvent: ({ event }) => event === 'call-sent' && stop.abort() });
    const reviewed = await reviewIn(at);
    orThrow(await session.place(compiled(), { reviewed, signal: stop.signal }));
    expect(paper.orders.length).toBeLessThan(3);
    expect(orThrow(await session.place(compiled(), { reviewed }))).toMatchObject({ end: 'done' });
    expect(paper.orders).toHaveLength(3);
    const carried = new Set(reviewed.plan.orders.map(({ clientOid }) => clientOid));
    expect(new Set(paper.orders.map((order) => order.clientOid))).toEqual(carried);
  });

  test.each([
    ['another size', PLAN.replace('size: 0.02', 'size: 0.03'), 'other calls than the reviewed ones'],
    ['one order more', `${PLAN}  - { id: d, side: open-long, size: 0.01, price: 60002 }\n`, 'other calls'],
    ['another generation', PLAN.replace('vars:', 'generation: 2\nvars:'), 'the generation is 2, and was 1'],
  ])('is refused where the plan has %s, and nothing is sent', async (_, text, words) => {
    const { at, paper, session } = await deskAndSession();
    const placed = await session.place(compiled(text), { reviewed: await reviewIn(at) });
    expect(placed).toMatchObject({ ok: false, error: { exitCode: EXIT.notAsReviewed, code: 'reviewed/changed' } });
    expect(placed.ok ? '' : [placed.error.message, ...(placed.error.details ?? [])].join('\n')).toContain(words);
    expect(paper.orders).toEqual([]);
  });

  test('is refused with cancels, which no reviewed plan has', async () => {
    const { at, session } = await deskAndSession();
    const placed = await session.place(compiled(PLAN, { removed: true }), { reviewed: await reviewIn(at) });
    expect(placed).toMatchObject({ ok: false, error: { code: 'option/conflict' } });
  });

  test('is refused where its text was edited', async () => {
    const { at } = await reviewedDesk();
    const edited = await loadReviewed(textOf(at).replace('"generation": 1', '"generation": 2'));
    expect(edited).toMatchObject({ ok: false, error: { code: 'reviewed/damaged' } });
  });

  test('past its time is refused, with the command that writes it again', async () => {
    const { at, session, paper } = await deskAndSession();
    const { file, plan } = await reviewIn(at);
    const late = { file, plan: { ...plan, expires: '2020-01-01T00:00:00.000Z' } };
    const placed = await session.place(compiled(), { reviewed: late });
    expect(placed).toMatchObject({ ok: false, error: { code: 'reviewed/changed' } });
    expect(placed.ok ? '' : placed.error.hint).toBe('look at it again: ordo run plan.yaml --live --out r.json');
    expect(paper.orders).toEqual([]);
  });
});
