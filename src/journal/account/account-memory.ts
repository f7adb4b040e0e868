/**
 * What the records of a store say of one account: a fold over them, in the order they were written. Pure but for itself: it
 * reads no clock and no store.
 */
import { defined } from '../../model/defined.ts';
import type { OrderState } from '../../model/outcome.ts';
import type { Approval, KeyRefusal, OrderIdOwner } from '../records/ledger.ts';
import type { Halt } from '../records/halt.ts';
import { haltOf } from '../records/halt-of.ts';
import { stampOf } from '../records/moment.ts';
import { ClosesElsewhere } from './closes-elsewhere.ts';
import { EndRequests } from './end-requests.ts';
import { RecentLooks } from './recent-looks.ts';
import type { AccountName, PlanName } from '../records/scope.ts';
import type { KnownAccount, KnownPlan } from '../records/known-account.ts';
import {
  cancelOf,
  concluded,
  intentOf,
  keysOf,
  notSent,
  questionOf,
  type KnownAttempt,
  type SentOrder,
} from './known-attempt.ts';
import { KnownKeys } from './known-keys.ts';
import { KnownRuns } from './known-runs.ts';
import {
  MAY_BE_TAKEN,
  approvalOf,
  cancelAnswer,
  keyOf,
  takeDemands,
  takeFollowed,
  type LastSent,
  type MemoryOfPlan,
} from './said-of.ts';
import { isEnding, type LogRecord } from '../records/record-log.ts';
import { saidOf, type PlacedAt, type Said } from '../records/record-schema.ts';
import {
  emptyJournal,
  TransitionError,
  type JournalState,
  type KnownCancel,
  type KnownOrder,
} from '../records/state.ts';
import { answeredCancel, applyRecord, sightOf, type OrderStep } from '../records/apply-record.ts';

export class AccountMemory {
  readonly #account: AccountName;
  readonly #keys = new KnownKeys();
  readonly #plans = new Map<number, MemoryOfPlan>();
  readonly #planIds = new Map<string, number>();
  readonly #runs = new KnownRuns();
  /** The plan file of each plan's last run that sent something. */
  readonly #lastFile = new Map<string, string>();
  readonly #owners = new Map<string, OrderIdOwner>();
  readonly #lastSent = new Map<string, LastSent>();
  /** Every intent, for what is said of its orders later. */
  readonly #intents = new Map<number, { readonly plan: MemoryOfPlan; readonly attempt: KnownAttempt }>();
  /** Calls and questions that have no ending yet. */
  readonly open = new Map<number, KnownAttempt>();
  /** The number of the account's record, once there is one. */
  id: number | undefined;
  readonly looks = new RecentLooks();
  /** Undefined: the account is not halted. */
  halt: Halt | undefined;
  /** Who ended its newest halt, when and why; undefined where nobody did. */
  lifted: Halt | undefined;
  readonly endRequests = new EndRequests();
  readonly elsewhere = new ClosesElsewhere();
  /** What fingerprints of keys are salted with; undefined before the first record. */
  salt: Uint8Array | undefined;

  constructor(account: AccountName) {
    this.#account = account;
  }

  /** Takes in the next record. Throws TransitionError where it contradicts those before it. */
  take(record: LogRecord): void {
    const { kind, id, account } = record;
    if (kind === 'made') this.salt = Buffer.from(saidOf('made', record).salt, 'hex');
    else if (kind === 'account') this.#addAccount(id, saidOf('account', record));
    else if (kind === 'key') this.#keys.tie(account as number, saidOf('key', record).fingerprint);
    else if (account === this.id && account !== undefined) this.#takeOwn(record);
  }

  state(plan: PlanName): JournalState {
    return this.#planOf(plan)?.orders ?? emptyJournal;
  }

  /** The number of the plan's record. */
  planId(plan: PlanName): number | undefined {
    return this.#planIds.get(keyOf(plan));
  }

  /** The name of the plan of that number. */
  planName(id: number): PlanName | undefined {
    const { plan, generation } = this.#plans.get(id) ?? {};
    return plan === undefined || generation === undefined ? undefined : { plan, generation };
  }

  approvals(plan: PlanName): readonly Approval[] {
    return this.#planOf(plan)?.approvals.toReversed() ?? [];
  }

