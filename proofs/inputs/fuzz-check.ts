/** What must hold of any bytes that are given as a plan. */
import { emptyJournal } from '../../src/journal/records/state.ts';
import { laterIds } from '../../src/compile/follow/later.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { OrderNumber, PlannedOrder } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { hasErrors, type Diagnostic } from '../../src/source/diagnostic.ts';
import { readSource } from '../../src/source/read-source.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

/** What may stand in a terminal besides line breaks. */
// eslint-disable-next-line no-control-regex -- control characters are what must not come through
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const { limits, batchPresets } = defaultConfig.exchange;
const rules = { limits, batchPresets, maxOrdersPerCall: defaultConfig.execution.maxOrdersPerCall };

type Checked = { readonly isValid: boolean; readonly orders: number; readonly wrong?: string };

/** A plan or at least one error, never both, never neither; and of a plan every order in one call, digit for digit, but what only a follower sends. */
export function checkPlan(bytes: Uint8Array, checksPrecision: boolean): Checked {
  const read = readSource('plan.yaml', bytes);
  if (!read.ok) return { isValid: false, orders: 0, ...shown([read.error]) };
  const { plan, diagnostics } = loadPlan(read.value, checksPrecision ? { instruments: paperInstruments } : {});
  if ((plan === undefined) !== hasErrors(diagnostics)) return wrong('neither a plan nor an error, or both');
  if (plan === undefined) return { isValid: false, orders: 0, ...shown(diagnostics) };
  const { calls } = compilePlan(v2.calls, plan, emptyJournal, rules);
  const called = calls.flatMap(({ orders }) => orders.map(({ clientOid }) => clientOid));
  const later = laterIds(plan.orders);
  const placed = plan.orders.filter(({ id }) => !later.has(id));
  if (called.length !== placed.length || new Set(called).size !== called.length)
    return wrong(`${placed.length} orders, ${called.length} in calls`);
  const sent = new Set(calls.flatMap(({ body }) => [...body.matchAll(/"([0-9.]+)"/g)].map((match) => match[1])));
  for (const order of placed) {
    for (const [field, digits] of digitsOf(order)) {
      if (!sent.has(digits)) return wrong(`${digits} of ${order.id} is in no body`);
      // What was computed stands nowhere; and an escape spells a digit otherwise, so that it stands in the text as that.
      const isAsWritten = order.formulas?.[field] === undefined && !read.value.text.includes('\\');
      if (isAsWritten && !isWritten(digits, read.value.text)) {
        return wrong(`${digits} of ${order.id} is not as it was written`);
      }
    }
  }
  return { isValid: true, orders: plan.orders.length };
}

const wrong = (what: string): Checked => ({ isValid: false, orders: 0, wrong: what });

function shown(diagnostics: readonly Diagnostic[]): { wrong?: string } {
  return UNPRINTABLE.test(renderDiagnostics(diagnostics.slice(0, 5), { width: 60 }))
    ? { wrong: 'a diagnostic shows a control character' }
    : {};
}

function digitsOf(order: PlannedOrder): [OrderNumber, string][] {
  const { size, price, trigger, takeProfit, stopLoss } = order;
  const numbers = { size, price: price.kind === 'limit' ? price.at : undefined, trigger, takeProfit, stopLoss };
  return Object.entries(numbers).flatMap(([field, one]) =>
    one === undefined ? [] : [[field as OrderNumber, one.toString()]],
  );
}

const isWritten = (digits: string, text: string): boolean =>
  new RegExp(`(?<![\\d.])${digits.replaceAll('.', '\\.')}(?![\\d.])`).test(text);
