/**
 * Triggers that a late list may show as working although they fired: what a trigger became has an order id that nobody knows before the
 * history tells it, and its trades may be told first. Trades of that time that no order of the journal explains may be such ones.
 */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { Fill } from '../../model/standing.ts';
import { ownIds } from '../lists/followed-parts.ts';
import type { ListReader } from '../lists/list-reader.ts';
import { LEEWAY_MS } from '../lists/list-walk.ts';
import { LAG_MS } from '../lists/short-positions.ts';

interface Asking {
  readonly reader: Pick<ListReader, 'trades'>;
  readonly account: KnownAccount;
  readonly symbol: string;
  /** When the look began that saw them work. */
  readonly lookedMs: number;
  readonly nowMs: number;
}

const MOST_PAGES = 10;

/** By client order id; all of them where the trades were not told. */
export async function mayHaveFired(triggers: readonly KnownOrder[], asking: Asking): Promise<ReadonlySet<string>> {
  const { reader, account, symbol, lookedMs, nowMs } = asking;
  if (triggers.length === 0) return new Set();
  const fromMs = lookedMs - 2 * LAG_MS;
  const read = await reader.trades({ symbol, fromMs, toMs: nowMs + LEEWAY_MS }, MOST_PAGES);
  const ours = ownIds(account);
  const foreign =
    read.kind === 'all' ? read.fills.filter((fill) => fill.createdMs >= fromMs && !ours.has(fill.orderId)) : [];
  const mayBe = (trigger: KnownOrder): boolean => read.kind !== 'all' || isAmong(trigger, foreign);
  return new Set(triggers.filter(mayBe).map(({ clientOid }) => clientOid));
}

/** Whether one order made some of these that is no larger than the trigger, and does not say that it is of another side. */
function isAmong(trigger: KnownOrder, foreign: readonly Fill[]): boolean {
  const alike = foreign.filter(({ side }) => side === undefined || side === trigger.content['side']);
  const size = Decimal.of(sentSize(trigger));
  return [...Map.groupBy(alike, ({ orderId }) => orderId).values()].some(
    (fills) =>
      fills.reduce((sum, fill) => sum.plus(Decimal.parse(fill.size) ?? Decimal.zero), Decimal.zero).compare(size) <= 0,
  );
}
