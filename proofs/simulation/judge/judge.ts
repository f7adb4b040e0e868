/**
 * Holds what happens against every invariant, each in the moment it could break. It judges by evidence: what the exchange
 * received and answered, what the disk holds, and what was asked for; never by what the program under test made of it.
 */
import { createHash } from 'node:crypto';
import type { PublicEvent } from '../../../src/model/event.ts';
import type { ExitCode } from '../../../src/model/exit-code.ts';
import type { Task } from '../expected.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import { textOf, type PlacedRequest } from '../request.ts';
import type { Scenario } from '../scenario.ts';
import type { Surroundings } from '../life.ts';
import type { Answered } from '../answered.ts';
import type { Witness } from '../witness.ts';
import { Facts } from './facts.ts';
import type { Moment } from './invariant.ts';
import { INVARIANTS } from './invariants.ts';
import { isJudged } from './naked.ts';

const BY_MOMENT = Map.groupBy(INVARIANTS, ({ moment }) => moment);

export class Judge {
  readonly #facts: Facts;
  readonly #around: Surroundings;
  readonly #story = createHash('sha256');
  /** How many cancels left. */
  cancels = 0;
  /** How many looks said that nothing is naked, and were held against the truth. */
  looks = 0;

  constructor(around: Surroundings, scenario: Scenario) {
    this.#around = around;
    this.#facts = new Facts(around, scenario);
  }

  readonly witness: Witness = {
    placing: (request) => this.#placing(request),
    answered: (request, answered) => this.#answered(request, answered),
    cancelling: (request) => this.#cancelling(request),
    cancelAnswered: (request, answered) => this.#cancelAnswered(request, answered),
    asking: (words) => this.#asking(words),
    heard: (answered, query) => this.#facts.heard(answered, query),
    settingsUntold: () => void (this.#facts.life.isAccountUntold = true),
    wrote: (text) => this.#wrote(text),
    keptAside: (clientOid, outcome) => this.#facts.keptAside(clientOid, outcome),
  };

  begin(task: Task): void {
    this.#facts.begin(task);
  }

  /** Whether a call has left in this life, and the run has not ended. */
  get isSending(): boolean {
    const { hasSent, finished } = this.#facts.life;
    return hasSent && finished === undefined;
  }

  stalled(): void {
    this.#facts.life.stopped ??= 'a gap in time';
  }

  signalled(code: ExitCode): void {
    const { life, lists } = this.#facts;
    life.signalled ??= code;
    life.stopped ??= 'a signal';
    lists.listed(undefined);
  }

  /** What must hold whenever a life is over, however it ended; without an exit code it was killed. */
  afterLife(exitCode: ExitCode | undefined): void {
    const now = this.#around.disk.orders();
    this.#facts.settled(now);
    const { stopped, halted, before } = this.#facts.life;
    if (stopped !== undefined || halted !== undefined) this.#facts.cancels.wentOff(now, before);
    if (exitCode !== undefined && this.#facts.life.task.command === 'run') this.#judge({ kind: 'run-ended', exitCode });
    if (exitCode !== undefined && this.#facts.life.task.command === 'cancel')
      this.#judge({ kind: 'cancel-over', exitCode });
    this.#judge({ kind: 'over', now, ...(exitCode !== undefined && { exitCode }) });
    this.#facts.takenIn(now);
  }

  /** At the end, with an exchange that behaves: nothing is left undone, and nothing is lost. */
  atEnd(): void {
    this.#judge({ kind: 'end' });
  }

  /** A hash of everything that the program wrote; taken at the end. */
  fingerprint(): string {
    return this.#story.digest('hex');
  }

  #judge(moment: Moment): void {
    for (const { name, check } of BY_MOMENT.get(moment.kind) ?? []) {
      const breach = check(moment, this.#facts);
      if (breach !== undefined) this.#around.accuse(name, breach);
    }
  }

  #placing(request: PlacedRequest): void {
    const { clock, disk, log } = this.#around;
    // By what the disk says of each client order id in the body: what left, left under its intent.
    const known = disk.orders();
    const ids = request.entries.map((entry) => known.get(entry.client_oid)?.id ?? entry.client_oid);
    const words = `the call of ${ids.join(' ')}`;
    log(() => `  place ${ids.join(' ')} at ${clock.monotonicMs()} ms`);
    this.#judge({ kind: 'request', words, body: textOf(request) });
    this.#judge({ kind: 'call', words, request });
    request.entries.forEach((entry, at) => {
      const id = ids[at] as string;
      this.#judge({ kind: 'order', id, entry, request });
      this.#facts.left(entry, id);
    });
    this.#facts.life.hasSent = true;
    this.#facts.life.awaited += 1;
  }

  #answered(request: PlacedRequest, answered: Answered): void {
    this.#logAnswer(answered);
    this.#facts.answered(request, answered);
  }

  #cancelling(request: CancelRequest): void {
    const { clock, log } = this.#around;
    const words = `the cancel of ${request.names.join(' ')}`;
    log(() => `  cancel ${request.names.join(' ')} at ${clock.monotonicMs()} ms`);
    this.#judge({ kind: 'request', words, body: textOf(request) });
    this.#judge({ kind: 'cancel', words, request });
    this.#facts.cancelLeft(request);
    this.cancels += 1;
  }

  #cancelAnswered(request: CancelRequest, answered: Answered): void {
    this.#logAnswer(answered);
    this.#facts.cancelAnswered(request, answered);
  }

  #logAnswer({ evidence, reply }: Answered): void {
    const { log, clock } = this.#around;
    log(() => {
      const came = evidence.kind === 'answer' ? `${evidence.status} ${reply?.body}` : evidence.message;
      return `  answer at ${clock.monotonicMs()} ms: ${came}`;
    });
  }

  #asking(words: string): void {
    this.#around.log(() => `  ask ${words} at ${this.#around.clock.monotonicMs()} ms`);
    this.#judge({ kind: 'request', words: `the question for ${words}`, body: words, isQuestion: true });
  }

  #wrote(text: string): void {
    this.#around.log(() => `  out: ${text.trim().slice(0, 300)}`);
    // Each journal has a salt of its own, so its head differs where all else is the same.
    this.#story.update(text.replace(/,"journalHead":"[^"]*"/, ''));
    const event = JSON.parse(text) as PublicEvent;
    const { life } = this.#facts;
    this.#judge({ kind: 'event', event });
    if (isJudged(event, this.#facts)) this.looks += 1;
    if (event.event === 'call-planned') {
      life.planned.add(`${event.path} ${event.body}`);
      if (event.operation === 'cancel') for (const id of event.orders) life.offFirst.add(id);
    }
    if (event.event === 'run-finished') life.finished = event;
    else if (event.event === 'order-state') this.#facts.cancels.looked(event);
    else if (event.event === 'cancel-outcome') {
      this.#judge({ kind: 'cancel-end', end: event });
      this.#facts.cancels.told(event);
    } else if (event.event === 'order-outcome' && life.task.command !== 'status') {
      this.#judge({ kind: 'outcome', outcome: event });
      this.#facts.reported(event);
    }
  }
}
