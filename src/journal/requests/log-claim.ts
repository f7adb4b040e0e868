/** A claim on a store that is a log: a file, or a server. */
import type { Limits, Weight } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Verdict } from '../../model/outcome.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { AccountBooks, RecordFields } from '../account/account-log.ts';
import type {
  AdoptedOrder,
  Approval,
  Claim,
  Decision,
  KeyRefusal,
  Recovered,
  Sighting,
  SpooledVerdict,
} from '../records/ledger.ts';
import type { Attempt, BudgetGauges, Ending, LedgerRequest } from '../records/request.ts';
import type { Eventually } from '../records/record-log.ts';
import type { Head } from '../records/head.ts';
import type { Reservation } from '../records/reservation.ts';
import type { KeptReserve } from '../records/reserve.ts';
import type { IsHeld } from '../account/reserves.ts';
import type { HeldPlans } from '../account/reservations.ts';
import type { RunEnding, RunRecord } from '../records/run-record.ts';
import type { EndAskedBy } from '../records/end-asked.ts';
import type { ClosedElsewhere } from '../records/closed-elsewhere.ts';
import type { Halt } from '../records/halt.ts';
import type { KeptLook } from '../records/looked.ts';
import type { PlanName } from '../records/scope.ts';
import { JournalError } from '../records/journal-error.ts';
import { adoption } from './adoption.ts';
import { ClaimMemory } from './claim-memory.ts';
import { OwnEndRequest } from './own-end-request.ts';
import type { Beside } from './followed-beside.ts';
import { putRight } from './put-right.ts';
import { ADOPTED, seenOrders, settledOrders } from './recovery.ts';
import { heldAsker, keptBeside, keptOf } from './own-reserve.ts';
import { Requests } from './requests.ts';
import { said, type By, type Settlement, type Told } from '../records/record-schema.ts';

interface HeldBy {
  readonly beside?: Beside | undefined;
  readonly isHeld?: IsHeld;
}

/** What a run begins with. */
interface Begun {
  readonly about: number;
  readonly reserve: KeptReserve | undefined;
}

export class LogClaim extends ClaimMemory implements Claim {
  readonly #books: AccountBooks;
  readonly #requests: Requests;
  readonly #release: () => Eventually<void>;
  /** When the execution began, by the clock that only goes forward. */
  #begunMs = 0;
  readonly #told: Told[] = [];
  readonly #limits: Limits;
  readonly #askedToEnd: OwnEndRequest;
  /** Undefined: it holds all of the account. */
  readonly #beside: Beside | undefined;

  /** `release` lets go of the account; without `isHeld`, whoever keeps weight is taken to hold its plan. */
  constructor(books: AccountBooks, limits: Limits, release: () => Eventually<void>, held: HeldBy = {}) {
    const { beside, isHeld } = held;
    super(books, beside);
    this.#beside = beside;
    this.#books = books;
    this.#limits = limits;
    this.#askedToEnd = new OwnEndRequest(books);
    this.#requests = new Requests(books, limits, isHeld && heldAsker(books, isHeld));
    this.#release = release;
  }

