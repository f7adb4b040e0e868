/**
 * The exchange of a simulation and the way to it. It keeps the truth: every order it took, under which id, and when; and it
 * answers in text that the program's own reader and classification judge.
 */
import type { Cost, Limits } from '../../src/model/call.ts';
import type { ListQuery } from '../../src/model/listing.ts';
import type { SimClock } from '../support/sim-clock.ts';
import { WALL_START_MS } from '../support/sim-clock.ts';
import { AccountTold } from './account-told.ts';
import type { CancelDesk } from './cancels/cancel-desk.ts';
import { CANCEL_LIES, drawCancelFault } from './cancels/cancel-nature.ts';
import { cancelReply } from './cancels/cancel-reply.ts';
import type { CancelRequest } from './cancels/cancel-request.ts';
import { openDesk, type DeskParts } from './cancels/open-desk.ts';
import { RateCounters } from './counters.ts';
import { ListedBook, type Taken } from './listed-book.ts';
import type { Random } from '../random.ts';
import { replyAfter, replyBefore, type Handled, type Reply } from './reply.ts';
import { limitOf, textOf, type Entry, type PlacedRequest } from './request.ts';
import type { Floor } from './halts/floor.ts';
import type { Nature } from './nature.ts';
import { isBatchShape, provesNotTaken, strikesBefore, suits, type Fault } from './venue-faults.ts';
import type { Accuse, Log } from './violation.ts';
import { plainly, said, type Answered } from './answered.ts';
import { arrives, TOLERANCE_MS, Way } from './way.ts';
import { pathOf, type Wire } from './wires/wire.ts';

interface VenueParts {
  readonly wire: Wire;
  readonly clock: SimClock;
  readonly random: Random;
  readonly listRandom: Random;
  /** What befalls orders has a stream of its own. */
  readonly lifeRandom: Random;
  readonly accuse: Accuse;
  readonly log: Log;
}

export class Venue {
  readonly ledger: Taken[] = [];
  readonly wire: Wire;
  readonly byClientOid = new Map<string, Taken>();
  isKind = false;
  /** Order ids that the other side has on record. */
  acceptedIds: () => readonly string[] = () => [];
  readonly listed: ListedBook;
  /** Where orders are taken off; undefined where none is. */
  readonly desk: CancelDesk | undefined;
  /** What is taken meanwhile is not of the plan. */
  isOfOtherPlan = false;
  /** Where orders at market are filled as they come; else time and chance fill them. */
  floor: Floor | undefined;
  /** What it tells of the account and its symbols. */
  readonly tells: AccountTold;
  readonly #counters: RateCounters;
  readonly #parts: VenueParts;
  readonly #nature: Nature;
  readonly #way: Way;
  #orders = 0;
  /** Bodies of calls whose timestamp is refused the next time, too. */
  readonly #refused = new Set<string>();

