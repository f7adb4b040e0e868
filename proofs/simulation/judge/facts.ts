/**
 * The evidence of one seed: what the exchange received and answered, what the disk holds, what was asked for, and what the
 * program wrote. It only keeps them; the invariants say what they mean.
 */
import { counted } from './counted.ts';
import { clientOidOf } from './meant.ts';
import type { ExitCode } from '../../../src/model/exit-code.ts';
import type { ListQuery } from '../../../src/model/listing.ts';
import type { PublicEvent } from '../../../src/model/event.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { Outcome, Task } from '../expected.ts';
import { waitsFor, type OrderWords } from '../plan-text.ts';
import { textOf, type Entry, type PlacedRequest } from '../request.ts';
import type { Scenario } from '../scenario.ts';
import type { Surroundings } from '../life.ts';
import type { Answered } from '../answered.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import { ASKED_TO_CANCEL, CANCEL_OPEN, CancelFacts } from './cancel-facts.ts';
import { cancelDutyOf, mayNameAnother } from './cancel-duty.ts';
import { dutyOf, type Duty } from './duty.ts';
import { replacedBy } from './replacing.ts';
import { MadeRoom } from './made-room.ts';
import { ListFacts } from './list-facts.ts';

type Finished = Extract<PublicEvent, { event: 'run-finished' }>;

/** What one life of the program is asked for, meets and does. */
interface LifeFacts {
  readonly task: Task;
  /** Ids of orders whose place a run may take, and of those that it may take off. */
  readonly replaced: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** Ids of the orders that it announced to take off first. */
  readonly offFirst: Set<string>;
  /** What the journal had when it began, and what lay beside it. */
  readonly before: ReadonlyMap<string, JournaledOrder>;
  readonly asideBefore: ReadonlyMap<string, string>;
  /** Path and body of every call that was announced. */
  readonly planned: Set<string>;
  readonly outcomes: Map<string, Outcome>;
  finished: Finished | undefined;
  signalled: ExitCode | undefined;
  /** Why nothing may start any more; known to the program before anything else could start. */
  stopped: string | undefined;
  /** The same by an answer: what starts in the very moment of that answer may have been let go before it was read. */
  halted: { readonly why: string; readonly atMs: number; readonly mayAsk?: boolean } | undefined;
  /** An answer to a cancel may be read as one about another's order. */
  mayNameAnother: boolean;
  /** A refusal by the rate limit: of which body, when it came, and until when all sending pauses. */
  refusal: { readonly body: string; readonly atMs: number; readonly untilMs: number } | undefined;
  readonly rateRefusals: Map<string, number>;
  readonly clockRefusals: Map<string, number>;
  /** How many calls did not leave. */
  notSent: number;
  /** The account was asked how it is set, and did not tell: a run may end by that, before it begins. */
  isAccountUntold: boolean;
  hasSent: boolean;
  /** Calls whose answer has not come. */
  awaited: number;
}

/** Under which an order was placed, and stands or was filled. */
export const PLACED: ReadonlySet<string> = new Set(['accepted', 'filled']);

export class Facts {
  readonly around: Surroundings;
  readonly scenario: Scenario;
  readonly lists: ListFacts;
  readonly cancels = new CancelFacts();
  /** Client order ids that may stand, for they left and nothing proves that they were not taken. */
  readonly mayStand = new Set<string>();
  readonly sentAs = new Map<string, OrderWords>();
  readonly usedAttempt = new Map<string, number>();
  readonly reportedRejected = new Set<string>();
  /** Client order ids that a person settled as absent. */
  readonly settledAbsent = new Set<string>();
  /** What lies beside the journal, by client order id. */
  readonly aside = new Map<string, string>();
  readonly triedAside = new Set<string>();
  readonly rooms: MadeRoom;
  /** Order ids by client order id, as the program reported them. */
  readonly ownerOf = new Map<string, string>();
  #life: LifeFacts | undefined;
  /** When this life began, on the monotonic clock. */
  beganMs = 0;

  constructor(around: Surroundings, scenario: Scenario) {
    this.around = around;
    this.scenario = scenario;
    this.lists = new ListFacts(around);
    this.rooms = new MadeRoom(around);
  }

