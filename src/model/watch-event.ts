/** What happens to a watch and to the paper market: for the screen and the lines only. */
import type { Side } from './order.ts';
import type { Simulated } from './simulated.ts';

/** What a watch is doing (src/watch/watch-machine.ts). */
export type WatchStated = {
  readonly event: 'watch-stated';
  readonly at: 'following' | 'settling' | 'reading' | 'approving' | 'placing';
  /** The approval code of what is shown, once it may be approved: on a live account its first six characters are typed. */
  readonly approvable?: string;
  /** The account is read for whoever wants to approve this code; absent once that was refused, which a note says. */
  readonly check?: AccountCheck;
  /** The account is being looked at, as somebody asked. */
  readonly isLooking?: true;
  /** What is watched, as it was given; it names a plan that could not be read yet. */
  readonly planFile?: string;
  /** When the newest save was read, in milliseconds since 1970; undefined before the first. */
  readonly savedAtMs?: number;
};

/** When the account was read, in milliseconds since 1970: absent until it was, and where nothing had to be; and what was only warned of. */
export type AccountCheck = {
  readonly code: string;
  readonly isOver?: true;
  readonly atMs?: number;
  readonly warnings?: readonly string[];
};

/** What is wrong with the newest save, as a person reads it; the plan that is shown stays. Both counts are 0 where it is fine. */
export type ProblemsFramed = {
  readonly event: 'problems-framed';
  readonly errors: number;
  readonly warnings: number;
  readonly text: string;
};

/** A person pauses the sending, or goes on. */
type SendingHeld = { readonly event: 'sending-held'; readonly held: boolean };

/** The paper market traded an order, or a preset of one. Texts are decimals. */
export type OrderFilled = {
  readonly event: 'order-filled';
  readonly clientOid: string;
  /** The id of the order in its plan, if whoever placed it knows it. */
  readonly id?: string;
  readonly symbol: string;
  /** What the fill did: of a preset, the close. */
  readonly side: Side;
  readonly size: string;
  readonly price: string;
  readonly why: 'market' | 'limit' | 'trigger' | 'take-profit' | 'stop-loss';
};

/** One side of the paper account's position in a symbol. Texts are decimals; `profit` is not realised, in quote coin. */
export type PaperPosition = {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly size: string;
  readonly average: string;
  readonly profit: string;
};

/** Where the paper market is, and what the paper account holds. */
export type MarketMoved = {
  readonly event: 'market-moved';
  readonly prices: readonly { readonly symbol: string; readonly price: string }[];
  readonly positions: readonly PaperPosition[];
};

/** What becomes of the orders of a save on the prices that the config or the command names. */
export type SimulationStated = {
  readonly event: 'simulation-stated';
  /** When the save was read, in milliseconds since 1970. */
  readonly savedAtMs: number;
} & (
  | { readonly is: 'running' }
  | { readonly is: 'done'; readonly simulated: Simulated; readonly notes: readonly string[] }
  /** In words, perhaps of several lines. */
  | { readonly is: 'failed'; readonly why: string }
);

/** What belongs to a watch and its paper market, and to no run of it. */
export type WatchEvent = WatchStated | ProblemsFramed | SendingHeld | OrderFilled | MarketMoved | SimulationStated;

const OF_WATCH: Readonly<Record<WatchEvent['event'], true>> = {
  'watch-stated': true,
  'problems-framed': true,
  'sending-held': true,
  'order-filled': true,
  'market-moved': true,
  'simulation-stated': true,
};

/** A fill of a simulation says which course has it; one of the paper market does not. */
export const isOfWatch = (event: { readonly event: string }): event is WatchEvent =>
  Object.hasOwn(OF_WATCH, event.event) && !('course' in event);
