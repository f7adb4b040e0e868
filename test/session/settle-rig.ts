/** Looking up in any lists, with a journal in memory, and what it told. */
import type { Questions } from '../../src/journal/records/ledger.ts';
import { AccountBooks } from '../../src/journal/account/account-log.ts';
import { LogClaim } from '../../src/journal/requests/log-claim.ts';
import { LookUp, type Listed } from '../../src/session/lists/look-up.ts';
import type { Finding, OwnerOf, Sought } from '../../src/session/lists/list-matches.ts';
import type { Stand } from '../../src/session/lists/stand.ts';
import type { Limits } from '../../src/model/call.ts';
import type { ListAnswer, ListedOrder, ListName, ListQuery, ListRead } from '../../src/model/listing.ts';
import type { FillsRead } from '../../src/model/standing.ts';
import { transmittedAnswer } from '../../src/exchange/answers/transmitted.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { Clock, Exchange } from '../../src/ports.ts';
import type { Operation, Transmitted } from '../../src/exchange/dialect.ts';

type Lists = Pick<Exchange, 'operations' | 'send'>;
import { KeptStore } from '../support/kept-store.ts';
import { listedOid } from '../support/listed-orders.ts';
import { limits, PLAN } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

export const sought = (index: number, fields: Partial<Sought> = {}): Sought => ({
  id: `o${index}`,
  clientOid: listedOid(index),
  symbol: 'cmt_btcusdt',
  side: 'open-long',
  size: '0.01',
  isTrigger: false,
  sentAtMs: Date.now() - 3_600_000,
  ...fields,
});

const PLAN_NAME = { plan: PLAN.name, generation: PLAN.generation };

/** A claim on a journal in memory; `defer` where time is virtual. */
export async function memoryClaim(
  clock: Clock,
  bounds: Limits = limits(),
  store = new KeptStore(() => clock.wallMs()),
): Promise<LogClaim> {
  const claim = new LogClaim(
    await AccountBooks.open(
      store,
      { origin: 'http://127.0.0.1', name: 'main' },
      {
        self: { host: 'here', user: 'tester', pid: 1 },
        monotonicMs: () => clock.monotonicMs(),
        wallMs: () => clock.wallMs(),
        defer: (act) => act(),
      },
    ),
    bounds,
    () => {},
  );
  await claim.begin({ ...PLAN_NAME, planFile: 'plan.yaml', digest: 'd' });
  return claim;
}

export interface Rig {
  readonly lookUp: LookUp;
  readonly notes: string[];
  /** By id, in the order of telling. */
  readonly told: [string, Finding][];
  /** How each stands that was found, in the same order. */
  readonly stands: (Stand | undefined)[];
  look(orders: readonly Sought[]): Promise<void>;
}

interface Changes {
  readonly limits?: Partial<Limits>;
  readonly rateRefusals?: number;
  readonly ownerOf?: OwnerOf;
  /** What the check of the account was told of a list before. */
  readonly shown?: Listed['shown'];
  /** What it read whole. */
  readonly told?: (list: ListName) => Awaited<ReturnType<Listed['told']>>;
}

export function rig(lists: Lists, clock: Clock, claim: Questions, changes: Changes = {}): Rig {
  const notes: string[] = [];
  const told: [string, Finding][] = [];
  const stands: (Stand | undefined)[] = [];
  const lookUp = new LookUp({
    exchange: lists,
    ledger: claim,
    clock,
    limits: limits(changes.limits),
    rateRefusals: changes.rateRefusals ?? 3,
    maxPauseMs: 3_600_000,
    ownerOf: changes.ownerOf ?? (() => Promise.resolve(undefined)),
    note: (message) => notes.push(message),
    ...(changes.shown !== undefined && {
      listed: { shown: changes.shown, told: (list) => Promise.resolve(changes.told?.(list)) },
    }),
  });
  return {
    lookUp,
    notes,
    told,
    stands,
    look: async (orders) => {
      for await (const { order, finding, as } of lookUp.look(orders)) {
        told.push([order.id, finding]);
        stands.push(as?.stand);
      }
    },
  };
}

export type Answering = (query: ListQuery, atMs: number) => ListAnswer;

/** Lists in virtual time; each answer takes 20 ms. */
export function simLists(
  clock: SimClock,
  answer: Answering,
  tellsTime = true,
): Lists & { asked: [ListName | 'time', number][] } {
  const asked: [ListName | 'time', number][] = [];
  const tell = async (): Promise<Transmitted<number | undefined>> => {
    asked.push(['time', clock.monotonicMs()]);
    await clock.sleep(20);
    const value = tellsTime ? clock.wallMs() - 10 : undefined;
    return { kind: 'answered', value };
  };
  const noFills = async (): Promise<Transmitted<FillsRead>> => {
    await clock.sleep(20);
    return { kind: 'answered', value: { kind: 'page', fills: [], unreadable: 0 } };
  };
  const list = async (query: ListQuery): Promise<Transmitted<ListRead>> => {
    asked.push([query.list, clock.monotonicMs()]);
    const given = answer(query, clock.monotonicMs());
    await clock.sleep(20);
    return transmittedAnswer(given);
  };
  const send = async <Asked, Value>({ name }: Operation<Asked, Value>, query: Asked): Promise<Transmitted<Value>> =>
    (await (name === 'time' ? tell() : name === 'fills' ? noFills() : list(query as ListQuery))) as Transmitted<Value>;
  return { asked, operations: OPERATIONS, send };
}

/** A list of one page. */
export const onOnePage =
  (answer: ListAnswer): Answering =>
  ({ page: at }) =>
    at === 0 ? answer : nothing;

export const nothing: ListAnswer = { kind: 'page', orders: [], unreadable: 0 };
export const page = (...orders: ListedOrder[]): ListAnswer => ({ kind: 'page', orders, unreadable: 0 });

interface SimRig extends Rig {
  readonly clock: SimClock;
  readonly store: KeptStore;
  readonly asked: [ListName | 'time', number][];
}

export async function simRig(
  answer: Answering,
  changes: Changes & { tellsTime?: boolean; after?: SimRig } = {},
): Promise<SimRig> {
  const clock = changes.after?.clock ?? new SimClock();
  const store = changes.after?.store ?? new KeptStore(() => clock.wallMs());
  const claim = await memoryClaim(clock, limits(changes.limits), store);
  const lists = simLists(clock, answer, changes.tellsTime);
  const one = rig(lists, clock, claim, changes);
  return { ...one, clock, store, asked: lists.asked, look: (orders) => clock.run(one.look(orders)) };
}