  get life(): LifeFacts {
    if (this.#life === undefined) throw new Error('no life has begun');
    return this.#life;
  }

  begin(task: Task): void {
    const before = this.around.disk.orders();
    this.rooms.begin(this.#life?.replaced);
    this.#life = {
      task,
      ...replacedBy(task, { orders: before, sentAs: this.sentAs, rooms: this.rooms }),
      offFirst: new Set(),
      before,
      asideBefore: new Map(this.aside),
      planned: new Set(),
      outcomes: new Map(),
      finished: undefined,
      signalled: undefined,
      stopped: undefined,
      halted: undefined,
      mayNameAnother: false,
      refusal: undefined,
      rateRefusals: new Map(),
      clockRefusals: new Map(),
      notSent: 0,
      isAccountUntold: false,
      hasSent: false,
      awaited: 0,
    };
    this.rooms.takes(this.life.replaced);
    this.lists.begin();
    this.beganMs = this.around.clock.monotonicMs();
    this.cancels.begin(this.beganMs);
  }

  words(id: string): OrderWords | undefined {
    return this.life.task.orders.find((order) => order.id === id);
  }

  /** What the journal and what lay beside it had of the order when this life began. */
  stateBefore(id: string): string | undefined {
    const known = this.knownBefore(id);
    const aside = known?.state === 'in-flight' ? this.life.asideBefore.get(known.clientOid) : undefined;
    return aside ?? known?.state;
  }

  /** The newest lineage of an order when this life began. */
  knownBefore(id: string): JournaledOrder | undefined {
    return [...this.life.before.values()].findLast((one) => one.id === id);
  }

  /** The first order of a plan that the journal holds nothing of for which the lists have not answered in this life. */
  unanswered(): string | undefined {
    const { before, task } = this.life;
    if (before.size > 0) return undefined;
    const isRead = (symbol: string | undefined, ...lists: string[]): boolean =>
      lists.every((list) => this.lists.wasRead(list, symbol));
    if (!isRead(undefined, 'open', 'open-triggers')) return task.orders[0]?.id;
    return task.orders.find(({ symbol }) => !isRead(symbol, 'open', 'history', 'open-triggers', 'trigger-history'))?.id;
  }

  /**
   * The first order that an earlier life left unknown, or its cancel, and that is so still; undefined too where the settings go on.
   * What this life takes off again has an end of its own.
   */
  heldBackBy(): string | undefined {
    if (this.scenario.onUnknown !== 'stop') return undefined;
    const now = this.around.disk.orders();
    for (const [clientOid, { id, state }] of this.life.before) {
      const is = now.get(clientOid)?.state ?? '';
      if ((state === 'unknown' || state === 'in-flight') && is === 'unknown') return id;
      if (CANCEL_OPEN.has(state) && CANCEL_OPEN.has(is) && !this.life.offFirst.has(id)) return id;
    }
    return undefined;
  }

  /** Those that the order waits for and that were accepted neither in this life nor before. */
  missing(words: OrderWords): string[] {
    return waitsFor(words).filter(
      (id) => this.life.outcomes.get(id)?.outcome !== 'accepted' && !PLACED.has(this.stateBefore(id) ?? ''),
    );
  }

  /** Whether the order's newest lineage is accepted on disk and stands at the exchange under that order id. */
  stands(id: string): boolean {
    const { disk, venue } = this.around;
    const newest = [...disk.orders().values()].findLast((one) => one.id === id);
    return newest !== undefined && PLACED.has(newest.state) && venue.listed.standsAs(newest.clientOid, newest.orderId);
  }

  left({ client_oid: clientOid }: Entry, id: string): void {
    const attempt = this.around.disk.lastStep(clientOid)?.attempt;
    if (attempt !== undefined) this.usedAttempt.set(clientOid, attempt);
    this.mayStand.add(clientOid);
    this.cancels.placed.add(id);
    const words = this.words(id);
    if (words !== undefined) this.sentAs.set(clientOid, words);
  }

  answered(request: PlacedRequest, answered: Answered): void {
    this.life.awaited -= 1;
    if (answered.evidence.kind === 'no-answer' && !answered.evidence.mayHaveLeft) this.life.notSent += 1;
    if (answered.proof)
      for (const { client_oid: clientOid } of request.entries)
        if (!this.around.venue.byClientOid.has(clientOid)) this.mayStand.delete(clientOid);
    this.#oblige(answered, request);
  }

  /** Those of the plan that may rest, or are over, and were asked for. */
  askedToCancel(): readonly JournaledOrder[] {
    const newest = new Map([...this.life.before.values()].map((order) => [order.id, order]));
    const { only } = this.life.task;
    return [...newest.values()].filter(
      ({ id }) => only?.has(id) !== false && ASKED_TO_CANCEL.has(this.stateBefore(id) ?? ''),
    );
  }

  /** Whether the lists of this life told it once, as it was sent. */
  isPlain(clientOid: string): boolean {
    const before = this.life.before.get(clientOid);
    const isKnown = before?.orderId !== undefined;
    // A trigger order that has no order id yet cannot be named.
    const isTrigger = this.around.venue.byClientOid.get(clientOid)?.isTrigger === true;
    if (!isKnown && isTrigger) return false;
    return isKnown ? this.lists.isClear(clientOid, before.orderId) : this.lists.doubt(clientOid) === undefined;
  }

  cancelLeft(request: CancelRequest): void {
    this.life.awaited += 1;
    const intents = request.names.map((name) => {
      const clientOid = clientOidOf(name, request.by, this.around);
      return clientOid === undefined ? undefined : this.around.disk.lastStep(clientOid)?.attempt;
    });
    this.cancels.left(request, intents);
  }

  cancelAnswered(request: CancelRequest, answered: Answered): void {
    this.life.awaited -= 1;
    const { evidence } = answered;
    if (evidence.kind === 'no-answer' && !evidence.mayHaveLeft) this.life.notSent += 1;
    if (answered.proof) this.cancels.proved(request);
    this.life.mayNameAnother ||= mayNameAnother(answered, request);
    const duty = cancelDutyOf(answered, request);
    if (duty?.kind === 'pause') this.#pause(textOf(request), duty.retryAfterMs);
    const why = duty === undefined || duty.kind === 'ban' ? undefined : this.#whyHalt(duty, textOf(request));
    if (duty?.kind === 'ban') this.#halt('a ban');
    else if (why !== undefined) this.#halt(why, true);
  }

  /** The answer to a question. */
  heard(answered: Answered, query: ListQuery | undefined): void {
    this.lists.listed(answered.told);
    this.cancels.heard(answered.told ?? []);
    if (query !== undefined) this.lists.read(query.list, query.symbol, answered.told !== undefined);
    this.#oblige(answered);
  }

  #oblige(answered: Answered, request?: PlacedRequest): void {
    const duty = dutyOf(answered, request);
    if (duty === undefined) return;
    if (duty.kind === 'ban') return this.#halt('a ban');
    if (duty.kind === 'pause') this.#pause(request === undefined ? '' : textOf(request), duty.retryAfterMs);
    const why = request === undefined ? undefined : this.#whyHalt(duty, textOf(request));
    if (why !== undefined) this.#halt(why);
  }

