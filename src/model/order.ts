import type { AccountFile } from './account-file.ts';
import type { Policy } from './config.ts';
import type { Decimal } from './decimal.ts';
import type { Conditions, ExitGroup, PlaceReason } from './follow.ts';
import type { Formula } from './formula.ts';
import { orderContent, type OrderFields, type OrderNumber, type Side } from './order-fields.ts';

export {
  MARGIN_MODES,
  orderContent,
  SIDES,
  TIMES_IN_FORCE,
  type MarginMode,
  type OrderNumber,
  type Price,
  type Side,
  type TimeInForce,
} from './order-fields.ts';

/** One order of a plan: normalised and exact. */
export interface PlannedOrder extends OrderFields, Conditions {
  /** The author's key, unique in the plan: the order's identity, unless it has another from before. */
  readonly id: string;
  /** The id that it had first: its identity, where the author has given it another name since. */
  readonly was?: string;
  /** Ids of the orders that must be accepted before this one is sent. Absent if it waits for nothing. */
  readonly after?: readonly string[];
  /** Name of the ladder whose rung it is. */
  readonly ladder?: string;
  /** What an opening order may come to be worth, in quote coin, where that is more than its size times its price. */
  readonly worth?: Decimal;
  /** Where its author thinks the market is, and how far from there it may be, in percent. */
  readonly near?: { readonly reference: Decimal; readonly maxDistance: Decimal };
  /** How each computed number came about. For people only. */
  readonly formulas?: Formulas;
  /** Line of the plan file, from 1, where the order begins. */
  readonly line: number;
}

export type Formulas = Readonly<Partial<Record<OrderNumber, Formula>>>;

/** A price range of the plan and the orders that it became. */
export interface Ladder {
  readonly name: string;
  readonly line: number;
  /** The name that it had first, if its author has changed it since. */
  readonly was?: string;
  /** In order of their numbers. */
  readonly orders: readonly string[];
  /** How its sizes are shared out, in a word or two: `linear`, `geometric 1.3`. */
  readonly shape: string;
  /** Its rule in words: its prices, its sizes, and the presets and triggers of its rungs. */
  readonly words: readonly string[];
}

/** An order as it is sent. Its lineage comes from the journal, so it is known only when the plan is compiled. */
export interface Order extends PlannedOrder {
  /** What the exchange sees: letters and digits, at most 40; derived from plan, generation, id and lineage only. */
  readonly clientOid: string;
  /** 0, and one more for each time the order was placed again on purpose. */
  readonly lineage: number;
  /** Client order ids of the orders of the same run that must be accepted first. Absent if it waits for nothing. */
  readonly waitsFor?: readonly string[];
  /** For a rung: a hash of what its whole ladder says. */
  readonly ladderSum?: string;
  /** How many orders deep it waits. Absent means 0. */
  readonly stage?: number;
  /** What was filled of it under earlier lineages, in base coin: its `size` is what is left of the plan's. */
  readonly carried?: Decimal;
  /** The client order id of the order that it takes the place of, which has to be off the exchange first. */
  readonly replaces?: string;
  /** Why a follower places it, and where the market was then, where that was asked. */
  readonly because?: PlaceReason;
  /** It protects nothing: what does goes first. */
  readonly isTarget?: true;
  /** For a part of an exit: the fields that were decided then. */
  readonly filledIn?: readonly string[];
  readonly marketNow?: Decimal;
}

/** A valid plan: every order exact and unique, every default applied. */
export interface Plan {
  readonly name: string;
  readonly generation: number;
  readonly description?: string;
  /** Milliseconds since 1970 and the text as written. */
  readonly validUntil?: { readonly ms: number; readonly text: string };
  readonly orders: readonly PlannedOrder[];
  readonly ladders: readonly Ladder[];
  /** Absent where no order is an exit. */
  readonly groups?: readonly ExitGroup[];
  readonly limits: Policy;
  /** The account file that sizes were computed from; absent where none is a share of its equity. */
  readonly sizedBy?: AccountFile;
}

/** What an order says as the plan has it, whatever of it was filled before. */
export const wholeContent = (order: Order): Readonly<Record<string, string>> =>
  orderContent(order.carried === undefined ? order : { ...order, size: order.size.plus(order.carried) });

/** The id by which the journal knows the order, and from which its client order id comes. */
export const identityOf = ({ id, was }: Pick<PlannedOrder, 'id' | 'was'>): string => was ?? id;

export const isOpening = (side: Side): boolean => side === 'open-long' || side === 'open-short';
export const isLong = (side: Side): boolean => side === 'open-long' || side === 'close-long';
export const hasPresets = (order: PlannedOrder): boolean =>
  order.takeProfit !== undefined || order.stopLoss !== undefined;
