/**
 * The invariants, each judged in the moment it could break, against what the exchange really has and the disk really holds.
 *
 *  twice        no client order id, and no order id in two lineages, is taken twice (venue.ts and `afterLife`)
 *  again        nothing goes again without proof that it was not taken
 *  intent       an intent of its own is on disk before a call leaves
 *  bytes        what leaves are the planned calls, byte for byte, and those of the dry run where there was one
 *  after        an order leaves only when all that it waits for were accepted, and is withheld for that exactly if one was not
 *  stop         nothing starts after a stop, a signal, a failed disk, the plan's validUntil
 *  pause        nothing starts for a window after a refusal by the rate limit
 *  told         an outcome is on disk before it is told, or beside a journal that failed
 *  accepted     an order told as accepted stands, under that order id
 *  found        a settle tells as found what the lists told once and rightly, and nothing else (judge-lists.ts)
 *  rejected     an order told as rejected stands nowhere, now or later
 *  withheld     an order told as not sent is not out there, and the reason is the one that the journal gives
 *  outcomes     one outcome for each order, run-finished last, and the exit code that they make
 *  unknown      nothing but a settle step leaves unknown, and no resting state changes
 *  lost         every order that stands is accepted, unknown or in flight in the journal
 *  aside        what was kept aside is in the journal after the next run began
 *  recovered    nothing is in flight after a run that ended
 *  window       no window of the exchange overflows (venue.ts)
 *  lock         nobody touches the journal without the lock (sim-world.ts)
 *  refused step the program never asks the journal for a step that it refuses (disk.ts)
 */
import { createHash } from 'node:crypto';
import type { Evidence } from '../../src/exchange/answers/evidence.ts';
import type { Call } from '../../src/model/call.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import type { CallResult } from '../../src/ports.ts';
import type { JournaledOrder } from './disk.ts';
import { expectedExit, expectedReason, saysTheWords, type Outcome, type Task } from './expected.ts';
import { waitsFor, type OrderWords } from './plan-text.ts';
import { ListJudge } from './judge-lists.ts';
import type { Scenario } from './scenario.ts';
import type { Surroundings } from './sim-world.ts';
import type { Witness } from './witness.ts';

type Finished = Extract<PublicEvent, { event: 'run-finished' }>;

const REFUSES = new Set<string>([
  'already-accepted',
  'already-rejected',
  'unresolved',
  'edited-after-send',
  'not-selected',
]);

export class Judge {
  readonly #around: Surroundings;
  readonly #scenario: Scenario;
  readonly #lists: ListJudge;
  readonly #story = createHash('sha256');
  #before: ReadonlyMap<string, JournaledOrder> = new Map();
  /** Client order ids that may stand, by what was sent, and what they said then. */
  readonly #open = new Set<string>();
  readonly #sentAs = new Map<string, OrderWords>();
  readonly #usedAttempt = new Map<string, number>();
  readonly #rejected = new Set<string>();
  readonly #absent = new Set<string>();
  readonly #aside = new Map<string, string>();
  /** What lay beside the journal when this life began. */
  #asideBefore = new Map<string, string>();
  readonly #triedAside = new Set<string>();
  readonly #clientOids = new Map<string, string>();
  readonly #planned = new Set<string>();
  #outcomes = new Map<string, Outcome>();
  #finished: Finished | undefined;
  #stopped: string | undefined;
  #hasSent = false;
  #signalled: ExitCode | undefined;
  /** A refusal by the rate limit: of which call, when it came, and until when all sending pauses. */
  #refusal: { readonly call: number; readonly atMs: number; readonly untilMs: number } | undefined;
  #halted: { readonly why: string; readonly atMs: number } | undefined;
  #task: Task | undefined;

  constructor(around: Surroundings, scenario: Scenario) {
    this.#around = around;
    this.#scenario = scenario;
    this.#lists = new ListJudge(around);
  }

  /** Of all that was told; at the end. */
  fingerprint(): string {
    return this.#story.digest('hex');
  }

  begin(task: Task): void {
    this.#task = task;
    this.#planned.clear();
    this.#outcomes = new Map();
    this.#finished = undefined;
    this.#stopped = undefined;
    this.#hasSent = false;
    this.#signalled = undefined;
    this.#refusal = undefined;
    this.#halted = undefined;
    this.#before = this.#around.disk.orders();
    this.#asideBefore = new Map(this.#aside);
    this.#lists.begin();
  }

  /** Whether a call has left in this life, and the run has not ended. */
  get isSending(): boolean {
    return this.#hasSent && this.#finished === undefined;
  }

  stalled(): void {
    this.#stopped ??= 'a gap in time';
  }

