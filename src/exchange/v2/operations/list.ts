/** The exchange's lists of orders: asking changes nothing, so a question may be asked again. */
import { LISTS, type ListAnswer, type ListName, type ListQuery, type ListRead } from '../../../model/listing.ts';
import type { Operation, Transmitted } from '../../../ports.ts';
import { listTarget, readList, withListWords } from '../lists.ts';
import { transmittedAnswer } from '../../answers/transmitted.ts';

const listing = (name: ListName): Operation<ListQuery, ListRead> => ({
  name,
  method: 'GET',
  weight: LISTS[name].weight,
  isSigned: true,
  isRepeatable: true,
  target: listTarget,
  body: () => '',
  judge: (evidence, _, { clean }) => transmitted(cleaned(readList(evidence, name), clean)),
});

export const LIST: Readonly<Record<ListName, Operation<ListQuery, ListRead>>> = {
  open: listing('open'),
  history: listing('history'),
  'open-triggers': listing('open-triggers'),
  'trigger-history': listing('trigger-history'),
};

/** An order id that contains a credential is not an order id: its record cannot be read. */
export function cleaned(answer: ListAnswer, clean: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return withListWords(answer, clean);
  const orders = answer.orders.filter(({ orderId }) => clean(orderId) === orderId);
  const unreadable = answer.unreadable + answer.orders.length - orders.length;
  return withListWords({ ...answer, orders, unreadable }, clean);
}
/** The answer, as every operation's result. */
export const transmitted = (answer: ListAnswer): Transmitted<ListRead> => transmittedAnswer(answer);
