/** What the exchange of a simulation tells of the account and of its symbols: trades, positions, prices and contracts. */
import type { Cost } from '../../src/model/call.ts';
import type { FillsQuery } from '../../src/model/standing.ts';
import type { SimClock } from '../support/sim-clock.ts';
import type { Answered } from './answered.ts';
import type { AliveOrder } from './cancels/alive-order.ts';
import type { CancelDesk } from './cancels/cancel-desk.ts';
import { SYMBOLS } from './cancels/strangers.ts';
import { fillsPage, heldRows, type HeldRow } from './cancels/told-state.ts';
import type { Floor } from './halts/floor.ts';
import { pathOf, type Wire } from './wires/wire.ts';

/** Of whom it tells. */
interface Telling {
  readonly wire: Wire;
  readonly desk: CancelDesk | undefined;
  readonly floor: Floor | undefined;
  readonly wallMs: () => number;
}

type Tell = (cost: Cost, stampMs: number, body: () => string) => Promise<Answered>;

export class AccountTold {
  readonly #of: Telling;
  readonly #clock: SimClock;
  readonly #told: Tell;

  constructor(of: Telling, clock: SimClock, told: Tell) {
    this.#of = of;
    this.#clock = clock;
    this.#told = told;
  }

  /** The trades of a symbol. */
  fills(query: FillsQuery, stampMs: number): Promise<Answered> {
    const { wire } = this.#of;
    const text = (): string => fillsPage(this.#lives, query, this.#clock.monotonicMs());
    return this.#told(wire.costs.fills, stampMs, () => wire.fills(text()));
  }

  /** The prices of a symbol, which stand still and are judged by nobody. */
  market(symbol: string, target: string, stampMs: number): Promise<Answered> {
    const { wire } = this.#of;
    return this.#told(wire.costs.market, stampMs, () => wire.market(pathOf(target), symbol, '64000'));
  }

  /** What is held of a symbol. */
  position(symbol: string, stampMs: number): Promise<Answered> {
    const { wire } = this.#of;
    return this.#told(wire.costs.position, stampMs, () => wire.position(symbol, this.#held(symbol)));
  }

  /** What is held of all symbols. */
  async positions(stampMs: number): Promise<Answered> {
    const { wire, floor } = this.#of;
    let toldMs: number | undefined;
    const answered = await this.#told(wire.costs.positions, stampMs, () => {
      toldMs = floor?.toldMs ?? this.#clock.monotonicMs();
      return wire.positions(new Map(SYMBOLS.map((symbol) => [symbol, this.#held(symbol)])));
    });
    const isTold = toldMs !== undefined && answered.evidence.kind === 'answer';
    return isTold ? { ...answered, heldAtMs: toldMs as number } : answered;
  }

  /** The list of contracts, which nobody signs for. */
  contracts(): Promise<Answered> {
    const { wire, floor } = this.#of;
    const maxSize = floor?.maxSize ?? '1000';
    return this.#told(wire.costs.contracts, this.#of.wallMs(), () => wire.contracts(SYMBOLS, maxSize));
  }

  #held(symbol: string): readonly HeldRow[] {
    return heldRows(this.#lives, symbol, this.#of.floor?.toldMs);
  }

  get #lives(): Iterable<AliveOrder> {
    return this.#of.desk?.lives.all ?? [];
  }
}
