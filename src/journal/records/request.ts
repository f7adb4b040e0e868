/** What leaves for the exchange, as the ledger knows it: before its first byte, and how it ended. */
import type { BudgetGauge } from '../../budget/weight-budget.ts';
import type { Call, Cost, CostLater, Limits, Weight } from '../../model/call.ts';
import type { CancelAnswer, CancelCall } from '../../model/cancel.ts';
import type { PlaceReason } from '../../model/follow.ts';

import type { ToldWindow } from '../../model/order-counts.ts';
import type { Verdict } from '../../model/outcome.ts';
import { opensByContent, type Halt } from './halt.ts';

export type LedgerRequest = Intent | CancelIntent | Question;

/** Whether it takes off, or closes: for these a run keeps room. Targets, and what else leaves stops their room, have none. */
export const isExit = (request: LedgerRequest): boolean =>
  'cancel' in request ||
  ('call' in request &&
    request.beside === undefined &&
    !opens(request) &&
    !areTargets(request.orders.map(({ marks }) => marks)));

/** By the marks of all orders of a call. */
export const areTargets = (marks: readonly (OrderMarks | undefined)[]): boolean =>
  marks.length > 0 && marks.every((one) => one?.isTarget === true);

/** Whether a request places anything that opens. */
export const opens = (request: LedgerRequest): boolean =>
  'call' in request && request.orders.some(({ content }) => opensByContent(content));

/** A call that takes orders of the execution's plan off the exchange. */
export interface CancelIntent {
  readonly cancel: CancelCall;
  readonly signedAtMs: number;
}

/** A call that carries orders. */
export interface Intent {
  readonly call: Call;
  /** The timestamp that it is signed and sent with: it bounds how late the request can still be taken. */
  readonly signedAtMs: number;
  /** In the call's order. */
  readonly orders: readonly IntendedOrder[];
  /** So much has to fit beside it, at once and later, as far as a window has it: what its run may have to send next. */
  readonly beside?: readonly CostLater[];
}

/** One order of an intent, as the ledger must know it before the first byte leaves. */
export interface IntendedOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly content: Readonly<Record<string, string>>;
  readonly marks?: OrderMarks;
}

/** What is kept of an order beside what it says: a difference in these is no edit of it. */
export interface OrderMarks {
  /** What it may come to be worth, in quote coin, where that is more than its size times its price. */
  readonly worth?: string;
  /** For a rung: a sum over all rungs of its ladder. */
  readonly ladder?: string;
  /** What was filled of it under earlier lineages, in base coin: it was sent with so much less than its size. */
  readonly filled?: string;
  /** At which average, in quote coin: of one that was taken in, whose earlier lineages are on no record here. */
  readonly filledAt?: string;
  /** For what a follower sends: what made it due. */
  readonly because?: PlaceReason;
  /** The same: it closes at a profit, and protects nothing. */
  readonly isTarget?: true;
  /** For a part of an exit: the fields that were decided when it was sent. */
  readonly filledIn?: readonly string[];
  /** Where the market was when it was sent, where that was asked after the run began. */
  readonly market?: readonly [low: string, high: string];
}

/**
 * Of a look, what is open and held; `news`, by which an exit may be due: of the room for exits where the looks' weight is used up;
 * `ended`, which only confirms: of what all share; `last`, of a run that sends nothing any more: of all that it keeps.
 */
export type LookPart = 'open' | 'news' | 'ended' | 'last';

/** A request that only asks. */
interface Question {
  readonly path: string;
  readonly weight: Cost;
  /** It is one of a look, of a run that keeps weight for its looks. */
  readonly look?: LookPart;
}

/** Where both windows of the account count orders, a request takes of one what it takes of the other. */
export function costOf(request: LedgerRequest, { countsOrders }: Pick<Limits, 'countsOrders'>): Cost {
  const cost = weightOf(request);
  return countsOrders === true ? { ...cost, orderCalls: cost.uid } : cost;
}

function weightOf(request: LedgerRequest): Cost {
  if ('call' in request) return request.call.weight;
  return 'cancel' in request ? request.cancel.weight : request.weight;
}

/** The attempts that were taken up, in the order of their requests; what was not waits this long, or, at Infinity, for an answer. */
export interface Begun {
  readonly attempts: readonly Attempt[];
  readonly waitMs?: number;
  /** The first that was not taken up opens, and the account is halted: it does not begin. */
  readonly halted?: Halt;
}

/** One sending of one request. */
export interface Attempt {
  readonly id: number;
  readonly cost: Cost;
  /** When it was taken up, by the clock that only goes forward. */
  readonly atMs: number;
}

/** How an attempt ended. */
export type Ending =
  /** With a verdict for each order, in the call's order. `lost`: no whole answer came. */
  | {
      readonly how: 'answered' | 'lost';
      readonly verdicts: readonly Verdict[];
      /** For a cancel, instead: for each of its orders. */
      readonly answers?: readonly CancelAnswer[];
      readonly latencyMs: number;
      /** What the answer says of the account's windows of orders. */
      readonly windows?: readonly ToldWindow[] | undefined;
    }
  /** With proof that the exchange did not take it: its orders are as if never sent, under the same client order ids. */
  | {
      readonly how: NotTaken;
      readonly message: string;
      readonly latencyMs: number;
      readonly windows?: readonly ToldWindow[] | undefined;
    };

/** The proofs that a call was not taken. */
export type NotTaken = 'not-sent' | 'rate-refused' | 'clock-refused';

/** A request that was sent and whose timestamp may still be good. */
export interface LiveRequest {
  readonly clientOid: string;
  readonly signedAtMs: number;
  /** From then on it can no longer be taken; ms from now. */
  readonly deadInMs: number;
}

/** One sending of one call, as the ledger has it. */
export interface SentCall extends Omit<Call, 'number' | 'waitsFor' | 'weight'> {
  readonly weight: Weight;
  /** Its number in its run. */
  readonly call: number;
  /** When its intent was written, by the wall clock, ms since 1970. */
  readonly sentAtMs: number;
  /** How it ended; undefined where nothing was recorded of that. */
  readonly ended?: {
    readonly how: Ending['how'];
    readonly latencyMs: number;
    readonly message?: string;
  };
}

export interface BudgetGauges {
  readonly ip: BudgetGauge;
  readonly uid: BudgetGauge;
}

export const isLast = (request: LedgerRequest): boolean => 'look' in request && request.look === 'last';

/** All that the run keeps has to fit beside it. */
export const leavesOwn = (request: LedgerRequest): boolean =>
  'look' in request ? request.look === 'ended' : !isExit(request);
