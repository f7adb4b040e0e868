/**
 * Holds lives with halts, closes and flattens against the truth: what the journal holds by a reading of its own, what left and arrived,
 * and what was held when. It knows nothing of how the program goes about it.
 */
import { createHash } from 'node:crypto';
import type { ExitCode } from '../../../src/model/exit-code.ts';
import { EXIT } from '../../../src/model/exit-code.ts';
import { unitsOf } from '../cancels/alive-order.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import type { Surroundings } from '../life.ts';
import type { Entry, PlacedRequest } from '../request.ts';
import type { Witness } from '../witness.ts';
import { ALL_HELD, isAtMarket, opensIn, sideOf, type Floor, type Held, type OnTheWay } from './floor.ts';

export interface HaltTask {
  readonly command: 'run' | 'settle' | 'status' | 'flatten' | 'close';
  /** Positions of somebody else are closed too. */
  readonly all?: boolean;
}

/** What one life did. */
interface LifeFacts extends HaltTask {
  readonly beganAt: number;
  /** The moments of which answers told what all is held. */
  readonly heldAtMs: number[];
  /** Client order ids of what it closed at market. */
  readonly closed: string[];
  /** A close of this was refused. */
  readonly refused: Set<string>;
}

/** From the end of one look to the begin of the next. */
const BETWEEN_LOOKS_MS = 2000;

const nameOf = ({ symbol, side }: Held): string => `${symbol} ${side}`;
const heldOf = ({ shared: { symbol } }: PlacedRequest, { type }: Entry): Held => ({ symbol, side: sideOf(type) });

export class HaltJudge {
  cancels = 0;
  closes = 0;
  /** How often an account was said to be flat. */
  flats = 0;
  readonly #around: Surroundings;
  readonly #floor: Floor;
  readonly #story = createHash('sha256');
  /** The record that halts the account now. */
  #haltedBy: number | undefined;
  #lifts = 0;
  #read = 0;
  /** When it was said last that nothing of ours is open or on its way. */
  #flatMs: number | undefined;
  /** When a close of a position was last over, by the truth. */
  readonly #closeLeft = new Map<string, { readonly clientOid: string; readonly leftMs: number }[]>();

  constructor(around: Surroundings, floor: Floor) {
    this.#around = around;
    this.#floor = floor;
    floor.onArrival = (call) => this.#arrives(call);
  }

  /** Whether the account is halted, by what the journal holds. */
  get isHalted(): boolean {
    this.#readOn();
    return this.#haltedBy !== undefined;
  }

  get lifts(): number {
    this.#readOn();
    return this.#lifts;
  }

  fingerprint(): string {
    return this.#story.digest('hex');
  }

  /** What hears a life, and judges it as it ends; without an exit code it was killed. */
  begin(task: HaltTask): { readonly witness: Witness; readonly over: (exitCode: ExitCode | undefined) => void } {
    const facts: LifeFacts = { ...task, beganAt: this.lifts, heldAtMs: [], closed: [], refused: new Set() };
    const { log } = this.#around;
    const witness: Witness = {
      placing: (request) => this.#placing(request, facts),
      answered: (request, { evidence, proof }) => {
        log(() => `  answer at ${this.#nowMs} ms: ${evidence.kind === 'answer' ? evidence.status : evidence.message}`);
        if (evidence.kind === 'answer' && proof)
          for (const one of request.entries) facts.refused.add(nameOf(heldOf(request, one)));
      },
      cancelling: (request) => this.#cancelling(request, facts),
      cancelAnswered: () => {},
      asking: (words) => this.#asking(words, facts),
      heard: ({ heldAtMs }) => void (heldAtMs !== undefined && facts.heldAtMs.push(heldAtMs)),
      settingsUntold: () => {},
      keptAside: () => {},
      wrote: (text) => {
        log(() => `  out: ${text.trim().slice(0, 300)}`);
        this.#story.update(text.replace(/,"journalHead":"[^"]*"/, ''));
      },
    };
    return { witness, over: (exitCode) => this.#over(exitCode, facts) };
  }

  get #nowMs(): number {
    return this.#around.clock.monotonicMs();
  }

