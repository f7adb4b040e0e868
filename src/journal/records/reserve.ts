/** The weight that a run which follows its plan keeps for itself: what its looks take, and room for exits and cancels. */
import type { Cost, Weight } from '../../model/call.ts';

/** What it asks for. */
export interface ReserveWanted {
  /** Of one look at all that is followed. */
  readonly look: Weight;
  /** How far apart looks are, where nothing else speaks against it. */
  readonly everyMs: number;
  /** Two exits and two cancels, as the exchange counts them; and as how many orders. */
  readonly room: Required<Cost>;
  readonly orders: number;
}

/** What it has: in force as long as it holds its plan, and one window more. */
export interface KeptReserve {
  /** In each window, of all its looks. Nothing, where others leave no more. */
  readonly looks: Weight;
  readonly room: Required<Cost>;
  readonly orders: number;
  /** What its IP weight counts against, where that has a name. */
  readonly egress?: string;
  readonly everyMs: number;
}