  constructor(nature: Nature, limits: Limits, timeoutMs: number, parts: VenueParts) {
    this.#nature = nature;
    this.#parts = parts;
    this.wire = parts.wire;
    this.#way = new Way({ ...nature, timeoutMs }, parts.clock, parts.random);
    this.listed = new ListedBook(nature.lists, parts.wire, parts.listRandom);
    this.#counters = new RateCounters(limits, nature.counting, nature.phaseMs);
    this.tells = new AccountTold(this, parts.clock, (cost, stampMs, body) => this.#told(cost, stampMs, body));
    const { cancels } = nature;
    this.desk = cancels && openDesk(cancels, this.listed, { ...parts, ...this.#bookParts() });
  }

  #bookParts(): Pick<DeskParts, 'wallMs' | 'newOrderId' | 'isOfOtherPlan'> {
    return {
      wallMs: () => this.wallMs(),
      newOrderId: () => this.#newOrderId(),
      isOfOtherPlan: () => this.isOfOtherPlan,
    };
  }

  #wired(reply: Reply): Answered {
    return said(reply, this.wire);
  }

  wallMs(): number {
    return WALL_START_MS + Math.floor(this.#parts.clock.monotonicMs());
  }

  place(request: PlacedRequest, stampMs: number): Promise<Answered> {
    const { entries, isBatch } = request;
    const fault = this.#again(
      textOf(request),
      this.#fault(this.#nature.share, (one) => suits(one, isBatch)),
    );
    const { log, random } = this.#parts;
    log(() => `  way: ${request.path} with ${entries.length} orders${fault === undefined ? '' : ` meets ${fault}`}`);
    const arrived = arrives(fault) ? this.floor?.leaves(request) : undefined;
    const arrive = (isCounted: boolean): Answered => {
      arrived?.();
      const turned = this.#door({ fault, isCounted, stampMs, cost: this.wire.costs.place[request.path] });
      if (turned !== undefined) return turned;
      const handled = entries.map((entry) => this.#take(entry, request));
      const told = fault === 'id-again' ? this.#underAnothersId(handled) : handled;
      return {
        ...this.#wired(replyAfter(fault, { handled: told, isBatch }, this.#nature.manner, random)),
        proof: handled.every(isRefused),
        isPlainRefusal: fault === undefined && handled.some(isRefused),
        givesIdAgain: told[0]?.orderId !== handled[0]?.orderId,
      };
    };
    return this.#way.carry(fault, arrive);
  }

  list(query: ListQuery, stampMs: number): Promise<Answered> {
    const fault = this.#fault(
      this.#nature.listShare,
      (one) => strikesBefore(one) || ['lost-after', 'truncated', 'empty'].includes(one),
    );
    const arrive = (isCounted: boolean): Answered => {
      const { random, clock } = this.#parts;
      const turned = this.#door({ fault, isCounted, stampMs, cost: this.wire.costs.lists[query.list] });
      if (turned !== undefined) return turned;
      const { text, told } = this.listed.page(query, clock.monotonicMs());
      if (fault === undefined) return { ...plainly({ status: 200, body: text }), told };
      return plainly({ status: 200, body: text.slice(0, random.int(0, text.length - 1)) });
    };
    return this.#way.carry(fault, arrive);
  }

  #told(cost: Cost, stampMs: number, body: () => string): Promise<Answered> {
    const fault = this.#fault(
      this.#nature.listShare,
      (one) => strikesBefore(one) || ['lost-after', 'empty'].includes(one),
    );
    const arrive = (isCounted: boolean): Answered => {
      const turned = this.#door({ fault, isCounted, stampMs, cost });
      return turned ?? { ...plainly({ status: 200, body: fault === undefined ? body() : '' }), told: [] };
    };
    return this.#way.carry(fault, arrive);
  }

  /** What the account is set to: all symbols alike, and as a plan without words on it has it. */
  settings(name: string, stampMs: number): Promise<Answered> {
    // Where one of them fails the run goes on, so they may fail often.
    const fault = this.#fault(this.#nature.share / 4, (one) => strikesBefore(one) || one === 'lost-after');
    const arrive = (isCounted: boolean): Answered => {
      const cost = this.wire.costs[name === 'money' ? name : 'settings'];
      const turned = this.#door({ fault, isCounted, stampMs, cost });
      return turned ?? { ...plainly({ status: 200, body: this.wire.settings(name) }), told: [] };
    };
    return this.#way.carry(fault, arrive);
  }

  cancel(request: CancelRequest, stampMs: number): Promise<Answered> {
    const { cancels, manner } = this.#nature;
    const { desk } = this;
    if (cancels === undefined || desk === undefined) throw new Error('no order is taken off in this seed');
    const { random, log } = this.#parts;
    const drawn = this.isKind ? undefined : drawCancelFault(random, cancels, request);
    const fault = this.#again(textOf(request), drawn);
    log(() => `  way: ${request.path} with ${request.names.join(' ')}${fault === undefined ? '' : ` meets ${fault}`}`);
    const arrived = arrives(fault) ? desk.comes(request) : () => {};
    const arrive = (isCounted: boolean): Answered => {
      arrived();
      const turned = this.#door({ fault, isCounted, stampMs, cost: this.wire.costs.cancel[pathOf(request.path)] });
      if (turned !== undefined) return turned;
      const lie = CANCEL_LIES.find((one) => one === fault);
      const handled = desk.process(request, lie);
      log(() => `  desk: ${handled.map(({ name, said: what }) => `${name} ${what}`).join(', ')}`);
      const reply = cancelReply(fault, handled, { request, manner: { ...manner, ...cancels }, random });
      return { ...this.#wired(reply), proof: false };
    };
    return this.#way.carry(fault, arrive);
  }

  /** What is turned away before anything is made of it; undefined: it is let in. */
  #door({ fault, isCounted, stampMs, cost }: Knock): Answered | undefined {
    const { random } = this.#parts;
    if (isCounted && this.#overflows(cost)) return this.#wired(replyBefore('rate-limited', random));
    if (fault !== undefined && strikesBefore(fault as Fault))
      return { ...this.#wired(replyBefore(fault as Fault, random)), proof: provesNotTaken(fault as Fault) };
    if (this.#nature.checksTime && Math.abs(stampMs - this.wallMs()) > TOLERANCE_MS)
      return this.#wired(replyBefore('clock-refused', random));
    return undefined;
  }

  time(): Promise<Answered> {
    const arrive = (): Answered => {
      this.#overflows(this.wire.costs.time);
      const body = JSON.stringify({ timestamp: this.wallMs() });
      return this.#wired(this.#nature.tellsTime ? { status: 200, body } : { status: 500, body: '' });
    };
    return this.#way.carry(undefined, arrive);
  }

  /** A second refusal of the same call's timestamp, where that is due, in place of what was drawn. */
  #again<One extends string>(body: string, drawn: One | undefined): One | 'clock-refused' | undefined {
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

  /** A path without a price is one that the judge has noticed already. */
  #overflows(cost: Cost = this.wire.costs.time): boolean {
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
    if (this.floor?.refuses(entry, symbol, isTrigger) === true) return { clientOid };
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
      ...limitOf(entry),
    };
    if (this.byClientOid.has(clientOid)) accuse('twice', `client order id ${clientOid} was taken twice`);
    if (!this.isOfOtherPlan) this.ledger.push(taken);
    this.byClientOid.set(clientOid, taken);
    this.listed.take(taken, entry, nowMs, () => this.#newOrderId());
    this.floor?.took(orderId);
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

/** A request at the door, and what befell it. */
interface Knock {
  readonly fault: string | undefined;
  readonly isCounted: boolean;
  readonly stampMs: number;
  readonly cost: Cost | undefined;
}

const isRefused = ({ orderId }: Handled): boolean => orderId === undefined;
