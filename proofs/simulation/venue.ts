/**
 * The exchange of a simulation and the way to it. It keeps the truth: every order it took, under which id, and when; and it
 * answers in text that the program's own reader and classification judge.
 */
import { readBody } from '../../src/exchange/answers/answers.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { Cost, Limits } from '../../src/model/call.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { SimClock } from '../support/sim-clock.ts';
import { WALL_START_MS } from '../support/sim-clock.ts';
import { RateCounters, type Counting } from './counters.ts';
import { ListedBook, type ListNature, type Taken, type ToldRecord } from './listed-book.ts';
import { CALL_COSTS, LIST_COSTS, TIME_COST } from './price-list.ts';
import type { Random } from '../random.ts';
import { replyAfter, replyBefore, type Handled, type Manner, type Reply } from './reply.ts';
import type { Entry, PlacedRequest } from './request.ts';
import { isBatchShape, provesNotTaken, strikesBefore, suits, type Fault } from './venue-faults.ts';
import type { Accuse, Log } from './violation.ts';

/** How the exchange of one seed behaves. */
export interface Nature {
  readonly faults: readonly Fault[];
  /** How often one of them strikes a call. */
  readonly share: number;
  /** And a question: where it is as often, most first runs end at the lists, and no call is tried. */
  readonly listShare: number;
  readonly rejects: number;
  readonly counting: Counting;
  readonly phaseMs: number;
  readonly mostLatencyMs: number;
  readonly checksTime: boolean;
  /** A timestamp that is refused is refused once more. */
  readonly refusesTwice: boolean;
  readonly tellsTime: boolean;
  readonly manner: Manner;
  /** Of the orders it took: how many no list ever shows, and how many only much later. */
  readonly hidden: number;
  readonly late: number;
  readonly lists: ListNature;
}

/** How far the wall clock of a request may be off. */
const TOLERANCE_MS = 30_000;
/** No request stays on its way longer than this after its sender gave it up. */
export const MOST_LATE_MS = 60_000;

/** One answer to one request. */
export interface Answered {
  /** As the program's own reader has it. */
  readonly evidence: Evidence;
  /** As it was said; undefined where no answer came. */
  readonly reply?: Reply;
  /** Whether it proves that the call was not taken. */
  readonly proof: boolean;
  /** An order was refused, and nothing befell the answer that says so. */
  readonly isPlainRefusal?: boolean;
  /** An order is answered under the order id of another. */
  readonly givesIdAgain?: boolean;
  /** The records of a page that can be read. */
  readonly told?: readonly ToldRecord[];
}

export class Venue {
  readonly ledger: Taken[] = [];
  readonly byClientOid = new Map<string, Taken>();
  /** Calls that may still arrive. */
  onTheWay = 0;
  isKind = false;
  /** Order ids that the other side has on record. */
  acceptedIds: () => readonly string[] = () => [];
  readonly listed: ListedBook;
  readonly #counters: RateCounters;
  readonly #parts: { readonly clock: SimClock; readonly random: Random; readonly accuse: Accuse; readonly log: Log };
  readonly #nature: Nature;
  readonly #timeoutMs: number;
  #orders = 0;
  /** Bodies of calls whose timestamp is refused the next time, too. */
  readonly #refused = new Set<string>();

  constructor(
    nature: Nature,
    limits: Limits,
    timeoutMs: number,
    parts: { clock: SimClock; random: Random; listRandom: Random; accuse: Accuse; log: Log },
  ) {
    this.#nature = nature;
    this.#timeoutMs = timeoutMs;
    this.#parts = parts;
    this.listed = new ListedBook(nature.lists, parts.listRandom);
    this.#counters = new RateCounters(limits, nature.counting, nature.phaseMs);
  }