  #accuse(name: string, words: string): void {
    this.#around.accuse(name, `${words}, at ${this.#nowMs} ms`);
  }

  /** Nothing that opens begins between a halt and its lift. */
  #readOn(): void {
    const { disk, venue } = this.#around;
    for (const { id, kind, said } of disk.records().slice(this.#read)) {
      this.#read += 1;
      if (kind === 'halt') this.#haltedBy ??= id;
      if (kind === 'lifted') [this.#haltedBy, this.#lifts] = [undefined, this.#lifts + 1];
      if (kind !== 'intent' || this.#haltedBy === undefined) continue;
      const { path, body } = JSON.parse(said) as { readonly path: string; readonly body: string };
      if (venue.wire.readPlaced(path, body).entries.some(({ type }) => opensIn(type)))
        this.#accuse('halted', `record ${id} opens, and record ${this.#haltedBy} halts the account`);
    }
  }

  #placing(request: PlacedRequest, facts: LifeFacts): void {
    const { log, disk } = this.#around;
    this.#readOn();
    log(
      () =>
        `  place ${request.entries.map(({ client_oid, type, size }) => `${client_oid} ${type} ${size}`).join(', ')} at ${this.#nowMs} ms`,
    );
    this.#isHaltedFirst(`a call to ${request.path}`, facts);
    for (const entry of request.entries) {
      if (
        disk.records().findLast(({ kind, said }) => kind === 'intent' && said.includes(entry.client_oid)) === undefined
      )
        this.#accuse('intent', `${entry.client_oid} leaves without an intent`);
      if (facts.command === 'flatten' || facts.command === 'close') this.#closing(request, entry, facts);
    }
  }

  /** What ordo closes with by itself. */
  #closing(request: PlacedRequest, entry: Entry, facts: LifeFacts): void {
    const floor = this.#floor;
    const held = heldOf(request, entry);
    const name = nameOf(held);
    this.closes += 1;
    facts.closed.push(entry.client_oid);
    if (opensIn(entry.type) || !isAtMarket(entry, request.isTrigger))
      return this.#accuse('only closes', `${entry.client_oid} is no close at market: ${request.body}`);
    if (facts.command === 'flatten' && facts.all !== true && !floor.openedByUs(held))
      this.#accuse('not ours', `${name} is closed, and nothing of ours opened it`);
    const other = floor.closing(held).find(({ facts: { price, isTrigger } }) => price === undefined && !isTrigger);
    if (other !== undefined)
      this.#accuse('one close', `${entry.client_oid} leaves, and ${other.facts.clientOid} closes ${name} still`);
    const left = this.#closeLeft.get(name) ?? [];
    this.#closeLeft.set(name, [...left, { clientOid: entry.client_oid, leftMs: this.#nowMs }]);
    const sinceMs = Math.max(facts.heldAtMs.at(-1) ?? 0, this.#lastFillMs(held));
    if (unitsOf(entry.size) > floor.mostSince(held, sinceMs))
      this.#accuse(
        'more than held',
        `${entry.size} of ${name} leaves, and no more than ${floor.mostSince(held, sinceMs) / 1e6} was held since ${sinceMs} ms`,
      );
  }

  /** When something was last filled of what ordo itself closed it with. */
  #lastFillMs(held: Held): number {
    const own = new Set((this.#closeLeft.get(nameOf(held)) ?? []).map(({ clientOid }) => clientOid));
    const trades = this.#floor.ours(({ facts }) => own.has(facts.clientOid)).flatMap((order) => order.trades);
    return Math.max(0, ...trades.map(({ atMs }) => atMs));
  }

  /** A call has arrived: what left meanwhile closes the same, and what was said to be flat is not. */
  #arrives({ request, leftMs }: OnTheWay): void {
    if (this.#flatMs !== undefined && leftMs <= this.#flatMs)
      this.#accuse('flat', `a call that left at ${leftMs} ms arrives after it was said to be flat`);
    for (const entry of request.entries) {
      if (opensIn(entry.type) || !isAtMarket(entry, request.isTrigger)) continue;
      const name = nameOf(heldOf(request, entry));
      const own = this.#closeLeft.get(name) ?? [];
      if (!own.some(({ clientOid }) => clientOid === entry.client_oid)) continue;
      const later = own.find((one) => one.clientOid !== entry.client_oid && one.leftMs > leftMs);
      if (later !== undefined)
        this.#accuse('one close', `${entry.client_oid} arrives, and ${later.clientOid} left meanwhile for ${name}`);
    }
  }

  #cancelling(request: CancelRequest, facts: LifeFacts): void {
    this.cancels += 1;
    this.#around.log(() => `  cancel ${request.names.join(' ')} at ${this.#nowMs} ms`);
    this.#isHaltedFirst('a cancel', facts);
    if (facts.command !== 'flatten')
      return this.#accuse('cancel asked', `ordo ${facts.command} cancels ${request.names.join(' ')}`);
    for (const name of request.names) this.#staysOn(name, facts);
  }

  /** A stop stays on until its position is seen to be gone, or a close of it is refused. */
  #staysOn(name: string, { heldAtMs, refused }: LifeFacts): void {
    const floor = this.#floor;
    const [stop] = floor.ours(({ facts }) => facts.orderId === name || facts.clientOid === name);
    const { type = '1', symbol = '', isTrigger = false, owner } = stop?.facts ?? {};
    if (stop?.now.state !== 'open' || !isTrigger || owner !== 'plan' || opensIn(type)) return;
    const held = { symbol, side: sideOf(type) };
    if (floor.isStillHeld(held, heldAtMs.at(-1)) && !refused.has(nameOf(held)))
      this.#accuse(
        'stops stay',
        `${stop.facts.clientOid} goes off, and ${floor.heldAt(held) / 1e6} of ${nameOf(held)} is held`,
      );
  }

  #asking(words: string, facts: LifeFacts): void {
    this.#around.log(() => `  ask ${words} at ${this.#nowMs} ms`);
    this.#isHaltedFirst(`a question for ${words}`, facts);
  }

  #isHaltedFirst(what: string, { command, beganAt }: LifeFacts): void {
    if (command === 'flatten' && !this.isHalted && this.lifts === beganAt)
      this.#accuse('halted first', `${what} leaves, and the account is not halted`);
  }

  #over(exitCode: ExitCode | undefined, facts: LifeFacts): void {
    this.#readOn();
    if (exitCode === undefined) return;
    const { command, closed } = facts;
    if (command === 'close' && exitCode === EXIT.done) {
      const open = closed.find((id) => this.#around.venue.byClientOid.get(id) === undefined || !this.#isFilled(id));
      if (open !== undefined) this.#accuse('closed', `exit 0, and ${open} is not filled`);
    }
    if (command !== 'flatten') return;
    if (![0, 2, 5, 6, 7, 8, 10, 130, 143].includes(exitCode))
      this.#accuse('exit code', `a flatten ends with ${exitCode}`);
    this.#isHaltedFirst(`exit ${exitCode}`, this.#around.disk.failures > 0 ? { ...facts, command: 'run' } : facts);
    if (exitCode === EXIT.done) this.#isFlat(facts);
  }

  #isFilled = (clientOid: string): boolean =>
    this.#floor.ours(({ facts }) => facts.clientOid === clientOid).some(({ now }) => now.state === 'filled');

  /** By the exchange's own book: at both moments that the last two answers told of nothing was held, and nothing of ours is open. */
  #isFlat({ heldAtMs }: LifeFacts): void {
    const floor = this.#floor;
    this.flats += 1;
    const lastMs = heldAtMs.at(-1) ?? 0;
    // One that was not told whole is made again, so the last two answers may be of one look.
    const firstMs = heldAtMs.findLast((ms) => ms <= lastMs - BETWEEN_LOOKS_MS);
    if (firstMs === undefined)
      this.#accuse('two looks', `it is flat by looks at ${heldAtMs.slice(-2).join(' and ')} ms`);
    const looks = [firstMs ?? lastMs, lastMs];
    for (const held of ALL_HELD)
      for (const ms of looks) {
        const size = floor.heldAt(held, ms);
        if (size > 0) this.#accuse('flat', `exit 0, and ${size / 1e6} of ${nameOf(held)} was held at ${ms} ms`);
      }
    const [open] = floor.ours(({ rests }) => rests);
    if (open !== undefined)
      this.#accuse('flat', `exit 0, and ${open.facts.clientOid} ${open.facts.orderId} is ${open.now.state}`);
    this.#flatMs = this.#nowMs;
  }

  /** Something may open again. */
  lifted(): void {
    this.#flatMs = undefined;
  }
}
