/** What may be chosen of a paper exchange: its limits, its market, and what goes wrong. */
import type { Rate } from '../model/call.ts';
import type { Credentials } from './v2/authentication.ts';
import type { BookOptions } from './book.ts';
import type { Counting } from './counting.ts';
import type { CancelSpelling } from './v2/cancel-answers.ts';
import { type CancelFaultSpec } from './cancel-faults.ts';
import { type FaultSpec } from './faults.ts';
import type { AccountFaults } from './account-faults.ts';
import type { ListFault } from './list-faults.ts';
import { type MarketOptions } from './market/market.ts';
import { type PaperAccount } from './v3/query.ts';

export interface PaperOptions {
  /** 0, the default: any free port. Always bound to 127.0.0.1. */
  readonly port?: number;
  /** Default of both: 500 per 10 s. */
  readonly ipWeight?: Rate;
  readonly uidWeight?: Rate;
  /**
   * Version 2: order calls of the account, placing or cancelling; by default they are not counted.
   * Version 3: orders that the account places; default 10 per 10 s.
   */
  readonly orderCalls?: Rate;
  /** On version 3: orders that the account places, in the longer window; default 50 per 60 s. */
  readonly orderCallsPerMinute?: Rate;
  /** For how long version 3 shuts out who goes over a limit; default 10 s. */
  readonly banMs?: number;
  readonly counting?: Counting;
  /** Where fixed windows begin, by the monotonic clock. */
  readonly phaseMs?: number;
  /** Added before each answer, after the request was processed. */
  readonly latencyMs?: number;
  /** For the calls that place. */
  readonly faults?: FaultSpec;
  /** For the calls that cancel; dealt apart, so that they do not shift the others. */
  readonly cancelFaults?: CancelFaultSpec;
  /** For the faults and candles; the market has its own. */
  readonly seed?: number;
  /** Lets prices move; by default they stand still, at what `instruments.ts` lists. */
  readonly market?: MarketOptions;
  /** How the cancel of an order is refused: by status and code, or in a body of success; default by status. */
  readonly cancelRefusals?: CancelSpelling;
  /** The most orders of a batch of cancels (docs/exchange.md#cancel-batch); default 50. */
  readonly cancelBatchLimit?: number;
  /** Whether open triggers are told in the words seen live (docs/exchange.md#record-words); default false. */
  readonly liveWords?: boolean;
  /** Whether fills come in their envelope or as the bare list seen live (docs/exchange.md#fills); default in it. */
  readonly fillsAs?: 'list' | 'array';
  /** How the lists of orders go wrong; by default they do not. */
  readonly lists?: ListFault;
  /** From a cancel that is taken on to the end of its order, by the monotonic clock; default 0: it ends at once. */
  readonly cancelDelayMs?: number;
  /** Whether presets become trigger orders where prices stand still; where they move they always do. Default false. */
  readonly presets?: boolean;
  /** Whether presets outlive each other and the position (docs/exchange.md#presets); default false. */
  readonly orphans?: boolean;
  /** Where the documents leave it open (book.ts): a close of more than is held, what a trigger becomes, one that is passed already. */
  readonly closes?: BookOptions['closes'];
  readonly fired?: BookOptions['fired'];
  readonly passed?: BookOptions['passed'];
  /** How late lists of orders and trades show what changed; positions are told at once. Default 0. */
  readonly listLagMs?: number;
  /** How late the list of trades is, where that is another time; default as late as lists of orders. */
  readonly tradesLagMs?: number;
  /** What is held before the first order; default nothing. */
  readonly held?: BookOptions['held'];
  /** Client order ids that begin so have no trades in the list, as where a list lacks what it should have; default: none. */
  readonly hidesTradesOf?: string;
  readonly credentials?: Credentials;
  /** What the account has before the first order, in USDT; default 100000. */
  readonly balance?: string;
  /** What a fill costs, as a part of its value; default nothing. */
  readonly fees?: BookOptions['fees'];
  /** For what the account tells. */
  readonly accountFaults?: AccountFaults;
  /** What version 3 tells of the account; by default crossed, combined, and every symbol takes orders. */
  readonly account?: PaperAccount;
  /** How version 3 answers a batch of cancels: as a bare list, by default, or in an object. */
  readonly cancelsAs?: 'array' | 'orderList';
  /** Whether contracts are listed that are hard on a program (v3/odd-contracts.ts); default false. */
  readonly oddContracts?: boolean;
  readonly clock?: { wallMs(): number; monotonicMs(): number };
  readonly timestampToleranceMs?: number;
  /** Whether to refuse what only the narrowest reading of docs/exchange.md refuses; default true. */
  readonly strict?: boolean;
  /** HTTP status of a refusal by the engine (code 40015): sources differ (docs/exchange.md#statuses). */
  readonly businessStatus?: 200 | 400;
  /** Whether presets in a batch entry are refused as unknown fields, as the batch's request shape has none; default false. */
  readonly refuseBatchPresets?: boolean;
  /** False keeps `requests` empty, for long runs. */
  readonly keepRequests?: boolean;
}
