/** What of a prepared run goes on record besides its calls. */
import type { KeptCheck, KeptMarket } from '../../journal/records/run-record.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import { keptPosition } from '../../protection/journal/kept-look.ts';
import { referencesOf } from '../../protection/markets.ts';
import type { PreparedRun } from './prepared-run.ts';

/** Where the plan says the market is: no order says it to the exchange. */
export function keptReferences({ plan: { orders } }: PreparedRun): readonly KeptMarket[] | undefined {
  const kept = keptMarkets(referencesOf(orders));
  return kept.length === 0 ? undefined : kept;
}

const keptMarkets = (ranges: ReadonlyMap<string, MarketRange>): KeptMarket[] =>
  Array.from(ranges, ([symbol, { low, high }]) => [symbol, low.canonical(), high.canonical()] as const);

/** What the check saw. */
export function keptCheck(run: PreparedRun): KeptCheck | undefined {
  const { checkedAtMs: atMs, markets = new Map(), found = [], checkedLook } = run;
  if (atMs === undefined) return undefined;
  const held = [...(checkedLook?.symbols ?? [])].flatMap(([symbol, { positions }]) =>
    positions === undefined ? [] : [[symbol, positions.map(keptPosition)] as const],
  );
  const told = { ...(held.length > 0 && { held }), ...(found.length > 0 && { found }) };
  return { atMs, markets: keptMarkets(markets), ...told };
}
