/** The moving market as the paper exchange runs it: its book, its steps and its news. */
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Result } from '../../model/result.ts';
import type { BookOptions, PaperOrder } from '../book.ts';
import type { Refusal } from '../v2/order/refusals.ts';
import type { OrderRequest } from '../v2/order/rules.ts';
import { PaperBook } from './paper-book.ts';
import type { MarketNews } from './news.ts';
import { Rational } from '../../model/rational.ts';
import type { Contract } from '../v2/order/instruments.ts';
import { randomFrom } from '../random.ts';

// The path of one contract's price: a random walk on its ticks, the same for a seed on every machine. It knows no order and no
// clock. It imitates no real market, and says nothing about one.

/** The longest step, as a part of the first price: a quarter of a per cent, up or down, all lengths equally likely. */
const LONGEST_STEP = 400;
/** What part of the way back to its first price a step adds, on average: so it strays by some per cent, seldom by ten. */
const WAY_BACK = 1000;

export class Walk {
  readonly #tick: Decimal;
  readonly #first: number;
  readonly #random: () => number;
  #ticks: number;

  /** Each symbol has a path of its own, whichever others there are. */
  constructor({ record, last, tick }: Contract, seed: number) {
    this.#tick = tick;
    this.#first = Number(Rational.of(last).wholeUnits(tick));
    this.#ticks = this.#first;
    this.#random = randomFrom(mixed(`${seed} ${record.symbol}`));
  }

  /** The last price after one more step: a multiple of the tick, never below half of the first price nor above twice it. */
  next(): Decimal {
    const longest = Math.max(1, Math.floor(this.#first / LONGEST_STEP));
    const stride = Math.floor(this.#random() * (2 * longest + 1)) - longest;
    const back = Math.floor((this.#first - this.#ticks) / WAY_BACK + this.#random());
    const lowest = Math.ceil(this.#first / 2);
    this.#ticks = Math.min(Math.max(this.#ticks + stride + back, lowest), this.#first * 2);
    return this.#tick.multiplied(BigInt(this.#ticks));
  }
}

/** FNV-1a, in 32 bits. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  return hash;
}

export interface MarketOptions {
  /** The same seed and the same orders at the same steps: the same story. */
  readonly seed: number;
  /** How long a step takes; 0: steps are made by hand. Default 500. */
  readonly stepMs?: number;
  /** The most that an order fills from one step to the next, in base coin; default: all of it. */
  readonly depth?: Decimal;
  /** Told after each step, and when the exchange closes: fills in their order, then where the market is. */
  readonly onNews?: (news: MarketNews) => void;
}

const STEP_MS = 500;

export class Market extends PaperBook {
  readonly #options: MarketOptions;
  readonly #clock: BookOptions['clock'];
  readonly #onStep: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MarketOptions, bookOptions: BookOptions, onStep: () => void = () => undefined) {
    super({ ...bookOptions, ...defined({ depth: options.depth }) }, (contract) => new Walk(contract, options.seed));
    this.#options = options;
    this.#clock = bookOptions.clock;
    this.#onStep = onStep;
  }

  /** The first order starts the steps: so it does not matter to the story when that was. */
  override accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    const accepted = super.accept(request, wallMs);
    const stepMs = this.#options.stepMs ?? STEP_MS;
    if (accepted.ok && stepMs > 0) this.#timer ??= setInterval(() => this.advance(1), stepMs).unref();
    return accepted;
  }

  advance(steps: number): void {
    for (let step = 0; step < steps; step++) {
      this.step(this.#clock.wallMs());
      this.#onStep();
      this.#tell();
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#tell();
  }

  #tell(): void {
    for (const news of this.takeNews()) this.#options.onNews?.(news);
  }
}
