/**
 * The truth about one order: how it stands at each moment, its trades, and what the lists show of it some time later.
 * Sizes are whole numbers of millionths, so that nothing is ever rounded.
 */

export type TrueState = 'open' | 'cancelling' | 'cancelled' | 'filled' | 'triggered';

/** Whose it is: placed for the plan under test, or not to be touched by it. */
type Owner = 'plan' | 'stranger' | 'fired';

/** How late the lists tell of a change, and what they say of the filled size. */
export interface Showing {
  readonly listLagMs: number;
  /** How much later than it left the list of what rests an order stands in the history. */
  readonly historyLagMs: number;
  /** Of the two tellers of what was filled at most one is behind: otherwise nobody could know. */
  readonly filled: 'exact' | 'trades-late' | 'record-late' | 'record-silent';
  readonly filledLagMs: number;
}

export interface Trade {
  readonly id: string;
  readonly units: number;
  /** In tenths. */
  readonly price: number;
  readonly atMs: number;
  readonly wallMs: number;
}

interface Moment {
  readonly atMs: number;
  readonly state: TrueState;
  readonly filled: number;
}

/** What a list shows: the filled size is undefined where the record does not say it. */
export interface Shown {
  readonly state: TrueState;
  readonly filled: number | undefined;
}

export interface OrderFacts {
  readonly clientOid: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly isTrigger: boolean;
  readonly owner: Owner;
  readonly size: string;
  /** Of a limit order, in tenths: it is filled at exactly that. */
  readonly price?: number;
  /** Its side, as the body that placed it says it. */
  readonly type?: string;
  /** Of a trigger: what it becomes is filled at once. */
  readonly isAtMarket?: boolean;
}

const MILLION = 1e6;
/** Prices are whole numbers of tenths. */
export const tenthsOf = (price: string): number => Math.round(Number(price) * 10);
export const unitsOf = (size: string): number => Math.round(Number(size) * MILLION);
export const sizeText = (units: number): string => (units / MILLION).toFixed(6);
/** So many millionths at so many tenths. */
export const valueText = (units: number, tenths: number): string => ((units * tenths) / (MILLION * 10)).toFixed(7);

const RESTS: ReadonlySet<TrueState> = new Set(['open', 'cancelling']);

export class AliveOrder {
  readonly facts: OrderFacts;
  readonly units: number;
  readonly trades: Trade[] = [];
  /** The ordinary order that a trigger became. */
  became: AliveOrder | undefined;
  readonly #showing: Showing;
  readonly #log: Moment[];

  constructor(facts: OrderFacts, showing: Showing, atMs: number) {
    this.facts = facts;
    this.units = unitsOf(facts.size);
    this.#showing = showing;
    this.#log = [{ atMs, state: 'open', filled: 0 }];
  }

  get now(): Moment {
    return this.#log.at(-1) as Moment;
  }

  get rests(): boolean {
    return RESTS.has(this.now.state);
  }

  /** What there is of it in the end: of a trigger that fired, what it became. */
  get last(): AliveOrder {
    return this.became ?? this;
  }

  /** The most that can come of it. */
  get mostFilled(): number {
    const { last } = this;
    return last.rests ? this.units : last.now.filled;
  }

  /** Whether it rested at some moment from then on. */
  restedSince(ms: number): boolean {
    return this.rests || this.now.atMs > ms;
  }

  move(state: TrueState, atMs: number): void {
    this.#log.push({ atMs, state, filled: this.now.filled });
  }

  /** So much of it is filled; all of it ends it. */
  trade(trade: Trade): void {
    const filled = this.now.filled + trade.units;
    this.trades.push(trade);
    this.#log.push({ atMs: trade.atMs, state: filled === this.units ? 'filled' : this.now.state, filled });
  }

  /** What the list of what rests shows of it, or that of what is over; undefined: nothing. */
  shownIn(isOpen: boolean, nowMs: number): Shown | undefined {
    const { listLagMs, historyLagMs, filled, filledLagMs } = this.#showing;
    const lagMs = isOpen ? listLagMs : listLagMs + historyLagMs;
    const moment = this.#at(nowMs - lagMs);
    if (moment === undefined || RESTS.has(moment.state) !== isOpen) return undefined;
    if (filled === 'record-silent') return { state: moment.state, filled: undefined };
    const told = filled === 'record-late' ? (this.#at(nowMs - lagMs - filledLagMs)?.filled ?? 0) : moment.filled;
    return { state: moment.state, filled: moment.state === 'filled' ? this.units : told };
  }

  /** The trades that are told by now. */
  tradesTold(nowMs: number): readonly Trade[] {
    const { filled, filledLagMs } = this.#showing;
    const untilMs = filled === 'trades-late' ? nowMs - filledLagMs : nowMs;
    return this.trades.filter(({ atMs }) => atMs <= untilMs);
  }

  #at(ms: number): Moment | undefined {
    return this.#log.findLast(({ atMs }) => atMs <= ms);
  }
}
