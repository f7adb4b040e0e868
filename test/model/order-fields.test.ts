/** Every field of an order is read, kept, written, shown and read back: a field that is new fails here until it is. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainFields } from '../../src/actions/explain/fields.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { headline } from '../../src/model/event-of.ts';
import {
  FIELD_NAMES,
  fieldsFrom,
  fieldTexts,
  ORDER_FIELDS,
  orderContent,
  type OrderField,
} from '../../src/model/order-fields.ts';
import type { Plan, PlannedOrder } from '../../src/model/order.ts';
import { writtenOrder } from '../../src/plan/written-order.ts';
import { detailWords } from '../../src/report/text/field-words.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { loadText } from '../support/plans.ts';

/** Two values, and what an order needs besides for the field to be allowed. */
interface Sample {
  readonly values: readonly [string, string];
  readonly with?: Readonly<Record<string, string>>;
}

const SAMPLES: Readonly<Record<OrderField, Sample>> = {
  symbol: { values: ['cmt_btcusdt', 'cmt_ethusdt'] },
  marginMode: { values: ['cross', 'isolated'] },
  side: { values: ['open-long', 'close-short'] },
  size: { values: ['0.10', '0.20'] },
  trigger: { values: ['66000', '65000.0'] },
  price: { values: ['64000', 'market'] },
  takeProfit: { values: ['70000', '71000.0'] },
  stopLoss: { values: ['60000', '59000'] },
  timeInForce: { values: ['normal', 'ioc'] },
  reference: { values: ['66000', '67000'], with: { price: 'market' } },
};

/** What a version of the interface has no word for, so that its bodies are the same. */
const UNSAID: Readonly<Record<string, readonly OrderField[]>> = { v2: [], v3: ['marginMode'] };

const BASE = { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.1', price: '64000' };

function planOf(field: OrderField, value: string): { readonly plan: Plan; readonly text: string } {
  const keys = { ...BASE, ...SAMPLES[field].with, [field]: value };
  const lines = Object.entries(keys).map(([key, of]) => `    ${key}: ${of}`);
  const text = ['version: 1', 'name: a', 'orders:', '  - id: one', ...lines, ''].join('\n');
  const { plan, diagnostics } = loadText(text);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  return { plan, text };
}

const orderOf = ({ orders }: Plan): PlannedOrder => orders[0] as PlannedOrder;
const damaged = (text: string): never => {
  throw new Error(text);
};

const schemaKeys = (file: string, definition: string): string[] => {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')) as {
    readonly $defs: Readonly<Record<string, { readonly properties: object }>>;
  };
  return Object.keys(schema.$defs[definition]?.properties ?? {});
};

test.each(FIELD_NAMES)('%s has its place in plans and reviewed plans', (field) => {
  expect(schemaKeys('plan.schema.json', 'order')).toContain(field);
  expect(schemaKeys('reviewed.schema.json', 'reviewedOrder')).toContain(field);
});

test.each(FIELD_NAMES)('%s is read as it is written, and read back from its text', (field) => {
  for (const value of SAMPLES[field].values) {
    const order = orderOf(planOf(field, value).plan);
    expect(headline(order)[field]).toBe(value);
    expect(fieldTexts(fieldsFrom(fieldTexts(order), damaged))).toEqual(fieldTexts(order));
  }
});

test.each(FIELD_NAMES)('%s is in the content, where it is not a guard', (field) => {
  const [before, after] = SAMPLES[field].values.map((value) => orderContent(orderOf(planOf(field, value).plan)));
  if (ORDER_FIELDS[field].part === 'guard') expect(after).toEqual(before);
  else expect(after?.[field]).not.toBe(before?.[field]);
});

test.each(FIELD_NAMES.flatMap((field) => [v2, v3].map((dialect) => [field, dialect] as const)))(
  '%s changes the body that is sent',
  (field, dialect) => {
    const rules = { ...defaultConfig.exchange, maxOrdersPerCall: 1 };
    const [before, after] = SAMPLES[field].values.map(
      (value) => compilePlan(dialect.calls, planOf(field, value).plan, emptyJournal, rules).calls[0]?.body,
    );
    expect(before).toBeDefined();
    const isUnsaid = ORDER_FIELDS[field].part === 'guard' || UNSAID[dialect === v2 ? 'v2' : 'v3']?.includes(field);
    if (isUnsaid === true) expect(after).toBe(before);
    else expect(after).not.toBe(before);
  },
);

test.each(FIELD_NAMES)('%s is explained with its value and its line', (field) => {
  const value = SAMPLES[field].values[1];
  const { plan, text } = planOf(field, value);
  const explained = explainFields(orderOf(plan), writtenOrder(new SourceFile('plan.yaml', text), 'one'), undefined);
  const line = text.split('\n').indexOf(`    ${field}: ${value}`) + 1;
  const found = explained.find(({ name }) => name === field);
  expect(found?.value).toBe(value);
  expect(found?.from).toContain(`line ${line}`);
});

test.each(FIELD_NAMES.filter((field) => ORDER_FIELDS[field].part === 'detail'))(
  '%s is said in short lines',
  (field) => {
    const value = SAMPLES[field].values[1];
    const words = fieldTexts(orderOf(planOf(field, value).plan));
    const { kind, label } = ORDER_FIELDS[field];
    expect(detailWords(words, words)).toEqual([kind === 'word' ? value : `${label} ${value}`]);
  },
);
