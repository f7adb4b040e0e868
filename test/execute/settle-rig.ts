/** A settler over any lists, with a journal in memory, and what it told. */
import { onTestFinished } from 'vitest';
import { Settler, type Finding, type Sought } from '../../src/execute/settler.ts';
import { SqliteJournal } from '../../src/journal/sqlite-journal.ts';
import type { Limits } from '../../src/model/call.ts';
import type { Clock, Journal, OrderLists } from '../../src/ports.ts';
import { listedOid } from '../support/listed-orders.ts';
import { limits, PLAN } from '../support/plan-builder.ts';

export const sought = (index: number, fields: Partial<Sought> = {}): Sought => ({
  id: `o${index}`,
  clientOid: listedOid(index),
  symbol: 'cmt_btcusdt',
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
  changes: { limits?: Partial<Limits>; rateRefusals?: number } = {},
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
    note: (message) => notes.push(message),
  });
  return {
    settler,
    notes,
    told,
    look: (orders) => settler.look(orders, ({ id }, finding) => told.push([id, finding])),
  };
}
