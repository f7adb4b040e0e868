import { protectionAfter } from '../actions/prepare/run-protection.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { PublicEvent } from '../model/event.ts';
import { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { MarketRange } from '../protection/guarded.ts';
import { protectionEvent } from '../protection/protection-event.ts';
import { scheduleOf, type CompiledPlan } from './compile.ts';

/** The highest and the lowest price of a symbol that you were told: decimals as texts. */
export interface MarketSeen {
  readonly low: string;
  readonly high: string;
}

export interface ProtectionOptions {
  /** Where the market is, by symbol. Without it the `reference` of orders says so, or nobody does. */
  readonly market?: Readonly<Record<string, MarketSeen>>;
}

/** What of a plan would be covered by a stop, naked or not known: as the event `protection` says it. */
export type PlanProtection = Omit<Extract<PublicEvent, { event: 'protection' }>, 'event'>;

/**
 * A plan as if all that it would send were placed, with what of it stands (`known` of `compilePlan`). Pure, and asks nobody. Throws
 * RangeError where a market's text is not a decimal.
 */
export function protectionOf(compiled: CompiledPlan, { market }: ProtectionOptions = {}): PlanProtection {
  const { checked, known } = compiled;
  const { plan, config } = checked;
  const account: KnownAccount = [
    { plan: plan.name, generation: plan.generation, orders: known, isPlaced: known.size > 0 },
  ];
  const markets = market === undefined ? undefined : new Map(Object.entries(market).map(rangeOf));
  const run = {
    plan,
    config,
    schedule: scheduleOf(compiled),
    known,
    account,
    mode: 'dry-run',
    target: 'live',
  } as const;
  const { event: _, ...protection } = protectionEvent(protectionAfter({ ...run, ...defined({ markets }) }));
  return protection;
}

const rangeOf = ([symbol, { low, high }]: [string, MarketSeen]): [string, MarketRange] => [
  symbol,
  { low: Decimal.of(low), high: Decimal.of(high) },
];
