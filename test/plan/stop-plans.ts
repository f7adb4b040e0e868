/** Orders at 50,000 and what may stop them. */
import { expect } from 'vitest';
import type { Policy } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, load, plan } from '../support/plans.ts';

const errors = (loaded: LoadedPlan): string[] =>
  codes({ ...loaded, diagnostics: loaded.diagnostics.filter(({ severity }) => severity === 'error') });

/** The same limit as the config’s policy and as the plan’s own; both must refuse alike. */
export function under(orders: readonly string[], key: 'requireStop' | 'maxLossAtStops', value: string): string[] {
  const policy: Policy = key === 'requireStop' ? { [key]: value === 'true' } : { [key]: Decimal.of(value) };
  const byPolicy = errors(load(plan(orders), { policy }));
  expect(errors(load(plan(orders, `limits: { ${key}: ${value} }`)))).toEqual(byPolicy);
  return byPolicy;
}

export const LONG = 'id: a, side: open-long, size: 1, price: 50000';
export const SHORT = 'id: a, side: open-short, size: 1, price: 50000';
export const NOW = 'id: a, side: open-long, size: 1, price: market';
export const BREAK = 'id: a, side: open-long, size: 1, trigger: 50000, price: market, reference: 50000';
export const LADDER = 'id: a, side: open-long, size: { total: 1 }, price: { from: 50000, to: 49000, steps: 2 }';
export const stop = (size: string, trigger: string, rest = 'side: close-long, price: market', id = 's'): string =>
  `id: ${id}, size: ${size}, trigger: ${trigger}, ${rest}`;
export const COVER = 'side: close-short, price: market';