  signalled(code: ExitCode): void {
    this.#signalled ??= code;
    this.#stopped ??= 'a signal';
    this.#lists.listed(undefined);
  }

  readonly witness: Witness = {
    placing: (call) => this.#placing(call),
    answered: (...args) => this.#answered(...args),
    listed: (told) => this.#lists.listed(told),
    wrote: (text) => this.#wrote(text),
    keptAside: (clientOid, outcome) => this.#keptAside(clientOid, outcome),
  };

  #keptAside(clientOid: string, outcome: string | undefined): void {
    this.#triedAside.add(clientOid);
    if (outcome !== undefined) this.#aside.set(clientOid, outcome);
  }

  #placing(call: Call): void {
    const { accuse, clock, disk, log } = this.#around;
    const nowMs = clock.monotonicMs();
    log(() => `  place ${call.number} at ${nowMs} ms: ${call.orders.map(({ id }) => id).join(' ')}`);
    if (this.#stopped !== undefined) accuse('stop', `call ${call.number} starts after ${this.#stopped}`);
    if (disk.failures > 0) accuse('stop', `call ${call.number} starts after a failed write`);
    if (this.#task?.isPastValid() === true) accuse('stop', `call ${call.number} starts after validUntil`);
    // What starts in the very moment of an answer may have been let go before the program had read it.
    if (this.#halted !== undefined && nowMs > this.#halted.atMs)
      accuse('stop', `call ${call.number} starts after ${this.#halted.why}`);
    const { call: refused = 0, atMs = 0, untilMs = 0 } = this.#refusal ?? {};
    if (nowMs < untilMs && (nowMs > atMs || call.number === refused))
      accuse('pause', `call ${call.number} starts at ${nowMs} ms, before ${untilMs}`);
    const bytes = `${call.path} ${call.body}`;
    if (!this.#planned.has(bytes)) accuse('bytes', `call ${call.number} is none of the planned`);
    if (this.#task?.approved?.has(bytes) === false) accuse('bytes', `call ${call.number} is none of the dry run`);
    for (const { id, clientOid } of call.orders) {
      const last = disk.lastStep(clientOid);
      if (last?.step !== 'intent') accuse('intent', `${id} leaves while its last step is ${last?.step ?? 'none'}`);
      else if (this.#usedAttempt.get(clientOid) === last.attempt) accuse('intent', `${id} leaves again on one intent`);
      if (last !== undefined) this.#usedAttempt.set(clientOid, last.attempt);
      if (this.#open.has(clientOid)) accuse('again', `${id} goes again, and no proof that it was not taken`);
      this.#open.add(clientOid);
      const words = this.#task?.orders.find((order) => order.id === id);
      if (words !== undefined) this.#sentAs.set(clientOid, words);
      const missing = words === undefined ? [] : this.#missing(words);
      if (missing.length > 0) accuse('after', `${id} leaves, and ${missing.join(', ')} was not accepted`);
      if (words === undefined || !saysTheWords(call, id, words))
        accuse('bytes', `${id} does not say what the plan says`);
    }
  }

  /** Those that the order waits for and that were accepted neither in this life nor before. */
  #missing(words: OrderWords): string[] {
    return waitsFor(words).filter(
      (id) => this.#outcomes.get(id)?.outcome !== 'accepted' && this.#stateBefore(id) !== 'accepted',
    );
  }

  /** What the journal and what lay beside it had of the order when this life began. */
  #stateBefore(id: string): string | undefined {
    const known = [...this.#before.values()].findLast((one) => one.id === id);
    const aside = known?.state === 'in-flight' ? this.#asideBefore.get(known.clientOid) : undefined;
    return aside ?? known?.state;
  }

  #answered(call: Call, evidence: Evidence, result: CallResult, proof: boolean): void {
    const { log, clock } = this.#around;
    log(() => `  answer ${call.number} at ${clock.monotonicMs()} ms: ${JSON.stringify(result)}`);
    if (proof)
      for (const { clientOid } of call.orders)
        if (!this.#around.venue.byClientOid.has(clientOid)) this.#open.delete(clientOid);
    const atMs = clock.monotonicMs();
    if (result.kind === 'answered' && result.halt !== undefined) this.#halted ??= { why: result.halt, atMs };
    // By what came: what the program makes of a ban may be the mistake.
    if (evidence.kind === 'answer' && evidence.status === 418) return void (this.#halted ??= { why: 'a ban', atMs });
    if (result.kind !== 'rate-refused') return;
    const { ip, uid } = this.#scenario.limits;
    const untilMs = atMs + Math.max(ip.windowMs, uid.windowMs, result.retryAfterMs ?? 0);
    if (untilMs > (this.#refusal?.untilMs ?? 0)) this.#refusal = { call: call.number, atMs, untilMs };
  }

  #wrote(text: string): void {
    const { accuse, log } = this.#around;
    log(() => `  out: ${text.trim().slice(0, 300)}`);
    this.#story.update(text);
    const event = JSON.parse(text) as PublicEvent;
    if (this.#finished !== undefined) accuse('outcomes', `${event.event} after run-finished`);
    if (event.event === 'call-sent') this.#hasSent = true;
    if (event.event === 'call-planned') this.#planned.add(`${event.path} ${event.body}`);
    else if (event.event === 'run-finished') this.#finished = event;
    else if (event.event === 'order-outcome') this.#told(event);
  }

  #told(event: Outcome): void {
    const { accuse, disk, venue } = this.#around;
    const { id, clientOid } = event;
    if (this.#outcomes.has(id)) accuse('outcomes', `${id} has two outcomes`);
    this.#outcomes.set(id, event);
    const known = this.#clientOids.get(clientOid);
    if (known !== undefined && known !== id) accuse('twice', `${clientOid} is ${known} and ${id}`);
    this.#clientOids.set(clientOid, id);
    const hasAnswer = event.outcome !== 'withheld';
    if (hasAnswer) {
      const step = disk.lastStep(clientOid)?.step ?? 'nothing';
      const said =
        { accepted: ['accepted', 'settle-accepted'], rejected: ['rejected', 'settle-absent'], unknown: ['unknown'] }[
          event.outcome as string
        ] ?? [];
      const isBeside = disk.failures > 0 && this.#triedAside.has(clientOid);
      if (!said.includes(step) && !isBeside)
        accuse('told', `${id} is told as ${event.outcome}, and the journal has ${step}`);
    }
    if (this.#task?.command === 'settle') this.#lists.told(event);
    const taken = venue.byClientOid.get(clientOid);
    if (event.outcome === 'accepted') {
      if (!venue.listed.standsAs(clientOid, event.orderId))
        accuse('accepted', `${id} is told as ${event.orderId}, and is ${taken?.orderId ?? 'nowhere'}`);
    } else if (event.outcome === 'rejected') {
      if (event.rule !== 'by-person') this.#rejected.add(clientOid);
      if (taken !== undefined && event.rule !== 'by-person') accuse('rejected', `${id} stands as ${taken.orderId}`);
      if (this.#scenario.onReject === 'stop') this.#stopped ??= 'a rejection';
    } else if (event.outcome === 'unknown') {
      if (this.#scenario.onUnknown === 'stop') this.#stopped ??= 'an unknown outcome';
    } else if (this.#task?.command === 'settle') {
      if (!this.#task.absent.has(id)) accuse('unknown', `${id} is told as absent, and nobody said so`);
    } else if (!REFUSES.has(event.reason) && this.#open.has(clientOid)) {
      accuse('withheld', `${id} is told as not sent (${event.reason}), and may be out there`);
    }
  }

  /** What must hold whenever a life is over, however it ended. */
  afterLife(exitCode: ExitCode | undefined): void {
    const task = this.#task as Task;
    const { disk, accuse, venue } = this.#around;
    if (exitCode !== undefined) {
      if (this.#finished === undefined) accuse('outcomes', `exit ${exitCode} without run-finished`);
      else if (this.#finished.exitCode !== exitCode)
        accuse('outcomes', `exit ${exitCode}, told as ${this.#finished.exitCode}`);
      if (task.command === 'run') this.#checkRun(exitCode, task);
    }
    const now = disk.orders();
    this.#checkSteps(now, task);
    for (const { clientOid, orderId } of venue.ledger) {
      const order = now.get(clientOid);
      const isKnown =
        order !== undefined &&
        (order.state === 'unknown' ||
          order.state === 'in-flight' ||
          (order.state === 'accepted' && venue.listed.standsAs(clientOid, order.orderId)));
      if (this.#absent.has(clientOid)) accuse('dead', `${clientOid} was settled as absent, and stands as ${orderId}`);
      else if (!isKnown)
        accuse(
          'lost',
          `${clientOid} stands as ${orderId}, and the journal has ${order?.state ?? 'nothing'} ${order?.orderId ?? ''}`,
        );
    }
    for (const clientOid of this.#rejected)
      if (venue.byClientOid.has(clientOid)) accuse('rejected', `${clientOid} was told as rejected, and stands`);
    this.#checkLineages(now);
    if (exitCode === undefined || disk.failures > 0 || exitCode === EXIT.usage || exitCode === EXIT.notAsReviewed)
      return;
    for (const order of now.values())
      if (order.state === 'in-flight') accuse('recovered', `${order.id} is still in flight`);
  }

  #checkSteps(now: ReadonlyMap<string, JournaledOrder>, task: Task): void {
    const { accuse } = this.#around;
    for (const [clientOid, was] of this.#before) {
      const is = now.get(clientOid);
      if (is?.state === was.state && is.orderId === was.orderId) continue;
      if (is !== undefined && (was.state === 'never-sent' || was.state === 'in-flight')) continue;
      const isSettled = was.state === 'unknown' && task.command === 'settle' && is !== undefined;
      if (isSettled && is.state === 'accepted') continue;
      if (isSettled && is.state === 'absent' && task.absent.has(is.id)) continue;
      accuse('unknown', `${was.id} was ${was.state} and is ${is?.state ?? 'gone'}`);
    }
    for (const { id, clientOid, state } of now.values()) {
      if (state !== 'absent') continue;
      if (task.absent.has(id)) this.#absent.add(clientOid);
      else if (!this.#absent.has(clientOid)) accuse('unknown', `${id} is absent, and nobody said so`);
    }
    // Verdicts that were kept aside are there as soon as a run has taken what was left in hand.
    for (const [clientOid, outcome] of this.#aside) {
      const state = now.get(clientOid)?.state;
      if (state === 'in-flight') continue;
      this.#aside.delete(clientOid);
      if (state !== outcome && this.#around.disk.failures === 0 && !(outcome === 'unknown' && state !== 'never-sent'))
        accuse('aside', `${clientOid} was kept aside as ${outcome}, and the journal has ${state ?? 'nothing'}`);
    }
  }

  /** Of an order's lineages one stands at most. */
  #checkLineages(now: ReadonlyMap<string, JournaledOrder>): void {
    const standing = new Map<string, string>();
    for (const { clientOid } of this.#around.venue.ledger) {
      const id = now.get(clientOid)?.id;
      if (id === undefined || this.#absent.has(clientOid)) continue;
      if (standing.has(id)) this.#around.accuse('twice', `${id} stands as ${standing.get(id)} and ${clientOid}`);
      standing.set(id, clientOid);
    }
  }

  #checkRun(exitCode: ExitCode, task: Task): void {
    const { accuse, disk } = this.#around;
    const { size } = this.#outcomes;
    if (size === 0) {
      const isExpected =
        (exitCode === EXIT.usage && disk.failures > 0) ||
        (exitCode === EXIT.notAsReviewed &&
          (task.isPastValid() || (task.approved !== undefined && this.#aside.size > 0)));
      if (!isExpected) accuse('outcomes', `exit ${exitCode} without an outcome`);
      return;
    }
    for (const order of task.orders) this.#checkOutcome(order, task);
    if (size !== task.orders.length) accuse('outcomes', `${size} outcomes for ${task.orders.length} orders`);
    const expected = expectedExit([...this.#outcomes.values()], this.#signalled, disk.failures > 0);
    if (exitCode !== expected) accuse('outcomes', `exit ${exitCode}, and the outcomes make ${expected}`);
  }

  /** Whether an order that the journal has an opinion of was withheld for that, and every other was tried. */
  #checkOutcome(order: OrderWords, task: Task): void {
    const event = this.#outcomes.get(order.id);
    if (event === undefined) return this.#around.accuse('outcomes', `${order.id} has no outcome`);
    const known = [...this.#before.values()].findLast(({ id }) => id === order.id);
    const told = event.outcome === 'withheld' ? event.reason : 'sent';
    if (known !== undefined && known.clientOid !== event.clientOid && !task.again.has(order.id))
      this.#around.accuse('twice', `${order.id} was ${known.clientOid}, and now is ${event.clientOid}`);
    const own = expectedReason(order, this.#stateBefore(order.id), this.#sentAs.get(known?.clientOid ?? ''), task);
    const expected = own ?? (this.#missing(order).length > 0 ? 'dependency' : undefined);
    if (expected === undefined ? REFUSES.has(told) || told === 'dependency' : told !== expected)
      this.#around.accuse(
        'withheld',
        `${order.id} was ${known?.state ?? 'never-sent'}: told as ${told}, expected ${expected ?? 'to be sent'}`,
      );
    return undefined;
  }

  /** At the end, with an exchange that behaves: nothing is left undone, and nothing is lost. */
  atEnd(): void {
    for (const event of this.#outcomes.values()) {
      const isRefused = event.outcome === 'withheld' && (REFUSES.has(event.reason) || event.reason === 'dependency');
      const isDone = event.outcome === 'accepted' || isRefused;
      if (!isDone) this.#around.accuse('outcomes', `in the last, clean run ${event.id} is ${JSON.stringify(event)}`);
    }
  }
}
