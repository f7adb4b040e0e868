/** A simulation with all that is said next to its figures. */
import { safe } from '../../model/safe-text.ts';
import type { PublicEvent } from '../../model/event.ts';
import { own, type Block } from '../../show/sheet.ts';
import type { JoinedCandles } from '../../simulate/candles/joined.ts';
import type { Simulated } from '../../model/simulated.ts';

export interface ToldSimulation {
  readonly simulated: Simulated;
  /** The candles of each symbol, as they were read; none of a path. */
  readonly candles: readonly JoinedCandles[];
  /** Warnings with the lines that they mean, then what else has to be known. */
  readonly warnings: readonly Block[];
  /** The warnings for a program, as the stream has them. */
  readonly found: readonly Extract<PublicEvent, { event: 'diagnostic' }>[];
  readonly notes: readonly string[];
  /** Whether an exchange is configured, which could be asked for candles. */
  readonly canAsk: boolean;
}

/** Said wherever a simulation is shown. */
export const PAST = 'Past prices, which you have seen; the next ones will differ.';
export const NOT_COUNTED = 'Not counted: funding, margin and liquidation, partial fills, your own effect on the price.';

export const PAST_WORDS: Block = { is: 'words', text: own(safe`${PAST} ${NOT_COUNTED}`) };
