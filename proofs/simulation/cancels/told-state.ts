/** How the lists and the list of trades write the state of an order. */
import type { FillsQuery } from '../../../src/model/standing.ts';
import { sizeText, valueText, type AliveOrder, type Shown, type TrueState } from './alive-order.ts';

const OF_ORDERS: Readonly<Record<TrueState, readonly string[]>> = {
  open: ['open', 'pending', 'OPEN'],
  cancelling: ['canceling', 'canceling', 'CANCELING'],
  cancelled: ['canceled', 'cancelled', 'CANCELED'],
  filled: ['filled', 'filled', 'FILLED'],
  triggered: ['filled', 'filled', 'FILLED'],
};
/** One that is about to be cancelled is still told as one that waits. */
const OF_TRIGGERS: Readonly<Record<TrueState, readonly string[]>> = {
  open: ['0', 'untriggered', 'UNTRIGGERED'],
  cancelling: ['0', 'untriggered', 'UNTRIGGERED'],
  cancelled: ['-1', 'canceled', 'CANCELED'],
  filled: ['2', 'triggered', 'TRIGGERED'],
  triggered: ['2', 'triggered', 'TRIGGERED'],
};

const wholeSpelling = (words: string): number => ['none', 'digits', 'words', 'capitals'].indexOf(words);

/** The fields of a record that tell its state; `words` is how this exchange writes. */
export function stateFields({ state, filled }: Shown, order: AliveOrder, words: string): object {
  const spellings = (order.facts.isTrigger ? OF_TRIGGERS : OF_ORDERS)[state];
  const status = spellings[Math.max(0, wholeSpelling(words) - 1)];
  if (order.facts.isTrigger) return { status };
  return { status, ...(filled !== undefined && { filled_qty: sizeText(filled) }) };
}

const MOST = 100;

/** A page of the trades of a symbol, the newest first; ids are numbers, as the exchange writes them. */
export function fillsPage(orders: Iterable<AliveOrder>, { symbol, fromMs, toMs }: FillsQuery, nowMs: number): string {
  const all = [...orders]
    .filter(({ facts }) => facts.symbol === symbol)
    .flatMap((order) => order.tradesTold(nowMs).map((trade) => ({ trade, orderId: order.facts.orderId })))
    .filter(({ trade: { wallMs } }) => wallMs >= fromMs && wallMs <= toMs)
    .toSorted((a, b) => b.trade.atMs - a.trade.atMs);
  const records = all
    .slice(0, MOST)
    .map(
      ({ trade: { id, units, price, wallMs }, orderId }) =>
        `{"tradeId":${id},"orderId":${orderId},"symbol":"${symbol}","fillSize":"${sizeText(units)}",` +
        `"fillValue":"${valueText(units, price)}","createdTime":${wallMs}}`,
    );
  return `{"list":[${records.join(',')}],"nextFlag":${all.length > MOST},"totals":${records.length}}`;
}

/** What the trades of a symbol left of one side; sizes in millionths, values in tenths of them. */
export interface HeldRow {
  readonly side: 'LONG' | 'SHORT';
  readonly size: string;
  readonly value: string;
}

/** What opens and what closes a long, and a short, as a body says it. */
const TYPES_OF = { LONG: ['1', '3'], SHORT: ['2', '4'] } as const;

/** Both sides of a symbol at a moment, or now. A close takes no more than there is, at the average. */
export function heldRows(
  orders: Iterable<AliveOrder>,
  symbol: string,
  untilMs = Number.POSITIVE_INFINITY,
): readonly HeldRow[] {
  const trades = [...orders]
    .filter(({ facts }) => facts.symbol === symbol)
    .flatMap(({ facts: { type }, trades: own }) => own.map((trade) => ({ type, ...trade })))
    .filter(({ atMs }) => atMs <= untilMs)
    .toSorted((a, b) => a.atMs - b.atMs);
  return (['LONG', 'SHORT'] as const).map((side) => {
    const [opens, closes] = TYPES_OF[side];
    const held = { units: 0, value: 0 };
    for (const { type, units, price } of trades) {
      if (type === opens) {
        held.units += units;
        held.value += units * price;
      } else if (type === closes && held.units > 0) {
        const closed = Math.min(units, held.units);
        held.value -= (held.value / held.units) * closed;
        held.units -= closed;
      }
    }
    return { side, size: sizeText(held.units), value: (held.value / 1e7).toFixed(7) };
  });
}