  /** All that is known of the account. What comes later changes nothing of it. */
  account(): KnownAccount {
    const known = (of: MemoryOfPlan): KnownPlan => {
      const { plan, generation, isPlaced, orders, approvals: _, ...more } = of;
      const planFile = this.#lastFile.get(keyOf({ plan, generation }));
      return { plan, generation, isPlaced, orders: new Map(orders), ...defined({ planFile, ...more }) };
    };
    return [...this.#plans.values()].filter(({ orders }) => orders.size > 0).map(known);
  }

  /** The plan that a process follows by the newest of its runs; `plan`: only whether it is that one. */
  followedBy(process: { readonly host: string; readonly pid: number }, plan?: string): string | undefined {
    return this.#runs.followedBy(process, plan);
  }

  orderIdOwner(orderId: string): OrderIdOwner | undefined {
    return this.#owners.get(orderId);
  }

  /** Where the client order id went last. */
  lastSent(
    clientOid: string,
  ): { readonly order: KnownOrder | undefined; readonly attempt: KnownAttempt; readonly at: number } | undefined {
    const last = this.#lastSent.get(clientOid);
    if (last === undefined) return undefined;
    const order = last.plan.orders.get(last.id);
    return { order: order?.clientOid === clientOid ? order : undefined, attempt: last.attempt, at: last.at };
  }

  /** The account's orders in this state, of the plans of these numbers. */
  *ordersIn(state: OrderState, isAsked: (plan: number) => boolean = () => true): Iterable<KnownOrder> {
    for (const [id, { orders }] of this.#plans)
      if (isAsked(id)) for (const order of orders.values()) if (order.state === state) yield order;
  }

  /** How often the order went under this lineage, of the orders of its plan. */
  timesSent(orders: JournalState, { id, lineage }: { readonly id: string; readonly lineage: number }): number {
    const known = orders.get(id);
    const last = known?.lineage === lineage ? this.#lastSent.get(known.clientOid) : undefined;
    return last === undefined ? 0 : (last.attempt.orders[last.at]?.again ?? 0) + 1;
  }

  /** Why this key may not act for the account; undefined where it may. */
  keyRefusal(fingerprint: string): KeyRefusal | 'new' | undefined {
    return this.#keys.refusal(this.id, fingerprint);
  }

  #planOf({ plan, generation }: PlanName): MemoryOfPlan | undefined {
    return this.#plans.get(this.planId({ plan, generation }) ?? 0);
  }

  #addAccount(id: number, name: AccountName): void {
    this.#keys.name(id, name);
    if (name.origin === this.#account.origin && name.name === this.#account.name) this.id = id;
  }

  #addPlan(id: number, name: PlanName): void {
    this.#plans.set(id, { ...name, orders: new Map(), approvals: [], isPlaced: false });
    this.#planIds.set(keyOf(name), id);
  }

  #takeOwn(record: LogRecord): void {
    const { kind, id, plan: planId = 0 } = record;
    const plan = this.#plans.get(planId);
    if (plan !== undefined && this.#runs.follows(record.about)) takeFollowed(plan, record);
    this.endRequests.take(record, plan?.plan);
    this.elsewhere.take(record, plan);
    if (kind === 'plan') this.#addPlan(id, saidOf('plan', record));
    else if (kind === 'approval') plan?.approvals.push(approvalOf(record));
    else if (kind === 'run') this.#takeRun(id, saidOf('run', record), plan);
    else if (kind === 'question') this.open.set(id, questionOf(record));
    else if (kind === 'intent') this.#takeIntent(record, saidOf('intent', record));
    else if (kind === 'settled') this.#takeSettled(record, saidOf('settled', record));
    else if (kind === 'cancel') this.#takeCancel(record, saidOf('cancel', record));
    else if (kind === 'seen') this.#takeSeen(record, saidOf('seen', record));
    else if (isEnding(kind)) this.#takeEnding(record, saidOf('ending', record));
    else this.#takeOfAccount(record);
  }