  /** Why no further call may start after this answer to the call of that body; undefined where one may. */
  #whyHalt(duty: Exclude<Duty, { kind: 'ban' }>, body: string): string | undefined {
    const { rateRefusals, onUnknown, onReject } = this.scenario;
    switch (duty.kind) {
      case 'stop':
        return duty.why;
      case 'pause':
        return counted(this.life.rateRefusals, body) > rateRefusals
          ? 'a refusal by the rate limit more than the config allows'
          : undefined;
      case 'set-clock':
        return counted(this.life.clockRefusals, body) > 1 ? 'a timestamp that is refused twice' : undefined;
      case 'unknown':
        return onUnknown === 'stop' ? 'an answer that proves nothing' : undefined;
      case 'refused':
        return onReject === 'stop' ? 'a refusal' : undefined;
    }
  }

  #halt(why: string, mayAsk = false): void {
    this.life.halted ??= { why, atMs: this.around.clock.monotonicMs(), mayAsk };
  }

  #pause(body: string, retryAfterMs: number): void {
    const { ip, uid, countsOrders } = this.scenario.limits;
    const atMs = this.around.clock.monotonicMs();
    // Version 3 shuts the account out for ten seconds, and its windows of orders are no part of that.
    const untilMs = atMs + Math.max(ip.windowMs, countsOrders === true ? 10_000 : uid.windowMs, retryAfterMs);
    if (untilMs > (this.life.refusal?.untilMs ?? 0)) this.life.refusal = { body, atMs, untilMs };
  }

  reported(outcome: Outcome): void {
    const { life, scenario } = this;
    life.outcomes.set(outcome.id, outcome);
    this.ownerOf.set(outcome.clientOid, outcome.id);
    if (outcome.outcome === 'rejected') {
      this.reportedRejected.add(outcome.clientOid);
      if (scenario.onReject === 'stop') life.stopped ??= 'a rejection';
    }
    if (outcome.outcome === 'unknown' && scenario.onUnknown === 'stop') life.stopped ??= 'an unknown outcome';
  }

  keptAside(clientOid: string, outcome: string | undefined): void {
    this.triedAside.add(clientOid);
    if (outcome !== undefined) this.aside.set(clientOid, outcome);
  }

  /** Takes what persons settled, before anything is judged by it. */
  settled(now: ReadonlyMap<string, JournaledOrder>): void {
    for (const { id, clientOid, state } of now.values())
      if (state === 'absent' && this.life.task.absent.has(id)) this.settledAbsent.add(clientOid);
  }

  /** Forgets what lay aside and is in the journal now, once that was judged. */
  takenIn(now: ReadonlyMap<string, JournaledOrder>): void {
    for (const clientOid of this.aside.keys())
      if (now.get(clientOid)?.state !== 'in-flight') this.aside.delete(clientOid);
  }
}
