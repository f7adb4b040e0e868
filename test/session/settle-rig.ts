/** A settler over any lists, with a journal in memory, and what it told. */
import { onTestFinished } from 'vitest';
import { Settler } from '../../src/session/settler.ts';
import type { Finding, OrderIdOwner, Sought } from '../../src/session/sightings.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import type { Limits } from '../../src/model/call.ts';
import type { ListAnswer, ListedOrder, ListName, ListQuery } from '../../src/model/listing.ts';
import type { Clock, Journal, OrderLists } from '../../src/ports.ts';
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

export function memoryJournal(clock: Clock): SqliteJournal {
  const journal = new SqliteJournal({
    file: ':memory:',
    account: { origin: 'http://127.0.0.1', name: 'main' },
    plan: PLAN.name,
    generation: PLAN.generation,
    self: { host: 'here', user: 'tester', pid: 1 },
    wallMs: () => clock.wallMs(),
  });
  onTestFinished(() => journal.close());
  journal.beginRun({ planFile: 'plan.yaml', digest: 'd' });
  return journal;
}

export interface Rig {
  readonly settler: Settler;
  readonly notes: string[];
  /** By id, in the order of telling. */
  readonly told: [string, Finding][];
  look(orders: readonly Sought[]): Promise<void>;
}

export function rig(
  lists: OrderLists,
  clock: Clock,
  journal: Journal,
  changes: { limits?: Partial<Limits>; rateRefusals?: number; orderIdOwner?: OrderIdOwner } = {},
): Rig {
  const notes: string[] = [];
  const told: [string, Finding][] = [];
  const settler = new Settler({
    lists,
    journal,
    clock,
    limits: limits(changes.limits),
    rateRefusals: changes.rateRefusals ?? 3,
    maxPauseMs: 3_600_000,
    orderIdOwner: changes.orderIdOwner ?? (() => undefined),
    note: (message) => notes.push(message),
  });
  return {
    settler,
    notes,
    told,
    look: (orders) => settler.look(orders, ({ id }, finding) => told.push([id, finding])),
  };
}

export type Answering = (query: ListQuery, atMs: number) => ListAnswer;

/** Lists in virtual time; each answer takes 20 ms. */
function simLists(
  clock: SimClock,
  answer: Answering,
  tellsTime = true,
): OrderLists & { asked: [ListName | 'time', number][] } {
  const asked: [ListName | 'time', number][] = [];
  return {
    asked,
    list: async (query) => {
      asked.push([query.list, clock.monotonicMs()]);
      const given = answer(query, clock.monotonicMs());
      await clock.sleep(20);
      return given;
    },
    syncClock: async () => {
      asked.push(['time', clock.monotonicMs()]);
      await clock.sleep(20);
      return tellsTime;
    },
  };
}

export const nothing: ListAnswer = { kind: 'page', orders: [], unreadable: 0 };
export const page = (...orders: ListedOrder[]): ListAnswer => ({ kind: 'page', orders, unreadable: 0 });

export function simRig(
  answer: Answering,
  changes: Parameters<typeof rig>[3] & { tellsTime?: boolean; after?: { clock: SimClock; journal: Journal } } = {},
): Rig & { clock: SimClock; journal: Journal; asked: [ListName | 'time', number][] } {
  const clock = changes.after?.clock ?? new SimClock();
  const journal = changes.after?.journal ?? memoryJournal(clock);
  const lists = simLists(clock, answer, changes.tellsTime);
  const one = rig(lists, clock, journal, changes);
  return { ...one, clock, journal, asked: lists.asked, look: (orders) => clock.run(one.look(orders)) };
}
