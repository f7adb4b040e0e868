/** The looks of a run that follows its plan: what is news goes into the journal, and all that is known after it is what `due` takes. */
import { groupStandings, type GroupStanding } from '../../compile/follow/standing.ts';
import type { ClosedTold } from '../../model/closed-elsewhere.ts';
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { emptyOf, type FollowKnown } from '../../model/followed.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import { saidOfExits, type KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import type { LookPart } from '../../journal/records/request.ts';
import type { FollowLook, FollowLooked } from '../lists/follow-look.ts';
import { partsOf, placedOf, type SeenOfPart } from '../lists/followed-parts.ts';
import { closedElsewhere, closedTold } from '../lists/closed-elsewhere.ts';
import { ListReader } from '../lists/list-reader.ts';
import { heldByOthers, type Sizes } from '../lists/held-by-plan.ts';
import { shortPositions, ShortWatch, type ShortPosition } from '../lists/short-positions.ts';
import type { LookedUp } from '../lists/look-up.ts';
import type { Sought } from '../lists/list-matches.ts';
import { PresetWatch } from '../lists/preset-watch.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { askedOnce } from './asked-once.ts';
import { Elsewhere } from './elsewhere.ts';
import type { InFlight } from './in-flight.ts';
import { InNoList } from './in-no-list.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { LookRead, LooksTask, NeverSent } from './follow-task.ts';
import { LastPrices } from './last-prices.ts';
import { PositionLooks, symbolsOf, type PositionsRead } from './positions.ts';
import { askPrice } from './price-look.ts';
import { Search } from './search.ts';

export interface LooksOptions {
  readonly task: LooksTask;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly inquiry: (part: LookPart) => InquiryOptions;
  readonly note: (message: string) => void;
  /** `execution.cancelWait`: so long after a fill the exchange may need for what the order carried. */
  readonly cancelWaitMs: number;
  /** Finds orders whose placing is unknown. */
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
  /** Calls that have no answer yet. */
  readonly inFlight?: Pick<InFlight, 'late' | 'found' | 'orderIdOf'>;
}

/** In the lists before its answer is there: what it filled counts. */
const withFound = (known: KnownOrder, orderId: string | undefined): KnownOrder =>
  orderId === undefined || known.state !== 'in-flight' ? known : { ...known, orderId };

/** Looks go on meanwhile. */
const LONGEST_PUT_OFF_MS = 30_000;

interface Closed {
  readonly sizes: FollowKnown['closedElsewhere'];
  readonly told: readonly ClosedTold[];
}

export class Looks {
  /** When the last look began whose lists and trades were all read, by the exchange's clock. */
  lookedMs: number | undefined;
  /** What the last look was not told, in words. */
  unread: readonly string[] = [];
  lost: ReadonlyMap<string, string> = new Map();
  readonly positions: PositionLooks;
  readonly presets: PresetWatch;
  readonly withheld = new Map<string, NeverSent>();
  readonly #options: LooksOptions;
  readonly #startedMs: number;
  readonly #search: Search;
  #others: Sizes = new Map();
  readonly #shorts = new ShortWatch();
  readonly #elsewhere: Elsewhere;
  /** What the journal has as closed by other hands: undefined until it is asked. */
  #closed: Closed | undefined;
  readonly #prices: LastPrices;
  #open: ReadonlySet<string> = new Set();
  #said: Pick<FollowKnown, 'again' | 'off' | 'edited'> = {};
  readonly #inNoList: InNoList;
  /** What left the open orders: its history is still to be read. */
  #left: readonly KnownOrder[] = [];
  #read: LookRead | undefined;
  /** Since when, by the clock that only goes forward. */
  #leftSinceMs: number | undefined;

  constructor(options: LooksOptions) {
    this.#options = options;
    this.#inNoList = new InNoList(options.note);
    this.#search = new Search(options);
    this.positions = new PositionLooks(options);
    this.presets = new PresetWatch(options.task.follow, options.cancelWaitMs);
    this.#elsewhere = new Elsewhere(options);
    this.#prices = new LastPrices(options.task.follow);
    this.#startedMs = options.task.goesOn?.known.startedMs ?? options.time.nowMs();
  }

