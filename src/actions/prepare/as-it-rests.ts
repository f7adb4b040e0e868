/** An order that another journal placed, as the exchange's lists have it: what the plan says by now may be another matter. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ListedOrder } from '../../model/listing.ts';
import { orderChanges, type OrderContent } from '../../model/order-changes.ts';
import { orderContent, type Order } from '../../model/order.ts';
import type { FoundAs } from '../../session/lists/look-up.ts';

interface Resting {
  readonly content: OrderContent;
  /** What was filled of it under earlier lineages. */
  readonly filled?: string;
  /** At which price, on average, where that is known. */
  readonly filledAt?: string;
}

/** What the order says on the exchange; where its records say nothing, what the plan says. */
export function asItRests(order: Order, { records, carried, carriedPrice }: FoundAs): Resting {
  const planned = orderContent(order);
  const told = (field: keyof ListedOrder): string | undefined =>
    records.flatMap(({ record }) => (record[field] as string | undefined) ?? []).at(-1);
  const size = decimalOf(told('size'));
  const price = priceOf(told('price')) ?? planned['price'];
  const timeInForce = price === 'market' ? planned['timeInForce'] : (told('timeInForce') ?? planned['timeInForce']);
  const content = {
    ...planned,
    ...defined({
      size: size?.plus(carried ?? Decimal.zero).canonical(),
      price,
      trigger: planned['trigger'] && (decimalOf(told('triggerPrice'))?.canonical() ?? planned['trigger']),
      timeInForce: planned['timeInForce'] && timeInForce,
      takeProfit: presetOf(told('takeProfit'), planned['takeProfit']),
      stopLoss: presetOf(told('stopLoss'), planned['stopLoss']),
    }),
  };
  const withoutNone = Object.entries(content).filter(([, value]) => value !== NONE);
  return {
    content: Object.fromEntries(withoutNone),
    ...(carried !== undefined &&
      !carried.isZero && { filled: carried.canonical(), ...defined({ filledAt: carriedPrice }) }),
  };
}

/** `price 60100, not 60000, as the plan says`; empty where it rests as the plan says it. */
export function restWords(order: Order, lineage: FoundAs): string {
  const changes = orderChanges(orderContent(order), asItRests(order, lineage).content);
  if (changes.length === 0) return '';
  const words = changes.map(({ field, before = NONE, after = NONE }) => `${field} ${after}, not ${before}`);
  return `${words.join(', ')}, as the plan says`;
}

const NONE = 'none';

const decimalOf = (text: string | undefined): Decimal | undefined => Decimal.parse(text ?? '');

function priceOf(text: string | undefined): string | undefined {
  const price = decimalOf(text);
  return price?.isZero === true ? 'market' : price?.canonical();
}

const presetOf = (text: string | undefined, planned: string | undefined): string | undefined => {
  const preset = decimalOf(text);
  return preset === undefined ? planned : preset.isZero ? NONE : preset.canonical();
};
