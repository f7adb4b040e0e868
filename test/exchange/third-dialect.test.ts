/**
 * Adds a version of the interface by the recipe of CONTRIBUTING.md, without a change of src: `third/dialect.ts` is the whole of it.
 * A plan goes through the real compiler, session, journal and client to a server that speaks it.
 */
import { expect, it, onTestFinished } from 'vitest';
import { selectCancels } from '../../src/actions/prepare/cancel-selection.ts';
import { compileCancels } from '../../src/compile/cancel-calls.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { readBody } from '../../src/exchange/answers/answers.ts';
import { Secret } from '../../src/exchange/keys/secret.ts';
import { HttpExchange } from '../../src/exchange/send/http-exchange.ts';
import { NO_SPOOL } from '../../src/journal/files/spool.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { callsDigest } from '../../src/model/ids.ts';
import { soughtOf } from '../../src/session/lists/lookup-keys.ts';
import { openSession, type Session } from '../../src/session/session.ts';
import { realClock } from '../../src/system/clock.ts';
import { newFile } from '../support/journal-files.ts';
import { anOrder, aPlan, limits, PLAN } from '../support/plan-builder.ts';
import { agent } from '../support/prompt-exchange.ts';
import { OPERATIONS, third } from './third/dialect.ts';
import { startThirdExchange, type ThirdExchange } from './third/server.ts';

const LOST = '0.007';
const ORDERS = [
  anOrder({ id: 'one', price: '60000' }),
  anOrder({ id: 'small', price: '61000', size: '0.0001' }),
  anOrder({
    id: 'lost',
    symbol: 'BTCUSDT',
    side: 'open-short',
    price: '69000.50',
    size: LOST,
    timeInForce: 'post-only',
  }),
  anOrder({ id: 'stop', side: 'close-long', price: 'market', trigger: '50000' }),
  anOrder({ id: 'guarded', price: '59000.0', stopLoss: '58000' }),
];
const NAME = { plan: PLAN.name, generation: PLAN.generation } as const;
const RUN = { ...NAME, planFile: 'plan.yaml' } as const;
const BOUNDS = limits(third.defaults.limits);
const SETTINGS = { ...defaultConfig.execution, onUnknown: 'continue', cancelWaitMs: 0 } as const;

interface Desk {
  readonly server: ThirdExchange;
  readonly events: RunEvent[];
  /** One command: a session of its own, on the same journal. */
  readonly command: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
}

const defer = (act: () => void): void => void setImmediate(act);

async function desk(): Promise<Desk> {
  const server = await startThirdExchange(LOST);
  onTestFinished(() => server.close());
  const self = { host: 'here', user: 'tester', pid: 1, since: '' };
  const ledger = openLedger(sqliteUrl(newFile()), { self, ...realClock, defer });
  const events: RunEvent[] = [];
  const command: Desk['command'] = async (work) => {
    const opened = await openSession({
      ledger,
      scope: { account: { origin: server.origin, name: 'main' } },
      limits: BOUNDS,
      settings: SETTINGS,
      clock: realClock,
      spool: NO_SPOOL,
      emit: (event) => void events.push(event),
    });
    if (!opened.ok) throw new Error('held');
    const session = opened.value;
    try {
      await session.connect(() => Promise.resolve(spoken(server.origin)), false);
      return await work(session);
    } finally {
      await session.close();
    }
  };
  return { server, events, command };
}

const spoken = (origin: string): HttpExchange =>
  new HttpExchange({
    operations: OPERATIONS,
    origin,
    agent: agent(),
    credentials: { key: new Secret('k'), secret: new Secret('third-secret'), passphrase: new Secret('p') },
    locale: 'en-US',
    timeoutMs: 20_000,
    userAgent: 'ordo/test',
  });

const { signal } = new AbortController();

async function place(session: Session): Promise<void> {
  const rules = { batchPresets: false, maxOrdersPerCall: third.defaults.maxOrdersPerCall, limits: BOUNDS };
  const schedule = compilePlan(third.calls, aPlan(ORDERS), await session.state(NAME), rules);
  await session.place({ ...RUN, schedule, signal });
}

/** Looks up what is unknown, and settles by what the lists prove. */
async function settle(session: Session): Promise<void> {
  const unknown = [...(await session.state(NAME)).values()].filter(({ state }) => state === 'unknown');
  for await (const { order, finding } of session.lookUp(RUN, unknown.map(soughtOf), signal)) {
    if (finding.kind !== 'found') throw new Error(`${order.id}: ${finding.kind}`);
    const { orderId, lists } = finding;
    await session.settle([{ clientOid: order.clientOid, orderId, rule: 'found', evidence: lists.join(', ') }]);
  }
}

async function cancel(session: Session, id: string): Promise<void> {
  const { asked, resting } = selectCancels(await session.state(NAME), { only: [id], removed: false });
  const { calls } = compileCancels(third.calls.cancel, resting, third.defaults.cancelBatch);
  await session.cancel({ ...RUN, digest: callsDigest(calls), orders: asked, calls, signal });
}

const states = async (session: Session): Promise<string[]> =>
  [...(await session.state(NAME)).values()].map(({ id, state }) => `${id} ${state}`);

