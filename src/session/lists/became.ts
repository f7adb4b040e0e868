/**
 * Which order a trigger became when it fired (docs/exchange.md#fired-trigger): the one that its record names; else the ordinary order
 * with its client order id; else the only one that is not the journal's, of its symbol, side and size, made at most ten seconds after.
 */
import { Decimal } from '../../model/decimal.ts';
import { tellsTriggers, type ListedOrder, type TellingRecord } from '../../model/listing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { LookedAt } from './stand.ts';

export type Became =
  /** `isGuessed`: by no id, but as the only one of its size. */
  | { readonly kind: 'known'; readonly orderId: string; readonly isGuessed?: true }
  | { readonly kind: 'not-known'; readonly why: string };

interface Fired {
  readonly order: LookedAt;
  /** Of the trigger. */
  readonly records: readonly TellingRecord[];
  /** All that the lists told of its symbol. */
  readonly told: readonly TellingRecord[];
  readonly isOurs: (record: Pick<ListedOrder, 'orderId' | 'clientOid'>) => boolean;
}

const LATEST_MS = 10_000;

export function becameOf({ order, records, told, isOurs }: Fired): Became {
  const named = new Set(records.flatMap(({ record }) => record.becameId ?? []));
  const ordinary = told.filter(({ list }) => !tellsTriggers(list)).map(({ record }) => record);
  const own = named.size > 0 ? named : idsOf(ordinary.filter(({ clientOid }) => clientOid === order.clientOid));
  if (own.size > 0) return oneOf(own);
  const fired = records.flatMap(({ record }) => record.firedMs ?? []);
  if (fired.length === 0)
    return { kind: 'not-known', why: 'no order has its client order id, and no list says when it fired' };
  const [firstMs, lastMs] = [Math.min(...fired), Math.max(...fired) + LATEST_MS];
  const alike = ordinary.filter(
    (record) =>
      !isOurs(record) &&
      sameSymbol(record.symbol ?? order.symbol, order.symbol) &&
      record.side === order.side &&
      isSameSize(record.size, order.size) &&
      record.createdMs !== undefined &&
      record.createdMs >= firstMs &&
      record.createdMs <= lastMs,
  );
  const guess = oneOf(idsOf(alike));
  return guess.kind === 'known' ? { ...guess, isGuessed: true } : guess;
}

/** A trigger of ours, with what it became. */
interface Trigger {
  readonly order: LookedAt;
  /** What is waited for, as it was sent. */
  readonly at: string | undefined;
  /** Undefined where no list says that it fired. */
  readonly became?: Became;
}

/**
 * One order is what one trigger became: where two may have, neither is known to. A close is as large as is held by then
 * (docs/exchange.md#close-without-position), so an order of the size of one may be what is left of a larger one that fired beside it.
 */
export function onlyOne(one: Trigger & { readonly became: Became }, all: readonly Trigger[]): Became {
  const { became, order, at } = one;
  if (became.kind !== 'known') return became;
  const { orderId, isGuessed } = became;
  const others = all.filter((other) => other.order !== order);
  const mayBeCut = (other: Trigger): boolean =>
    other.order.side === order.side &&
    (other.became === undefined ? other.at === at : other.became.kind !== 'known' || isShared(other, all)) &&
    !isSmaller(other.order, order);
  if (!isShared(one, all) && !(isGuessed === true && others.some(mayBeCut))) return became;
  return { kind: 'not-known', why: `order ${orderId} is what another trigger may have become` };
}

const isShared = ({ order, became }: Trigger, all: readonly Trigger[]): boolean =>
  became?.kind === 'known' &&
  all.some(
    (other) => other.order !== order && other.became?.kind === 'known' && other.became.orderId === became.orderId,
  );

const isSmaller = (one: LookedAt, than: LookedAt): boolean => Decimal.of(one.size).compare(Decimal.of(than.size)) < 0;

const idsOf = (records: readonly ListedOrder[]): ReadonlySet<string> => new Set(records.map(({ orderId }) => orderId));

function oneOf(ids: ReadonlySet<string>): Became {
  const [orderId, ...more] = ids;
  if (orderId === undefined) return { kind: 'not-known', why: 'no order is seen that it may have become' };
  if (more.length > 0) return { kind: 'not-known', why: `it may have become order ${[orderId, ...more].join(' or ')}` };
  return { kind: 'known', orderId };
}

const isSameSize = (told: string | undefined, sent: string): boolean =>
  told !== undefined && Decimal.parse(told)?.compare(Decimal.of(sent)) === 0;