  /** What is of no order. */
  #takeOfAccount(record: LogRecord): void {
    if (record.kind === 'finished') this.#runs.finished(record.about);
    else if (record.kind === 'looked') this.looks.take(record);
    else if (record.kind === 'halt') this.halt ??= haltOf(record);
    else if (record.kind === 'lifted') [this.halt, this.lifted] = [undefined, haltOf(record)];
  }

  #takeRun(run: number, said: Said['run'], plan: MemoryOfPlan | undefined): void {
    if (plan !== undefined) takeDemands(plan, said);
    this.#runs.take(run, said, plan?.plan);
  }

  #takeIntent(record: LogRecord, what: Said['intent']): void {
    const { id, plan: planId = 0, about = 0, atMs } = record;
    const plan = this.#plans.get(planId);
    if (plan === undefined) throw new TransitionError(`record ${id} is of no plan`);
    const attempt = intentOf(record, what);
    this.open.set(id, attempt);
    this.#intents.set(id, { plan, attempt });
    const file = this.#runs.file(about);
    if (file !== undefined) this.#lastFile.set(keyOf(plan), file);
    const isPlaced = what.isAdopted !== true;
    if (isPlaced) plan.isPlaced = true;
    const run = isPlaced ? about : undefined;
    for (const [at, order] of attempt.orders.entries()) {
      const { id: key, clientOid, lineage, content, marks } = order;
      const symbol = content['symbol'] ?? '';
      this.#step(plan, {
        id: key,
        clientOid,
        lineage,
        step: 'intent',
        content,
        ...marks,
        signedAtMs: attempt.signedAtMs,
        ...defined({
          market: marks?.market ?? this.#runs.market(run, symbol),
          reference: this.#runs.reference(run, symbol),
        }),
        atMs,
      });
      this.#lastSent.set(clientOid, { plan, id: key, attempt, at });
    }
  }

  #takeEnding({ id, kind, about = 0, atMs }: LogRecord, { verdicts, answers, message }: Said['ending']): void {
    const attempt = this.open.get(about);
    if (attempt === undefined) throw new TransitionError(`record ${id} ends no open call`);
    this.open.delete(about);
    const plan = this.#plans.get(attempt.plan ?? 0);
    if (plan === undefined) return;
    const isTaken = MAY_BE_TAKEN.has(kind);
    attempt.cancels?.forEach((place, at) => this.#answerCancel(place, cancelAnswer(isTaken, answers, at)));
    for (const [at, order] of attempt.orders.entries()) {
      const verdict = verdicts?.[at];
      if (isTaken !== (verdict !== undefined)) throw new TransitionError(`record ${id} has no verdict on ${order.id}`);
      this.#step(plan, verdict === undefined ? notSent(order, atMs, message) : concluded(order, atMs, verdict));
    }
  }

  #takeSettled({ id, atMs }: LogRecord, { orders }: Said['settled']): void {
    for (const { intent, at, ...fields } of orders) {
      const { plan, order } = this.#placed(id, { intent, at });
      this.#step(plan, { ...keysOf(order), ...fields, atMs });
    }
  }

  #takeCancel(record: LogRecord, what: Said['cancel']): void {
    this.open.set(record.id, cancelOf(record, what));
    const by = this.#runs.follows(record.about) ? 'follower' : 'person';
    const of = { by, signedAtMs: what.signedAtMs, ...stampOf(record) } as const;
    for (const { step, isReplaced, ...place } of what.orders) {
      const { plan, order } = this.#placed(record.id, place);
      this.#step(plan, { ...keysOf(order), step, ...(isReplaced === true && { isReplaced }), ...of });
    }
  }

  #answerCancel({ intent, at }: PlacedAt, answer: KnownCancel['answer']): void {
    const { plan, attempt } = this.#intents.get(intent) ?? {};
    const order = attempt?.orders[at];
    const known = plan?.orders.get(order?.id ?? '');
    if (known?.clientOid === order?.clientOid && known !== undefined)
      plan?.orders.set(known.id, answeredCancel(known, answer));
  }

  #takeSeen({ id, ...record }: LogRecord, { orders }: Said['seen']): void {
    for (const { intent, at, step, ...fields } of orders) {
      const { plan, order } = this.#placed(id, { intent, at });
      const known = plan.orders.get(order.id);
      if (step !== undefined) this.#step(plan, { ...keysOf(order), ...fields, step, ...stampOf(record) });
      else if (known !== undefined)
        plan.orders.set(order.id, { ...known, ...sightOf({ ...fields, atMs: record.atMs }, known) });
    }
  }

  /** The order at a place, which is where its newest client order id went last. */
  #placed(record: number, { intent, at }: PlacedAt): { readonly plan: MemoryOfPlan; readonly order: SentOrder } {
    const { plan, attempt } = this.#intents.get(intent) ?? {};
    const order = attempt?.orders[at];
    if (plan !== undefined && order !== undefined) {
      const last = this.#lastSent.get(order.clientOid);
      if (last?.attempt === attempt && plan.orders.get(order.id)?.clientOid === order.clientOid) return { plan, order };
    }
    throw new TransitionError(`record ${record} is about no order that was placed`);
  }

  #step(plan: MemoryOfPlan, step: OrderStep): void {
    const { id, clientOid, orderId } = step;
    plan.orders.set(id, applyRecord(plan.orders.get(id), step));
    if (orderId !== undefined && !this.#owners.has(orderId)) {
      this.#owners.set(orderId, { plan: plan.plan, id, clientOid });
    }
  }
}
