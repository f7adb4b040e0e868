/**
 * The stop and target orders that the exchange made of presets. It names neither the order that carried them nor a client
 * order id of ours (docs/exchange.md#presets), so they are recognised by what they say: a resting trigger of the symbol that
 * closes the order's position at exactly the price of its preset. One that two orders may have carried is told once.
 */
import type { KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ListedOrder } from '../../model/listing.ts';
import type { ListReader } from './list-reader.ts';

export interface PresetOrder {
  /** The order that carried it. */
  readonly clientOid: string;
  readonly kind: 'take-profit' | 'stop-loss';
  readonly orderId: string;
  readonly trigger: string;
  readonly size?: string;
  /** Nothing is left that it could close; undefined where the position could not be asked for. */
  readonly isOrphan?: boolean;
}

export interface PresetsRead {
  readonly orders: readonly PresetOrder[];
  /** Symbols whose triggers were not read to their end, and why. */
  readonly unread: readonly string[];
}

/** `isOurs`: whether a client order id is that of an order which was placed from here. */
export async function lookForPresets(
  reader: Pick<ListReader, 'readList' | 'position'>,
  orders: readonly KnownOrder[],
  isOurs: (clientOid: string) => boolean,
): Promise<PresetsRead> {
  const read = { orders: [] as PresetOrder[], unread: [] as string[] };
  const carrying = orders.filter((order) => presetsOf(order).length > 0);
  for (const [symbol, group] of Map.groupBy(carrying, ({ content }) => content['symbol'] ?? '')) {
    const resting = new Map<string, ListedOrder>();
    const walked = group.map(({ sentAtMs }) => ({ symbol, sentAtMs }));
    const failure = await reader.readList('open-triggers', walked, {
      take: (records) => {
        for (const record of records) if (!resting.has(record.orderId)) resting.set(record.orderId, record);
      },
    });
    if (failure !== undefined) read.unread.push(`${symbol}: ${failure}`);
    const foreign = [...resting.values()].filter(({ clientOid }) => !isOurs(clientOid));
    const found = madeOf(group, foreign);
    if (found.length > 0) read.orders.push(...(await withOrphans(reader, group, found)));
  }
  return read;
}

/** All of one symbol. */
async function withOrphans(
  reader: Pick<ListReader, 'position'>,
  group: readonly KnownOrder[],
  found: readonly PresetOrder[],
): Promise<readonly PresetOrder[]> {
  const position = await reader.position(group[0]?.content['symbol'] ?? '');
  if (position.kind === 'failed') return found;
  const sideOf = new Map(group.map(({ clientOid, content }) => [clientOid, content['side']]));
  return found.map((preset) => {
    const held = sideOf.get(preset.clientOid) === 'open-long' ? position.long : position.short;
    return { ...preset, isOrphan: Decimal.parse(held)?.isZero === true };
  });
}

type Preset = Pick<PresetOrder, 'kind' | 'trigger'>;

const presetsOf = ({ content: { takeProfit, stopLoss } }: KnownOrder): readonly Preset[] => [
  ...(takeProfit === undefined ? [] : [{ kind: 'take-profit' as const, trigger: takeProfit }]),
  ...(stopLoss === undefined ? [] : [{ kind: 'stop-loss' as const, trigger: stopLoss }]),
];

/** Each resting trigger at most once, by the first order that it fits. */
function madeOf(orders: readonly KnownOrder[], resting: readonly ListedOrder[]): PresetOrder[] {
  const told = new Set<string>();
  return orders.flatMap((order) =>
    presetsOf(order).flatMap(({ kind, trigger }): PresetOrder[] => {
      const record = resting.find((one) => !told.has(one.orderId) && fits(order, trigger, one));
      if (record === undefined) return [];
      told.add(record.orderId);
      const { orderId, size } = record;
      return [{ clientOid: order.clientOid, kind, orderId, trigger, ...(size !== undefined && { size }) }];
    }),
  );
}

function fits({ content }: KnownOrder, trigger: string, { side, triggerPrice }: ListedOrder): boolean {
  const closing = content['side'] === 'open-long' ? 'close-long' : 'close-short';
  const [at, told] = [Decimal.parse(trigger), Decimal.parse(triggerPrice ?? '')];
  return side === closing && at !== undefined && told !== undefined && at.compare(told) === 0;
}
