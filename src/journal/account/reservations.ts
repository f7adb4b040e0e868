/**
 * What runs that go on side by side may still do: said by the record of each, before its first call. It counts until the
 * order is on record itself, or its run has ended; what a run takes off counts until its end. Where the plan's lock is gone, so is the run.
 */
import type { AccountMemory } from './account-memory.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { OthersOrder, ReservedOrder } from '../records/reservation.ts';
import { saidOf } from '../records/record-schema.ts';

/** Plans that others held when they were asked for, and the newest record that was known before. */
export interface HeldPlans {
  readonly plans: ReadonlySet<string>;
  readonly asOf: number;
}

interface Reserved {
  readonly plan: number;
  readonly orders: readonly ReservedOrder[];
}

export class Reservations {
  readonly #memory: AccountMemory;
  /** By the number of the run's record. */
  readonly #runs = new Map<number, Reserved>();

  constructor(memory: AccountMemory) {
    this.#memory = memory;
  }

  /** Takes a record that the memory has taken. */
  take(record: LogRecord): void {
    const { kind, id, account, plan, about = 0 } = record;
    if (account === undefined || account !== this.#memory.id) return;
    if (kind === 'finished') this.#runs.delete(about);
    if (kind !== 'run' || plan === undefined) return;
    for (const [run, before] of this.#runs) if (this.#isSamePlan(before.plan, plan)) this.#runs.delete(run);
    const { reserves } = saidOf('run', record);
    if (reserves !== undefined) this.#runs.set(id, { plan, orders: reserves });
  }

  /** What runs of other plans may still do; a run whose plan nobody held after it had begun is over. */
  ofOthers(plan: string, held: HeldPlans): readonly OthersOrder[] {
    const open: OthersOrder[] = [];
    for (const [id, { plan: number, orders }] of this.#runs) {
      const name = this.#memory.planName(number);
      if (name === undefined || name.plan === plan) continue;
      if (id <= held.asOf && !held.plans.has(name.plan)) continue;
      const known = this.#memory.state(name);
      for (const order of orders) {
        const sent = known.get(order.id);
        const isSent = sent?.clientOid === order.clientOid && sent.state !== 'never-sent';
        if (order.isTakenOff === true || !isSent) open.push({ ...name, ...order });
      }
    }
    return open;
  }

  #isSamePlan(one: number, other: number): boolean {
    return this.#memory.planName(one)?.plan === this.#memory.planName(other)?.plan;
  }
}
