/** The columns of an order, each named once: every table of orders is of these. */
import { FIELD_NAMES, ORDER_FIELDS, type OrderField } from '../model/order-fields.ts';
import { safe, safeText } from '../model/safe-text.ts';
import type { StateWords } from '../report/text/states.ts';
import type { OrderView } from '../report/view/order-list.ts';
import { own, type SheetColumn, type Text } from '../show/sheet.ts';

/** An order, or several that are alike, as a table shows it; a value that it does not have is missing. */
export interface ShownOrder extends Partial<Record<OrderField, string | undefined>> {
  readonly state: StateWords;
  readonly id: string;
  /** How many it stands for; 1 if it is missing. */
  readonly orders?: number | undefined;
  /** What became of it, from the events of its run: a column may show any of it. */
  readonly order?: Partial<OrderView> | undefined;
  /** The order id, or why there is none. */
  readonly words?: Text | undefined;
  /** Where plan and exchange no longer agree, and what else has to be known of it. */
  readonly remark?: Text | undefined;
}

const fieldColumn = (field: OrderField): SheetColumn<ShownOrder> => ({
  title: ORDER_FIELDS[field].label,
  kind: ORDER_FIELDS[field].kind === 'word' ? 'text' : 'number',
  of: (order) => safeText(order[field] ?? ''),
});

const amount = (value: number | undefined): Text => (value === undefined ? safe`` : own(safe`${Math.round(value)}`));

const ORDER_COLUMNS = {
  outcome: { title: safe`outcome`, kind: 'state', of: ({ state: { tone, label } }) => own([tone, label]) },
  id: { title: safe`order`, kind: 'name', of: ({ id }) => safeText(id) },
  ...(Object.fromEntries(FIELD_NAMES.map((field) => [field, fieldColumn(field)])) as Record<
    OrderField,
    SheetColumn<ShownOrder>
  >),
  /** Both prices of a trigger order in one column. */
  at: {
    title: safe`price`,
    kind: 'number',
    of: ({ trigger, price = '' }) => safeText(trigger === undefined ? price : `${trigger}→${price}`),
  },
  call: { title: safe`call`, kind: 'number', of: ({ order }) => amount(order?.call) },
  took: { title: safe`took, ms`, kind: 'number', of: ({ order }) => amount(order?.latencyMs) },
  words: { title: safe`order id, or why not`, kind: 'words', of: ({ words = safe`` }) => words },
} as const satisfies Readonly<Record<string, SheetColumn<ShownOrder>>>;

export const orderColumns = (...names: readonly (keyof typeof ORDER_COLUMNS)[]): SheetColumn<ShownOrder>[] =>
  names.map((name) => ORDER_COLUMNS[name]);