it('is spoken to place, refuse, lose, look up and cancel, each order at most once', async () => {
  const { server, command } = await desk();
  await command(place);
  const [one, small, lost, stop, guarded] = ORDERS.map(({ clientOid }) => clientOid);
  const posted = (): string[] => server.requests.filter((request) => request.startsWith('POST')).toSorted();
  const sent = [
    `POST /third/want {"tag":"${guarded}","pair":"usdt.btc","does":"enter up","much":"0.01","at":"59000.0","lives":"rest","lose":"58000"}`,
    `POST /third/want {"tag":"${lost}","pair":"usdt.btc","does":"enter down","much":"0.007","at":"69000.50","lives":"make"}`,
    `POST /third/want/once {"tag":"${stop}","pair":"usdt.btc","does":"leave up","much":"0.01","once":"50000"}`,
    `POST /third/want/two {"wants":[{"tag":"${one}","pair":"usdt.btc","does":"enter up","much":"0.01","at":"60000","lives":"rest"},` +
      `{"tag":"${small}","pair":"usdt.btc","does":"enter up","much":"0.0001","at":"61000","lives":"rest"}]}`,
  ].toSorted();
  expect(posted()).toEqual(sent);
  expect((await command(states)).toSorted()).toEqual([
    'guarded accepted',
    'lost unknown',
    'one accepted',
    'small rejected',
    'stop accepted',
  ]);

  await command(settle);
  expect(await command(states)).toContain('lost accepted');
  await command((session) => cancel(session, 'stop'));
  await command((session) => cancel(session, 'lost'));
  const ended = await command(states);
  expect(ended).toEqual(expect.arrayContaining(['stop cancelled', 'lost cancelled', 'one accepted']));
  const ref = (tag: string | undefined): string => server.rows.find((row) => row.tag === tag)?.ref ?? '';
  expect(server.requests.filter((request) => request.startsWith('DELETE'))).toEqual([
    `DELETE /third/off/${ref(stop)}?tag=${stop}`,
    `DELETE /third/off/${ref(lost)}?tag=${lost}`,
  ]);

  await command(place);
  expect(posted()).toEqual(sent);
  expect(new Set(server.rows.map(({ tag }) => tag)).size).toBe(server.rows.length);
});

it('says of a single order what refuses it, by its own codes', async () => {
  const { events, command } = await desk();
  const rules = { batchPresets: false, maxOrdersPerCall: 1, limits: BOUNDS };
  const orders = [anOrder({ id: 'tiny', size: '0.0001' })];
  await command(async (session) => {
    const schedule = compilePlan(third.calls, aPlan(orders), await session.state(NAME), rules);
    await session.place({ ...RUN, schedule, signal });
  });
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'order-outcome', outcome: 'rejected', code: 'SMALL', message: 'much too small' }),
  );
});

const judged = (body: object, kind: 'single' | 'batch' = 'single'): unknown => {
  const call = {
    number: 1,
    kind,
    path: '',
    body: '',
    orders: [{ id: 'a', clientOid: 'a' }],
    weight: { ip: 0, uid: 0 },
  };
  const evidence = { kind: 'answer', status: 200, body: readBody(JSON.stringify(body)) } as const;
  return OPERATIONS.place[kind].judge(evidence, call, { refusalCodes: new Set(), clean: (words) => words });
};

it.each([
  ['a refusal that names an order', { code: 'SMALL', msg: 'small', ref: 'w7' }],
  ['the same in its payload', { code: 'SMALL', msg: 'small', more: [{ ref: 'w7' }] }],
  ['a no beside an order', { done: false, ill: 'SMALL', ref: 'w7' }],
  ['an order beside a no', { tag: 'a', ref: 'w7', done: false }],
  ['an order beside an error of its own', { tag: 'a', ref: 'w7', done: true, ill: 'SMALL' }],
  ['an order beside words of one', { tag: 'a', ref: 'w7', because: 'small' }],
  ['a yes that is about another order', { tag: 'b', ref: 'w7', done: true }],
])('takes %s for neither placed nor refused', (_, answer) => {
  expect(judged(answer)).toMatchObject({ value: { verdicts: [{ outcome: 'unknown' }] } });
  if ('done' in answer) {
    expect(judged({ wants: [answer] }, 'batch')).toMatchObject({ value: { verdicts: [{ outcome: 'unknown' }] } });
  }
});

it('reads its contracts by its own names', () => {
  const said = JSON.stringify({ rows: [{ pair: 'BTCUSDT', tick: '0.1', step: '0.001', least: '0.001', most: '50' }] });
  const list = third.contracts.read({ status: 200, text: { ok: true, value: said } });
  expect(list).toMatchObject({ kind: 'list', leftOut: [], instruments: [{ symbol: 'BTCUSDT' }] });
  const [contract] = list.kind === 'list' ? list.instruments : [];
  const numbers = [contract?.tick, contract?.step, contract?.minSize, contract?.maxSize];
  expect(numbers.map(String)).toEqual(['0.1', '0.001', '0.001', '50']);
});

it('finds in a recorded body what it wrote there', () => {
  const two = ORDERS.slice(0, 2);
  const { body } = third.calls.place.write('batch', two);
  const ids = two.map(({ clientOid }) => clientOid);
  expect(third.clientOidsIn(body)).toEqual(ids);
  expect(ids.map((id) => third.entryOf(body, id))).toEqual(
    two.map((order) => third.calls.place.write('single', [order]).body),
  );
});
