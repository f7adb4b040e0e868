/** A plan and its schedule are data: they can be stored, printed and compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { Plan } from '../../src/model/order.ts';
import { Rational } from '../../src/model/rational.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { load, ordersOf, plan, wordsOf } from '../support/plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'));

const { exchange, execution } = defaultConfig;
const rules = { ...exchange, maxOrdersPerCall: execution.maxOrdersPerCall };

function planOf(name: string): Plan {
  const source = new SourceFile(name, readFileSync(EXAMPLES + name, 'utf8'));
  const { plan: made } = loadPlan(source, { instruments: paperInstruments });
  if (made === undefined) throw new Error(`${name} is not valid`);
  return made;
}

/** Every kind of thing that is reachable from a value, by its class. */
function kindsIn(value: unknown, kinds = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return kinds.add(value === null ? 'null' : typeof value);
  kinds.add(value.constructor.name);
  if (value instanceof Decimal || value instanceof Rational) return kinds;
  const inside = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  for (const one of inside) kindsIn(one, kinds);
  return kinds;
}

const DATA = new Set(['string', 'number', 'boolean', 'undefined', 'Object', 'Array', 'Map', 'Decimal', 'Rational']);

describe.each(names)('%s', (name) => {
  const made = planOf(name);

  test('becomes a plan and a schedule of data alone', () => {
    const kinds = [...kindsIn([made, compilePlan(v2.calls, made, emptyJournal, rules)])];
    expect(kinds.filter((kind) => !DATA.has(kind))).toEqual([]);
  });

  test('is the same plan after a copy, and the same text each time it is printed', () => {
    expect(structuredClone(made)).toEqual(made);
    expect(JSON.stringify(planOf(name))).toBe(JSON.stringify(made));
    expect(JSON.stringify(made.orders)).toContain(`"size":"${made.orders[0]?.size.toString()}"`);
  });
});

describe('a formula', () => {
  const text = plan(
    [
      'id: a, side: open-long, price: =entry * 0.9, size: { notional: 5000 }, stopLoss: =price - third * 3',
      'id: b, side: open-long, price: =entry * 0.9, size: { notional: 5000 }, stopLoss: =price - third * 3',
    ],
    'vars: { entry: 64000, third: =1 / 3 }',
  );
  const [first, second] = ordersOf(load(text));

  test('keeps what was written and every value that it was computed from, whole', () => {
    expect(JSON.parse(JSON.stringify(first?.formulas))).toEqual({
      price: { kind: 'expression', written: 'entry * 0.9', values: [['entry', '64000']] },
      size: { kind: 'worth', amount: '5000', entry: '57600', step: '0.0001' },
      stopLoss: {
        kind: 'expression',
        written: 'price - third * 3',
        values: [
          ['price', '57600'],
          ['third', '1/3'],
        ],
      },
    });
    expect(wordsOf(first, 'stopLoss')).toBe('price - third * 3 (price = 57600, third = 0.333333…)');
  });

  test('is one for all orders that are computed alike', () => {
    expect(second?.formulas?.price).toBe(first?.formulas?.price);
  });

  test('of a rung shares its range with the other rungs', () => {
    const { plan: made } = load(
      plan(['id: l, side: close-long, price: { from: 100, to: 160, steps: 4 }, size: { total: 4 }']),
    ) as { plan: Plan };
    const [, inner, next] = made.orders.map(({ formulas }) => formulas?.price);
    expect(inner).toMatchObject({ kind: 'rung', way: 1 });
    expect(inner?.kind === 'rung' && next?.kind === 'rung' && inner.range === next.range).toBe(true);
  });

  test('of a share stands whole at the mark of a size, though its total is an expression', () => {
    const { diagnostics } = load(
      plan(
        ['id: l, side: close-long, price: { from: 100, to: 160, steps: 4 }, size: { total: =budget * 1 }'],
        'vars: { budget: 0.0003 }',
      ),
    );
    expect(diagnostics.find(({ code }) => code === 'order/below-minimum')?.label).toBe('0.0003 * 1/4');
  });
});