  get #name(): PlanName {
    const { plan, generation } = this.#options.task;
    return { plan, generation };
  }

  /** Positions that are smaller than what the plan counts, as looks in a row have seen. */
  get short(): readonly ShortPosition[] {
    return this.#shorts.told;
  }

  /** The next looks tell whether a position is smaller, and whether trades explain it. */
  get isShortUnsure(): boolean {
    return this.#shorts.isUnsure || this.#elsewhere.isUnsure;
  }

  /** The newest look of which all was read, unless the end of something that left a list is still to be read. */
  get read(): LookRead | undefined {
    return this.#left.length === 0 ? this.#read : undefined;
  }

  /** What other hands have closed of the plan, and trades prove. */
  get elsewhere(): readonly ClosedTold[] {
    return this.#closed?.told ?? [];
  }

  /**
   * One look at all that is not settled; whether it told anything that was not known. The position comes last, and beside what is sent:
   * `takePositions` has its answer.
   */
  async look(): Promise<boolean> {
    const { claim, time } = this.#options;
    const beganMs = time.nowMs();
    const before = this.#ordersIn(await claim.state(this.#name));
    const found = await this.#search.take(before);
    const orders = this.#ordersIn(await claim.state(this.#name));
    const account = await claim.account();
    this.#others = heldByOthers(account, this.#name);
    this.#said = saidOfExits(account, this.#name);
    this.#takeClosed(account);
    const carrying = await this.presets.carriers(await claim.state(this.#name), () => this.#standings(beganMs));
    const looked = await this.#asked(account, (look) => look.look(orders, carrying));
    await claim.see(looked.news);
    this.#left = looked.left;
    if (looked.left.length === 0) this.#leftSinceMs = undefined;
    const wasOpen = this.#open;
    this.#open = looked.open;
    this.unread = looked.unread;
    this.lost = looked.lost;
    if (looked.unread.length === 0) this.lookedMs = beganMs;
    const isOpenNew = [...looked.open].some((clientOid) => !wasOpen.has(clientOid));
    const isMissedNew = this.#miss(
      looked,
      orders.filter((order) => !looked.left.includes(order)),
      beganMs,
    );
    // What was answered meanwhile is of the look before. It counts before it is asked again, however slowly it is told.
    const { isAnswered } = this.positions;
    const isShortNew = await this.takePositions();
    const isPresetNew = this.presets.listed(looked.presets, beganMs, this.#empty);
    if (!isAnswered) await this.#askPositions(orders, beganMs);
    return looked.news.length > 0 || found || isOpenNew || isShortNew || isMissedNew || isPresetNew;
  }

  /** Takes in the positions that were answered; whether they tell anything that was not known. */
  async takePositions(): Promise<boolean> {
    const read = this.positions.take();
    if (read === undefined) return false;
    const isPresetNew = this.presets.judge(this.#empty);
    if (!read.isWhole || read.unread.length > 0) return isPresetNew;
    this.#read = { ms: read.beganMs, sizes: new Map(this.positions.sizes) };
    return (await this.#compare(read)) || isPresetNew;
  }

  get #empty(): ReadonlySet<string> {
    return emptyOf(this.positions.sizes);
  }

  async #standings(ms: number): Promise<readonly GroupStanding[]> {
    return groupStandings(this.#options.task.follow, await this.known(), ms);
  }

  /**
   * Whether what left the open orders is over, once no exit waits: whether it told anything new. It holds no look up: put off for long,
   * it is asked of the room for exits, where one of these fits beside it.
   */
  async ended(): Promise<boolean> {
    const { claim, task } = this.#options;
    const { clock } = this.#options.time;
    if (this.#left.length === 0 || task.signal.aborted) return false;
    this.#leftSinceMs ??= clock.monotonicMs();
    const isLong = clock.monotonicMs() - this.#leftSinceMs > LONGEST_PUT_OFF_MS;
    const beganMs = this.#options.time.nowMs();
    const asked = this.#left;
    this.#left = [];
    const looked = await this.#asked(await claim.account(), (look) => look.ended(asked), isLong ? 'news' : 'ended');
    await claim.see(looked.news);
    if (looked.unread.length === 0) this.#leftSinceMs = undefined;
    return this.#miss(looked, asked, beganMs) || looked.news.length > 0;
  }

  /** Looks for what has no answer, and no further; whether the exchange told it all. */
  async findUnanswered(signal: AbortSignal): Promise<boolean> {
    const { claim } = this.#options;
    await this.#search.take(this.#ordersIn(await claim.state(this.#name)), signal);
    return this.#search.isAnswered;
  }

  /**
   * As the run ends, what left and has no answer is looked for once more, and what no look has seen is looked at: a position that it
   * opened counts once. Whether that told anything.
   */
  async findLast(signal: AbortSignal): Promise<boolean> {
    const { claim } = this.#options;
    await this.findUnanswered(signal);
    const unseen = this.#ordersIn(await claim.state(this.#name)).filter(
      ({ orderId, seen }) => orderId !== undefined && seen === undefined,
    );
    if (unseen.length === 0) return false;
    const asking = { ...this.#options, task: { signal }, account: await claim.account() };
    const looked = await askedOnce(asking, (look) => look.look(unseen));
    await claim.see(looked.news);
    this.#open = this.#open.union(looked.open);
    return true;
  }

  /** Whether an order that is in no list, or in one again, is news. */
  #miss({ missing, unread }: FollowLooked, orders: readonly KnownOrder[], beganMs: number): boolean {
    const asked = new Map(orders.map(({ clientOid, id }) => [clientOid, id]));
    return unread.length === 0 && this.#inNoList.take(asked, missing, beganMs);
  }

  #asked<T>(account: KnownAccount, ask: (look: FollowLook) => Promise<T>, endedAs?: LookPart): Promise<T> {
    return askedOnce({ ...this.#options, account, endedAs }, ask);
  }

  /** What the plan held by its trades as its look ended, against the positions that were read then. */
  async #compare({ beganMs, known: before }: PositionsRead): Promise<boolean> {
    const { claim, task } = this.#options;
    const { sizes } = this.positions;
    const known = { ...before, ...this.positions.known(this.#others) };
    const groups = groupStandings(task.follow, known, beganMs);
    const isNew = this.#shorts.take(shortPositions(groups, sizes, this.#others), beganMs);
    const { agreed } = this.#shorts;
    const account = agreed.length === 0 ? [] : await claim.account();
    if (!(await this.#elsewhere.judge({ beganMs, account, known, groups, agreed, others: this.#others }))) return isNew;
    const { sizes: closed } = this.#takeClosed(await claim.account());
    const now = groupStandings(task.follow, { ...known, closedElsewhere: closed }, beganMs);
    this.#shorts.take(shortPositions(now, sizes, this.#others), beganMs);
    return true;
  }

  #takeClosed(account: KnownAccount): Closed {
    const { follow } = this.#options.task;
    const sizes = closedElsewhere(follow, account, this.#name);
    const closed = { sizes, told: closedTold(account, this.#name) };
    this.#closed = closed;
    return closed;
  }

  /** All that `due` goes by. */
  async known(): Promise<FollowKnown> {
    const { task, claim } = this.#options;
    const journal = await claim.state(this.#name);
    const { follow, approvedMs = this.#startedMs } = task;
    return {
      approvedMs,
      startedMs: this.#startedMs,
      ...defined({ lookedMs: this.lookedMs }),
      ...this.#said,
      placed: placedOf(follow.orders, journal, (clientOid) => this.#seenOf(clientOid)),
      closedElsewhere: (this.#closed ?? this.#takeClosed(await claim.account())).sizes,
      ...this.positions.known(this.#others),
      ...(this.presets.sights.size > 0 && { presets: new Map(this.presets.sights) }),
      prices: new Map(this.#prices.known),
      withheld: new Map(
        [...this.withheld].flatMap(([id, { reason: why, isOver }]) => {
          const reason = isOver === true ? 'missed' : why;
          return reason === 'missed' || reason === 'let-go' || reason === 'not-needed' ? [[id, reason] as const] : [];
        }),
      ),
    };
  }

  /** Asks for the last price of a symbol, and holds what works against it; false where nobody answers. */
  askPrice(symbol: string): Promise<boolean> {
    return askPrice(symbol, this.#prices, { open: this.#open, lookedMs: this.lookedMs }, this.#options);
  }

  priceOf(symbol: string): Decimal | undefined {
    return this.#prices.known.get(symbol)?.price;
  }

  #seenOf(clientOid: string): SeenOfPart {
    return {
      isOpen: this.#open.has(clientOid),
      isMissing: this.#inNoList.has(clientOid),
      ...defined({ lackedBy: this.#search.lackedBy(clientOid), priceLooks: this.#prices.looksAt(clientOid) }),
    };
  }

  #ordersIn(journal: JournalState): readonly KnownOrder[] {
    const { task, inFlight } = this.#options;
    return task.follow.orders.flatMap((order) =>
      partsOf(order, journal).map(({ known }) => withFound(known, inFlight?.orderIdOf(known.clientOid))),
    );
  }

  async #askPositions(orders: readonly KnownOrder[], beganMs: number): Promise<void> {
    const { inquiry, task } = this.#options;
    const looked = { beganMs, known: await this.known(), isWhole: this.unread.length === 0 };
    if (!task.signal.aborted)
      this.positions.ask(looked, symbolsOf(orders, task.follow), new ListReader(inquiry('open')));
  }
}
