/** An order or a ladder that a person names on the command line. */
import { expect, test } from 'vitest';
import { RefusalError, type Refusal } from '../../src/refusal.ts';
import { ordersNamed, type NamedOrders } from '../../src/actions/prepare/orders-named.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const PLAN = `version: 1
name: named
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 60000 }
  - { id: pullback, side: open-long, size: { total: 0.03 }, price: { from: 59000, to: 58000, steps: 3 } }
`;
const { plan } = loadPlan(new SourceFile('my plan.yaml', PLAN), { instruments: paperInstruments });
if (plan === undefined) throw new Error('the plan of this test is invalid');
const among: NamedOrders = { plan, planPath: 'my plan.yaml', known: new Set(['removed']) };

function refusalOf(name: string, option?: string): Refusal {
  try {
    ordersNamed(name, option === undefined ? among : { ...among, option });
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
  throw new Error(`${name} was found`);
}

test('an order is itself, and a ladder its rungs', () => {
  expect(ordersNamed('entry', among)).toEqual(['entry']);
  expect(ordersNamed('pullback', among)).toEqual(['pullback-1', 'pullback-2', 'pullback-3']);
  expect(ordersNamed('pullback-2', among)).toEqual(['pullback-2']);
});

test('a name that is near gets a suggestion, and every unknown name the command that lists them', () => {
  expect(refusalOf('entri')).toEqual({
    code: 'plan/unknown-order',
    exitCode: 2,
    message: 'the plan has no order entri',
    hint: "did you mean entry? a dry run lists its orders: ordo run 'my plan.yaml'",
  });
  expect(refusalOf('nobody', '--only').message).toBe('--only nobody: the plan has no such order');
});

test.each([undefined, '--only', '--again'])(
  'an order that was removed after being sent is said to be (%s)',
  (option) => {
    expect(refusalOf('removed', option).hint).toContain('the journal has it');
  },
);
