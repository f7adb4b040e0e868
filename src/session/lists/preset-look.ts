/**
 * The stop and target orders that the exchange made of presets. It names neither the order that carried them nor a client
 * order id of ours (docs/exchange.md#presets), so they are recognised by what they say: a resting trigger of the symbol that
 * closes the order's position at exactly the price of its preset. One that two orders may have carried is told once.
 */
import { lineageFilled, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { surelyFilledOf } from './followed-parts.ts';
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

export type PresetReader = Pick<ListReader, 'readList' | 'position'>;

/** `isOurs`: whether a client order id is that of an order which was placed from here. */
export async function lookForPresets(
  reader: PresetReader,
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
    const found = presetsAmong(group, foreign);
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

/** Whether a trigger of this size at its price may be what an order carried; the surest first. */
const FITS: readonly ((order: KnownOrder, size: Decimal | undefined) => boolean)[] = [
  (order, size) => isFilled(order) && isSame(size, lineageFilled(order)),
  (order, size) => isFilled(order) && isSame(size, Decimal.parse(sentSize(order))),
  isFilled,
  () => true,
];

const isSame = (one: Decimal | undefined, other: Decimal | undefined): boolean =>
  one !== undefined && other !== undefined && one.compare(other) === 0;

function isFilled(order: KnownOrder): boolean {
  return lineageFilled(order)?.isZero === false;
}

/** What of a trigger tells whether it is a preset. */
type RestingTrigger = Pick<ListedOrder, 'orderId' | 'side' | 'size' | 'triggerPrice'>;

/**
 * Each resting trigger at most once, by the order that it fits best; among equals the same at every look, whatever the order of the
 * lists. All are of one symbol, and no trigger is of ours.
 */
export function presetsAmong(orders: readonly KnownOrder[], resting: readonly RestingTrigger[]): PresetOrder[] {
  const carried = orders
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs || inTurn(one.clientOid, other.clientOid))
    .flatMap((order) => presetsOf(order).map((preset) => ({ order, preset })));
  const free = new Set(resting.toSorted((one, other) => inTurn(one.orderId, other.orderId)));
  const made = new Map<Preset, PresetOrder>();
  for (const fitsSize of FITS)
    for (const { order, preset } of carried) {
      if (made.has(preset)) continue;
      const record = [...free].find((one) => fits(order, preset.trigger, one) && fitsSize(order, sizeIn(one)));
      if (record === undefined) continue;
      free.delete(record);
      const { orderId, size } = record;
      made.set(preset, { clientOid: order.clientOid, ...preset, orderId, ...(size !== undefined && { size }) });
    }
  return carried.flatMap(({ preset }) => made.get(preset) ?? []);
}

/** Of these orders those whose `stopLoss` is among the triggers, as large as what was filled of each; and the triggers that are no preset of them. */
export function restingStops(
  orders: readonly KnownOrder[],
  triggers: readonly ListedOrder[],
  isOurs: (record: ListedOrder) => boolean,
): { readonly resting: ReadonlySet<string>; readonly others: readonly string[] } {
  const made = presetsAmong(
    orders,
    triggers.filter((one) => !isOurs(one)),
  );
  const filled = new Map(orders.map((order) => [order.clientOid, surelyFilledOf(order)]));
  const isEnough = ({ clientOid, size }: PresetOrder): boolean =>
    size === undefined || Decimal.of(size).compare(filled.get(clientOid) ?? Decimal.zero) >= 0;
  const resting = made.filter((one) => one.kind === 'stop-loss' && isEnough(one));
  const known = new Set(made.map(({ orderId }) => orderId));
  const others = triggers.flatMap(({ orderId }) => (known.has(orderId) ? [] : [orderId]));
  return { resting: new Set(resting.map(({ clientOid }) => clientOid)), others: others.toSorted(inTurn) };
}

const sizeIn = ({ size }: RestingTrigger): Decimal | undefined => Decimal.parse(size ?? '');

/** Order ids are numbers that grow. */
const inTurn = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

function fits({ content }: KnownOrder, trigger: string, { side, triggerPrice }: RestingTrigger): boolean {
  const closing = content['side'] === 'open-long' ? 'close-long' : 'close-short';
  const [at, told] = [Decimal.parse(trigger), Decimal.parse(triggerPrice ?? '')];
  return side === closing && at !== undefined && told !== undefined && at.compare(told) === 0;
}
