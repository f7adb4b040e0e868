import type { Limits, Weight } from './call.ts';
import type { Ladder, OrderNumber } from './order.ts';
import type { OrderContent } from './order-changes.ts';
import type { PublicEvent } from '../generated/event.ts';

export type { PublicEvent };

/** Before the first outcome: what the run is, for the screen's head. */
export type RunStarted = {
  readonly event: 'run-started';
  readonly planFile: string;
  readonly description?: string;
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  readonly exchange: string;
  /** Of a live run or its dry run. */
  readonly live?: LiveFacts;
  readonly limits: Limits;
  /** Every order of the plan, in its order: what a line needs to name it. */
  readonly orders: readonly OrderHeadline[];
  readonly ladders: readonly Ladder[];
  /** What a command that goes on from here must say as well, such as `--var entry=64500`. */
  readonly options?: readonly GivenOption[];
};

/** For whom a live run sends, by which config, and from which journal: each in words. */
export type LiveFacts = { readonly account: string; readonly config: string; readonly journal: string };

/** An option of the run with its value, as it was given. */
export type GivenOption = { readonly name: 'config' | 'journal' | 'var' | 'only' | 'again'; readonly value: string };

export type OrderHeadline = {
  readonly id: string;
  readonly symbol: string;
  readonly side: string;
  readonly size: string;
  /** As written; `market` for a market order. */
  readonly price: string;
  readonly trigger?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly marginMode: string;
  readonly timeInForce: string;
  /** Ids of the orders that it waits for. */
  readonly after?: readonly string[];
  readonly ladder?: string;
  /** How its computed numbers came about. */
  readonly formulas?: Readonly<Partial<Record<OrderNumber, string>>>;
  readonly line: number;
};

/** Named assumptions with their value and where to change it (docs/contract.md#assumptions). */
export type Assumption = { readonly name: string; readonly value: string; readonly change: string };
export type AssumptionsStated = { readonly event: 'assumptions-stated'; readonly assumptions: readonly Assumption[] };

/** What a budget holds now, and when its oldest part comes back (undefined: when an answer arrives, or nothing is held). */
export type Gauge = { readonly used: number; readonly limit: number; readonly freesInMs?: number };
export type BudgetChanged = {
  readonly event: 'budget-changed';
  readonly ip: Gauge;
  readonly uid: Gauge;
  readonly inFlight: number;
};

/** An order of the account that may stand on the exchange, whatever plan and generation placed it. */
export type StandingOrder = {
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly state: 'accepted' | 'unknown' | 'in-flight';
  readonly orderId?: string;
  /** What was sent of it. */
  readonly content: OrderContent;
};
/** Before the first call: all that may stand of the account, of this plan and of others. */
export type StandingStated = { readonly event: 'standing-stated'; readonly orders: readonly StandingOrder[] };

/** Nothing new starts any more; `inFlight` calls are awaited. */
export type RunStopping = { readonly event: 'run-stopping'; readonly why: string; readonly inFlight: number };

/** Something to say that is no outcome and no diagnostic. */
export type NoteMade = { readonly event: 'note'; readonly message: string };

/** Part of the stream for the screen and the lines only; the public stream is exactly the schema's. */
export type ScreenEvent = RunStarted | AssumptionsStated | StandingStated | BudgetChanged | RunStopping | NoteMade;

/** All that can happen in a run, in one union. What is shown is a fold over these; no reader decides anything. */
export type RunEvent = PublicEvent | ScreenEvent;
export type { Weight };