  async recover(spooled: readonly SpooledVerdict[]): Promise<Recovered> {
    const holds = await this.#holding();
    const nameOf = (plan: number): string | undefined => this.#books.memory.planName(plan)?.plan;
    return putRight({ books: this.#books, holds: (plan) => holds(nameOf(plan)), by: this.#by }, spooled);
  }

  bindKey(
    fingerprint: (salt: Uint8Array) => string,
    { rebind, isProved }: { readonly rebind: boolean; readonly isProved: boolean },
  ): Promise<Result<void, KeyRefusal>> {
    return this.#books.write((append) => {
      const { salt } = this.#books.memory;
      if (salt === undefined) throw new Error('a store without its first record');
      const own = fingerprint(salt);
      const refusal = this.#books.memory.keyRefusal(own);
      if (refusal === undefined) return ok(undefined);
      if (refusal !== 'new' && !rebind) return err(refusal);
      if (isProved) append({ kind: 'key', ...this.#books.of(), said: said({ ...this.#by, fingerprint: own }) });
      return ok(undefined);
    });
  }

  async approve(plan: PlanName, { code, settings, orders }: Approval): Promise<void> {
    await this.#books.write((append) => {
      const of = this.#ofPlan(append, plan);
      append({ kind: 'approval', ...of, said: said({ ...this.#by, code, settings, orders }) });
    });
  }

  async begin(
    { plan, generation, announced, reserve: wanted, ...run }: RunRecord,
    reservation?: Reservation,
  ): Promise<Result<KeptReserve | undefined, Error>> {
    const name = { plan, generation };
    const { pid } = this.#books.machine.self;
    const held = reservation === undefined ? undefined : await this.#heldPlans();
    const reserves = held === undefined ? undefined : reservation?.orders;
    const account = await this.asFollowed();
    const begun = await this.#books.write((append): Result<Begun, Error> => {
      const others = held && this.#books.reservations.ofOthers(plan, held);
      const refusal = others && reservation?.refusal(account(), others);
      if (refusal !== undefined) return err(refusal);
      this.#askedToEnd.begins(plan);
      const of = this.#ofPlan(append, name);
      const reserve = wanted && keptOf(wanted, this.#limits, keptBeside(this.#books, this.#limits, plan));
      const about = append({
        kind: 'run',
        ...of,
        said: said<'run'>({ ...this.#by, ...run, pid, ...defined({ reserves, reserve }) }),
      });
      if (announced !== undefined) append({ kind: 'announced', ...of, about, said: said({ events: announced }) });
      return ok({ about, reserve });
    });
    if (!begun.ok) return begun;
    const { about, reserve } = begun.value;
    this.#requests.run = { id: about, plan: name };
    this.#requests.keep(reserve);
    this.#begunMs = this.#books.machine.monotonicMs();
    this.#told.length = 0;
    return ok(reserve);
  }

  /** Read locks after the head: anyone who wrote before it and holds no lock has exited. */
  async #heldPlans(): Promise<HeldPlans | undefined> {
    const asOf = this.#books.head.record;
    return this.#beside && { asOf, plans: await this.#beside.othersPlans() };
  }

  tell(event: RunEvent): void {
    const atMs = Math.round(this.#books.machine.monotonicMs() - this.#begunMs);
    this.#told.push([this.#books.head.record, atMs, event]);
  }

  async finish(end: RunEnding): Promise<Head> {
    const { run } = this.#requests;
    if (run === undefined) throw new JournalError('an end without a run', 'this is a bug of ordo');
    const told = this.#told.splice(0);
    this.#askedToEnd.ends();
    await this.#books.write((append) => {
      append({ kind: 'finished', ...this.#ofPlan(append, run.plan), about: run.id, said: said({ told, end }) });
    });
    return this.#books.head;
  }

  async settle(decisions: readonly Decision[]): Promise<void> {
    const orders = settledOrders(this.#books.memory, decisions);
    const what = said<'settled'>({ ...this.#by, orders });
    await this.#books.write((append) => void append({ kind: 'settled', ...this.#books.of(), said: what }));
  }

  async see(sightings: readonly Sighting[]): Promise<void> {
    if (sightings.length === 0) return;
    await this.#books.write((append) => {
      const orders = seenOrders(this.#books.memory, sightings);
      append({ kind: 'seen', ...this.#books.of(), said: said<'seen'>({ ...this.#by, orders }) });
    });
  }

  keepClosed(plan: PlanName, closed: ClosedElsewhere): Promise<boolean> {
    return this.#books.write((append) => {
      const isNew = !this.#books.memory.elsewhere.has(closed);
      const what = said<'closed-elsewhere'>({ ...this.#by, ...closed });
      if (isNew) append({ kind: 'closed-elsewhere', ...this.#ofPlan(append, plan), said: what });
      return isNew;
    });
  }

  async keepLook(look: KeptLook): Promise<void> {
    await this.#books.write((append) => {
      append({ kind: 'looked', ...this.#books.of(), said: said<'looked'>({ ...this.#by, ...look }) });
    });
  }

  /** A trial: it says nothing of what is written later. */
  halted(): Promise<Halt | undefined> {
    return this.#books.write(() => this.#books.memory.halt, { isTrial: true });
  }

  /** A trial too. */
  lifted(): Promise<Halt | undefined> {
    return this.#books.write(() => this.#books.memory.lifted, { isTrial: true });
  }

  /** A trial too. */
  endAsked(plan = this.#requests.run?.plan.plan ?? ''): Promise<EndAskedBy | undefined> {
    return this.#books.write(() => this.#askedToEnd.by(plan), { isTrial: true });
  }

  /** As an intent without a call, its end and what settles it: no other steps lead to accepted, whoever writes. */
  async adopt(orders: readonly AdoptedOrder[]): Promise<void> {
    const { run } = this.#requests;
    if (run === undefined) throw new JournalError('an adoption without a run', 'this is a bug of ordo');
    await this.#books.write((append) => {
      const of = this.#ofPlan(append, run.plan);
      const intent = append({ kind: 'intent', ...of, about: run.id, said: adoption(this.#books, run.plan, orders) });
      append({ kind: 'unrecorded', ...of, about: intent, said: said({ verdicts: orders.map(() => ADOPTED) }) });
      const settled = orders.map(({ orderId, evidence: message }, at): Settlement => {
        return { intent, at, step: 'settle-accepted', orderId, message, rule: 'found' };
      });
      append({ kind: 'settled', ...this.#books.of(), said: said({ ...this.#by, orders: settled }) });
    });
  }

  /** Whose answers nobody else awaits. */
  async #holding(): Promise<(plan: string | undefined) => boolean> {
    if (this.#beside === undefined) return () => true;
    const { plan: own, othersPlans } = this.#beside;
    if (own !== undefined) return (plan) => plan === own;
    const held = await othersPlans();
    return (plan) => plan === undefined || !held.has(plan);
  }

  intend(requests: readonly LedgerRequest[]): ReturnType<Claim['intend']> {
    return this.#requests.intend(requests);
  }

  conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    return this.#requests.conclude(attempt, ending);
  }

  gauges = (): BudgetGauges => this.#requests.gauges();
  hasRoom = (cost: Weight): boolean => this.#requests.hasRoom(cost);

  async release(): Promise<void> {
    try {
      await this.#books.close();
    } finally {
      await this.#release();
    }
  }

  #ofPlan(append: (record: RecordFields) => number, { plan, generation }: PlanName): { account: number; plan: number } {
    const [{ account }, name] = [this.#books.of(), { plan, generation }];
    const id = this.#books.memory.planId(name) ?? append({ kind: 'plan', account, said: said<'plan'>(name) });
    return { account, plan: id };
  }

  get #by(): By {
    const { host, user, tool } = this.#books.machine.self;
    return { host, user, ...defined({ tool }) };
  }
}
