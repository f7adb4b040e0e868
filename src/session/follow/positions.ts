/**
 * Asks for what is held beside all else: what the lists of a look show to be due waits for no position. It is asked at each look, and a
 * question that has no answer yet is not asked a second time.
 */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Decimal } from '../../model/decimal.ts';
import { emptyOf, type FollowKnown } from '../../model/followed.ts';
import { secondsOf, timeOfDay } from '../../model/time-words.ts';
import type { ListReader } from '../lists/list-reader.ts';
import { isSettled } from '../lists/followed-parts.ts';
import type { Sizes } from '../lists/held-by-plan.ts';
import { readPositions, withoutOthers } from '../lists/short-positions.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { LooksTask } from './follow-task.ts';

/** The look that a position belongs to, and what was known once its lists were read. */
export interface LookedBefore {
  readonly beganMs: number;
  readonly known: FollowKnown;
  /** Its lists were read to their end. */
  readonly isWhole: boolean;
}

/** `unread`: what was not told, in words. */
export interface PositionsRead extends LookedBefore {
  readonly unread: readonly string[];
}

type Answer = { readonly read: PositionsRead } | { readonly error: unknown };

const SILENT_AFTER_MS = 10_000;

interface PositionsOptions {
  readonly task: Pick<LooksTask, 'signal'>;
  readonly time: Pick<ExchangeTime, 'clock'>;
  readonly note: (message: string) => void;
}

/** Every symbol with something that is not settled, or that may be held. */
export function symbolsOf(orders: readonly KnownOrder[], { groups }: FollowPlan): ReadonlySet<string> {
  const open = new Set(orders.flatMap((order) => (isSettled(order) ? [] : [order.content['symbol'] ?? ''])));
  const placed = new Set(orders.map(({ content }) => content['symbol'] ?? ''));
  return new Set([...open, ...groups.flatMap(({ symbol }) => (placed.has(symbol) ? [symbol] : []))]);
}

export class PositionLooks {
  /** As they were told last, by `positionName`. */
  readonly sizes = new Map<string, Decimal>();
  readonly #options: PositionsOptions;
  #asking: Promise<void> | undefined;
  #reader: ListReader | undefined;
  #answer: Answer | undefined;
  /** Since when none was told. */
  #silentSinceMs: number | undefined;
  #isSaid = false;

  constructor(options: PositionsOptions) {
    this.#options = options;
  }

  known(others: Sizes): Pick<FollowKnown, 'positions' | 'emptyPositions'> {
    return { positions: withoutOthers(this.sizes, others), emptyPositions: emptyOf(this.sizes) };
  }

  /** And not taken in. */
  get isAnswered(): boolean {
    return this.#answer !== undefined;
  }

  /** Asked, and not taken in: what rests on a position waits. */
  get areAsked(): boolean {
    return this.#asking !== undefined || this.#answer !== undefined;
  }

  ask(looked: LookedBefore, symbols: Iterable<string>, reader: ListReader): void {
    if (this.areAsked) return this.#waits(looked.beganMs, ['no answer']);
    this.#reader = reader;
    this.#asking = readPositions(reader, symbols, this.sizes)
      .then(
        (unread) => void (this.#answer = { read: { ...looked, unread } }),
        (error: unknown) => void (this.#answer = { error }),
      )
      .finally(() => (this.#asking = undefined));
  }

  /** What was answered since it was asked; undefined where nothing was. Rejects with what the question failed by. */
  take(): PositionsRead | undefined {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined) return undefined;
    if ('error' in answer) throw answer.error;
    const { read } = answer;
    this.#waits(read.beganMs, read.unread);
    return read;
  }

  /** Whether an answer comes by then. */
  async come(withinMs: number): Promise<boolean> {
    const { task, time } = this.#options;
    const over = new AbortController();
    const waited = time.clock.sleep(Math.max(1, withinMs), AbortSignal.any([over.signal, task.signal]));
    await Promise.race([this.#asking, waited]);
    over.abort();
    await waited;
    return this.isAnswered;
  }

  /** Nothing more is asked, and what is out has ended. */
  async end(why: string): Promise<void> {
    this.#reader?.stop(why);
    await this.#asking;
  }

  /** A position that is not told for long: stops and exits go on by lists and trades, so the follower is not blind. */
  #waits(ms: number, unread: readonly string[]): void {
    const since = this.#silentSinceMs;
    if (unread.length > 0) {
      this.#silentSinceMs ??= ms;
      if (this.#isSaid || ms - this.#silentSinceMs < SILENT_AFTER_MS) return;
      this.#isSaid = true;
      this.#options.note(
        `no position was told since ${timeOfDay(this.#silentSinceMs)} (${unread.join('; ')}): what others close is not seen, and exits go on by the lists`,
      );
      return;
    }
    if (this.#isSaid && since !== undefined)
      this.#options.note(`positions are told again, after ${secondsOf(ms - since)}`);
    this.#silentSinceMs = undefined;
    this.#isSaid = false;
  }
}
