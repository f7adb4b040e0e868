/** What the records of a list of what is open say of orders, as a look has them. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { SIDES, type MarginMode, type Side } from '../../model/order.ts';
import type { OrderSeen } from '../../protection/journal/look.ts';

/** The margin mode that an order is taken for, and whether it may be of the other. */
export interface ModeMeant {
  readonly marginMode: MarginMode;
  readonly isModeUnsure?: true;
}

interface RowsOf {
  readonly symbol: string;
  /** The margin mode of a record that does not say it. */
  readonly modeMeant: (side: Side) => ModeMeant;
  readonly isTrigger: boolean;
}

/** Undefined where one of them cannot be read. One that is over, or closes no size of its own, is nothing. */
export function seenRows(records: readonly ListedOrder[], of: RowsOf): readonly OrderSeen[] | undefined {
  const rows = records.filter(rests).map((record) => seenRow(record, of));
  return rows.every((row) => row !== undefined) ? rows.filter(({ size }) => !size.isZero) : undefined;
}

const rests = ({ status }: ListedOrder): boolean =>
  status === undefined || status === 'open' || status === 'cancelling';

const decimalOf = (text: string | undefined): Decimal | undefined => Decimal.parse(text ?? '');

/** 0 stands for none. */
function aboveZero(text: string | undefined): Decimal | undefined {
  const told = decimalOf(text);
  return told?.isZero === true ? undefined : told;
}

function seenRow(record: ListedOrder, { symbol, modeMeant, isTrigger }: RowsOf): OrderSeen | undefined {
  const { orderId, clientOid, marginMode } = record;
  const side = SIDES.find((one) => one === record.side);
  const [size, price] = [decimalOf(record.size), decimalOf(record.price)];
  if (side === undefined || size === undefined || price === undefined) return undefined;
  const own = isTrigger ? { trigger: aboveZero(record.triggerPrice) } : { filled: decimalOf(record.filledSize) };
  if (!isWhole(own, size)) return undefined;
  return {
    orderId,
    ...(clientOid !== '' && { clientOid }),
    symbol,
    side,
    ...(marginMode === undefined ? modeMeant(side) : { marginMode }),
    size,
    price: price.isZero ? { kind: 'market' } : { kind: 'limit', at: price },
    ...defined({ ...own, stopLoss: aboveZero(record.stopLoss) }),
    ...(!isTrigger && decimalOf(record.stopLoss)?.isZero === true && { lacksStop: true }),
  };
}

type Own = { readonly trigger: Decimal | undefined } | { readonly filled: Decimal | undefined };

const isWhole = (own: Own, size: Decimal): boolean =>
  'trigger' in own ? own.trigger !== undefined : own.filled === undefined || own.filled.compare(size) <= 0;
