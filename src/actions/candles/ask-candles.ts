/**
 * Asks the exchange for candles: its time, the newest ones, then older ones page by page. Both ends of a page are said, as with one
 * of them the newest would come; and only what lies between them counts (docs/exchange.md#candles).
 */
import { CANDLE_LENGTHS, type CandlesQuery, type ToldCandle } from '../../model/candle-question.ts';
import type { WhyFailed } from '../../model/listing.ts';
import { safeText } from '../../model/safe-text.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { AllOperations, CandlesOperation, Operation } from '../../exchange/dialect.ts';
import { operationsOf } from '../../exchange/operations-of.ts';
import type { Pause } from '../../session/send/sending.ts';
import { refuse } from '../../refusal.ts';
import { judgedPublicly } from '../public/judged-publicly.ts';
import { openPublicLine, type Asking, type PublicLine } from '../public/public-line.ts';
import { refuseFailed } from '../public/failed-question.ts';
import {
  countOf,
  forecastOf,
  MOST_WANTED,
  reachOf,
  type Forecast,
  type Reach,
  type WantedCandles,
} from './candle-plan.ts';
import { HalfWindow } from './half-window.ts';

interface CandleAsking extends Asking {
  /** Told before the first question. */
  readonly onForecast: (forecast: Forecast) => void;
  /** Told of each pause that the exchange asks for. */
  readonly onPause: (pause: Pause) => void;
}

export interface FoundCandles {
  /** The oldest first, none of them open. */
  readonly candles: readonly ToldCandle[];
  /** How many were wanted. */
  readonly wanted: number;
}

const UNTOUCHED = 'nothing was written';

/** Refuses where nothing came (exit 2), or the rate limit has no room (exit 8). */
export async function askForCandles(
  account: AccountName,
  wanted: WantedCandles,
  asking: CandleAsking,
): Promise<FoundCandles> {
  const { exchange, execution } = asking.config;
  const operations = operationsOf({ interface: exchange.interface });
  const half = new HalfWindow(exchange.limits.ip, asking.clock);
  const { newest, history } = operations.candles;
  const limits = { newest, history, half: half.amount, window: exchange.limits.ip };
  const forecast = forecastOf(wanted, asking.clock.wallMs(), limits);
  refuseTooMany(forecast.candles);
  asking.onForecast(forecast);
  const opened = await openPublicLine(account, asking, {
    exchange: judgedPublicly(account.origin, asking),
    heaviest: history.weight.ip,
    rateRefusals: execution.rateRefusals,
  });
  try {
    return await new CandleSearch(account.origin, asking, { opened, operations, half }).run(wanted);
  } finally {
    await opened.release();
  }
}

function refuseTooMany(count: number): void {
  if (count > MOST_WANTED) refuse('option/value', `${count} candles were asked for, and at most ${MOST_WANTED} can be`);
}

interface Means {
  readonly opened: PublicLine;
  readonly operations: Pick<AllOperations, 'candles' | 'time'>;
  readonly half: HalfWindow;
}

class CandleSearch {
  readonly #origin: string;
  readonly #asking: CandleAsking;
  readonly #means: Means;
  readonly #found = new Map<number, ToldCandle>();
  #number = 0;

  constructor(origin: string, asking: CandleAsking, means: Means) {
    this.#origin = origin;
    this.#asking = asking;
    this.#means = means;
  }

  async run(wanted: WantedCandles): Promise<FoundCandles> {
    const { newest, history } = this.#means.operations.candles;
    const { symbol, length } = wanted;
    const lengthMs = CANDLE_LENGTHS[length];
    const query = { symbol, length, limit: newest.mostOfPage };
    const nowMs = await this.#time(query);
    const page = await this.#page(newest, query);
    const [any] = page;
    if (any === undefined) return this.#nothing(symbol);
    const reach = reachOf(wanted, nowMs, any.openMs);
    const count = countOf(reach, length);
    refuseTooMany(count);
    const oldestMs = page.reduce((least, { openMs }) => Math.min(least, openMs), any.openMs);
    this.#take(page, reach, lengthMs);
    for (let lastMs = Math.min(reach.lastMs, oldestMs - lengthMs); lastMs >= reach.firstMs;) {
      const span = { fromMs: lastMs - (history.mostOfPage - 1) * lengthMs, toMs: lastMs };
      const older = await this.#page(history, { symbol, length, limit: history.mostOfPage, span });
      const inside = { firstMs: Math.max(span.fromMs, reach.firstMs), lastMs };
      if (this.#take(older, inside, lengthMs) === 0) break;
      lastMs = span.fromMs - lengthMs;
    }
    if (this.#found.size === 0) return this.#nothing(symbol);
    return { candles: [...this.#found.values()].toSorted((a, b) => a.openMs - b.openMs), wanted: count };
  }

  /** How many of them are new. */
  #take(page: readonly ToldCandle[], { firstMs, lastMs }: Reach, lengthMs: number): number {
    const before = this.#found.size;
    for (const candle of page) {
      const { openMs } = candle;
      if (openMs < firstMs || openMs > lastMs) continue;
      if ((openMs - firstMs) % lengthMs !== 0) this.#bad(`a candle opens at ${timeOf(openMs)}, between two others`);
      const known = this.#found.get(openMs);
      if (known !== undefined && !isSame(known, candle))
        this.#bad(`${timeOf(openMs)} has two candles with different prices`);
      this.#found.set(openMs, candle);
    }
    return this.#found.size - before;
  }

  /**
   * The exchange's time. It comes before the candles: one that is closed by then does not change any more. Why it is not told, the
   * answer to another question says.
   */
  async #time(other: CandlesQuery): Promise<number> {
    const { time, candles } = this.#means.operations;
    const told = await this.#ask(time, undefined);
    if (told !== undefined) return told;
    await this.#page(candles.newest, other);
    return (await this.#ask(time, undefined)) ?? this.#bad('it does not give its time');
  }

  async #page(operation: CandlesOperation, query: CandlesQuery): Promise<readonly ToldCandle[]> {
    const told = await this.#ask(operation, query);
    return told.kind === 'told' ? told.value : this.#failed(told);
  }

  async #ask<Asked, Value>(operation: Operation<Asked, Value>, asked: Asked): Promise<Value> {
    const { opened, half } = this.#means;
    await half.room(operation.weight.ip);
    this.#number += 1;
    const paused = this.#asking.onPause;
    const sent = await opened.line.send({ operation, asked, number: this.#number, paused });
    half.spend(operation.weight.ip);
    if (sent.kind === 'answered') {
      if (!sent.recorded.ok) throw sent.recorded.error;
      return sent.value;
    }
    const why =
      sent.kind === 'given-up'
        ? `${this.#origin}: ${safeText(sent.refusal.message)}`
        : 'the weight that this machine has spent leaves no room within execution.maxPause';
    return refuse('exchange/rate-limited', why, `${UNTOUCHED}; try again later`);
  }

  #failed(why: WhyFailed): never {
    const isUnreachable = why.cause?.kind === 'unreachable';
    const code = isUnreachable ? 'exchange/no-answer' : 'exchange/bad-answer';
    return refuseFailed(code, why, { source: this.#origin, origin: this.#origin, untouched: UNTOUCHED });
  }

  #bad(message: string): never {
    return this.#failed({ message });
  }

  #nothing(symbol: string): never {
    return this.#bad(`it has no closed candle of ${symbol} there`);
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

const isSame = (a: ToldCandle, b: ToldCandle): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close;
