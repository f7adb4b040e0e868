/** Reads fields of a record that a list tells, whatever the version calls them. A record tells what it says, and nothing more. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ListAnswer, ListedOrder } from '../../model/listing.ts';
import type { RecordStatus } from '../../model/standing.ts';
import { givenAs, lettersOf, namedAs, onlyOf, textOf, type JsonObject } from './answers.ts';
import { decimalTextOf, withCleanWords } from './told.ts';

/** What ordinary and trigger records both say; digits are those of triggers (docs/exchange.md#order-states). */
const OF_ALL: Readonly<Record<string, RecordStatus>> = {
  open: 'open',
  new: 'open',
  pending: 'open',
  untriggered: 'open',
  '0': 'open',
  canceling: 'cancelling',
  cancelling: 'cancelling',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  '-1': 'cancelled',
};

const OF_ORDINARY: Readonly<Record<string, RecordStatus>> = { ...OF_ALL, filled: 'filled' };

/** A trigger that fired has become an order of its own, whatever of that is filled (docs/exchange.md#fired-trigger). */
const OF_TRIGGERS: Readonly<Record<string, RecordStatus>> = {
  ...OF_ALL,
  filled: 'triggered',
  triggered: 'triggered',
  '1': 'triggered',
  '2': 'triggered',
};

/** The state that a record's word or digits stand for, in capitals or not; undefined for a word that is not known. */
export function recordStatusOf(word: string, isTrigger: boolean): RecordStatus | undefined {
  const words = isTrigger ? OF_TRIGGERS : OF_ORDINARY;
  const known = word.toLowerCase();
  return Object.hasOwn(words, known) ? words[known] : undefined;
}

/** The client order id in any of its spellings; empty where there is none, or two that differ. */
export function clientOidIn(record: JsonObject, names: readonly string[]): string {
  const [text = '', ...others] = new Set(
    names.flatMap((name) => givenAs(record, name)).map((field) => textOf(field) ?? ''),
  );
  return others.length === 0 ? text : '';
}

/** One of our words, by itself or by the exchange's digit for it; undefined for another, and where the record says none. */
export function wordIn<Word extends string>(
  record: JsonObject,
  name: string,
  words: readonly Word[],
  digits: readonly string[],
): Word | undefined {
  const told = givenWords(record, name);
  return words.find((word, at) => told.length === 1 && (told[0] === digits[at] || told[0] === lettersOf(word)));
}

/** What stands under a name in its spellings, also a 0. */
const givenWords = (record: JsonObject, name: string): readonly string[] =>
  [...new Set(namedAs(record, name).map((field) => lettersOf(textOf(field) ?? '')))].filter((word) => word !== '');

/** 0 where the record has the field and says none in it. */
export function presetIn(record: JsonObject, name: string): string | undefined {
  const fields = namedAs(record, name);
  if (fields.length === 0) return undefined;
  return fields.every((field) => field === null || textOf(field) === '') ? '0' : amountIn(record, name);
}

/** The plain decimal under a name in its spellings, which may not differ; a record that lacks its filled size has not filled nothing. */
export function amountIn(record: JsonObject, name: string): string | undefined {
  return onlyOf(
    namedAs(record, name)
      .map(decimalTextOf)
      .filter((one) => one !== undefined),
  );
}

/** An average of 0 says that nothing was filled. */
export function averageIn(record: JsonObject, name: string): string | undefined {
  const text = amountIn(record, name);
  return text === undefined || Decimal.of(text).isZero ? undefined : text;
}

/** The answer with `change` applied to every text of the exchange but the order ids. */
function withListWords(answer: ListAnswer, change: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return withCleanWords(answer, change);
  const changed = (text: string | undefined): string | undefined => (text === undefined ? undefined : change(text));
  const orders = answer.orders.map(
    ({
      symbol,
      side,
      size,
      filledSize,
      averagePrice,
      price,
      triggerPrice,
      takeProfit,
      stopLoss,
      ...order
    }): ListedOrder => ({
      ...order,
      ...defined({
        symbol: changed(symbol),
        side: changed(side),
        size: changed(size),
        filledSize: changed(filledSize),
        averagePrice: changed(averagePrice),
        price: changed(price),
        triggerPrice: changed(triggerPrice),
        takeProfit: changed(takeProfit),
        stopLoss: changed(stopLoss),
      }),
    }),
  );
  return { ...answer, orders };
}

/** An order id that contains a credential is not an order id: its record cannot be read. */
export function cleaned(answer: ListAnswer, clean: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return withListWords(answer, clean);
  const orders = answer.orders.filter(({ orderId }) => clean(orderId) === orderId);
  const unreadable = answer.unreadable + answer.orders.length - orders.length;
  return withListWords({ ...answer, orders, unreadable }, clean);
}