  wallMs(): number {
    return WALL_START_MS + Math.floor(this.#parts.clock.monotonicMs());
  }

  place(request: PlacedRequest, stampMs: number): Promise<Answered> {
    const { entries, isBatch } = request;
    const fault = this.#again(
      request.body,
      this.#fault(this.#nature.share, (one) => suits(one, isBatch)),
    );
    const { log, random } = this.#parts;
    log(() => `  way: ${request.path} with ${entries.length} orders${fault === undefined ? '' : ` meets ${fault}`}`);
    const arrive = (isCounted: boolean): Answered => {
      if (isCounted && this.#overflows(CALL_COSTS[request.path])) return said(replyBefore('rate-limited', random));
      if (fault !== undefined && strikesBefore(fault))
        return { ...said(replyBefore(fault, random)), proof: provesNotTaken(fault) };
      if (this.#nature.checksTime && Math.abs(stampMs - this.wallMs()) > TOLERANCE_MS)
        return said(replyBefore('clock-refused', random));
      const handled = entries.map((entry) => this.#take(entry, request));
      const told = fault === 'id-again' ? this.#underAnothersId(handled) : handled;
      return {
        ...said(replyAfter(fault, { handled: told, isBatch }, this.#nature.manner, random)),
        proof: handled.every(isRefused),
        isPlainRefusal: fault === undefined && handled.some(isRefused),
        givesIdAgain: told[0]?.orderId !== handled[0]?.orderId,
      };
    };
    return this.#carry(fault, arrive);
  }

  list(query: ListQuery, stampMs: number): Promise<Answered> {
    const fault = this.#fault(
      this.#nature.listShare,
      (one) => strikesBefore(one) || ['lost-after', 'truncated', 'empty'].includes(one),
    );
    const arrive = (isCounted: boolean): Answered => {
      const { random, clock } = this.#parts;
      if (isCounted && this.#overflows(LIST_COSTS[query.list])) return said(replyBefore('rate-limited', random));
      if (fault !== undefined && strikesBefore(fault)) return said(replyBefore(fault, random));
      if (this.#nature.checksTime && Math.abs(stampMs - this.wallMs()) > TOLERANCE_MS)
        return said(replyBefore('clock-refused', random));
      const { text, told } = this.listed.page(query, clock.monotonicMs());
      if (fault === undefined) return { ...said({ status: 200, body: text }), told };
      return said({ status: 200, body: text.slice(0, random.int(0, text.length - 1)) });
    };
    return this.#carry(fault, arrive);
  }

  time(): Promise<Answered> {
    const arrive = (): Answered => {
      this.#overflows(TIME_COST);
      const body = JSON.stringify({ timestamp: this.wallMs() });
      return said(this.#nature.tellsTime ? { status: 200, body } : { status: 500, body: '' });
    };
    return this.#carry(undefined, arrive);
  }

  /** A second refusal of the same call's timestamp, where that is due, in place of what was drawn. */
  #again(body: string, drawn: Fault | undefined): Fault | undefined {
    if (this.isKind || !this.#nature.refusesTwice) return drawn;
    if (this.#refused.delete(body)) return 'clock-refused';
    if (drawn === 'clock-refused') this.#refused.add(body);
    return drawn;
  }

  #fault(share: number, fits: (fault: Fault) => boolean): Fault | undefined {
    const { random } = this.#parts;
    if (this.isKind || !random.chance(share)) return undefined;
    const fitting = this.#nature.faults.filter(fits);
    if (fitting.length === 0) return undefined;
    // Of the many ways to answer a batch wrongly each strikes one order of it only: they come up more often for that.
    const shapes = fitting.filter(isBatchShape);
    return random.pick(shapes.length > 0 && random.chance(0.5) ? shapes : fitting);
  }

  /** There and back. What comes later than the timeout comes to nobody. */
  #carry(fault: Fault | undefined, arrive: (isCounted: boolean) => Answered): Promise<Answered> {
    const { clock, random } = this.#parts;
    const upMs = random.int(1, this.#nature.mostLatencyMs);
    const downMs = fault === 'slow' ? this.#timeoutMs : random.int(1, this.#nature.mostLatencyMs);
    return new Promise((resolve) => {
      const answerAfter = (ms: number, answered: Answered): void => clock.after(ms, () => resolve(answered));
      if (fault === 'not-sent') return answerAfter(upMs, none('connection', false));
      if (fault === 'tls-failed') return answerAfter(upMs, none('tls', false));
      if (fault === 'lost-before') return answerAfter(this.#timeoutMs, none('timeout', true));
      if (fault === 'cut-before') return answerAfter(upMs, none('connection', true));
      const isLost = fault === 'lost-after' || fault === 'late' || upMs + downMs >= this.#timeoutMs;
      if (isLost) answerAfter(this.#timeoutMs, none('timeout', true));
      this.onTheWay += 1;
      const arrivesMs = fault === 'late' ? this.#lateMs() : upMs;
      clock.after(arrivesMs, () => {
        this.onTheWay -= 1;
        // What comes with an expired timestamp is turned away at the door.
        const answered = arrive(arrivesMs <= TOLERANCE_MS);
        if (!isLost) answerAfter(downMs, fault === 'cut-after' ? none('connection', true) : answered);
      });
    });
  }

  /** After its sender gave it up; where timestamps are not looked at, as long as they would be good. */
  #lateMs(): number {
    const { random } = this.#parts;
    const lateMs = this.#timeoutMs + random.int(0, random.pick([3000, MOST_LATE_MS]));
    return this.#nature.checksTime ? lateMs : Math.min(lateMs, TOLERANCE_MS);
  }

  /** A path without a price is one that the judge has noticed already. */
  #overflows(cost: Cost = TIME_COST): boolean {
    const { clock, accuse } = this.#parts;
    const over = this.#counters.count(clock.monotonicMs(), cost);
    if (over !== undefined)
      accuse('window', `more ${over} than ${this.#nature.counting} counting allows, at ${clock.monotonicMs()} ms`);
    return over !== undefined;
  }

  /** The first of them under an order id that the other side has of another order. */
  #underAnothersId(handled: readonly Handled[]): Handled[] {
    const [first, ...rest] = handled as [Handled, ...Handled[]];
    const another = this.acceptedIds()[0];
    return [first.orderId === undefined || another === undefined ? first : { ...first, orderId: another }, ...rest];
  }

  #take(entry: Entry, { shared: { symbol }, isTrigger }: PlacedRequest): Handled {
    const { client_oid: clientOid } = entry;
    const { clock, random, accuse, log } = this.#parts;
    if (!this.isKind && random.chance(this.#nature.rejects)) return { clientOid };
    const nowMs = clock.monotonicMs();
    const orderId = this.#newOrderId();
    const visibleMs = random.chance(this.#nature.hidden)
      ? Number.POSITIVE_INFINITY
      : random.chance(this.#nature.late)
        ? nowMs + random.int(1000, 300_000)
        : nowMs;
    const taken: Taken = {
      clientOid,
      orderId,
      symbol,
      isTrigger,
      atMs: this.wallMs(),
      visibleMs,
      pastMs: nowMs + random.int(0, 60_000),
    };
    if (this.byClientOid.has(clientOid)) accuse('twice', `client order id ${clientOid} was taken twice`);
    this.ledger.push(taken);
    this.byClientOid.set(clientOid, taken);
    this.listed.take(taken, entry, nowMs, () => this.#newOrderId());
    log(() => `  book: ${clientOid} taken as ${orderId}`);
    return taken;
  }

  /** Eighteen digits, as the exchange's are: more than a float holds. */
  #newOrderId(): string {
    this.#orders += 1;
    const drawn = String(this.#parts.random.int(0, 9999)).padStart(4, '0');
    return `59647106${drawn}${String(this.#orders * 7 + 1).padStart(6, '0')}`;
  }
}

const isRefused = ({ orderId }: Handled): boolean => orderId === undefined;

const said = (reply: Reply): Answered => ({ evidence: answer(reply), reply, proof: true });

const none = (failure: 'timeout' | 'tls' | 'connection', mayHaveLeft: boolean): Answered => ({
  evidence: { kind: 'no-answer', mayHaveLeft, failure, message: failure },
  proof: !mayHaveLeft,
});

const answer = ({ status, body, retryAfterMs }: Reply): Evidence => ({
  kind: 'answer',
  status,
  body: readBody(body),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
