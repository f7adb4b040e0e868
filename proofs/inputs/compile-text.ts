import { createHash } from 'node:crypto';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { formulaWords } from '../../src/model/formula.ts';
import { loadPlan, type LoadedPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { INSTRUMENTS } from './pairs.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

export interface Compiled {
  readonly loaded: LoadedPlan;
  readonly schedule: Schedule | undefined;
}

/** A plan's text to its calls under the defaults of the config; no schedule where it has an error. */
export function compileText(text: string): Compiled {
  const loaded = loadPlan(new SourceFile('plan.yaml', text), { instruments: INSTRUMENTS, strictSymbols: true });
  const { exchange, execution } = defaultConfig;
  const rules = { ...exchange, maxOrdersPerCall: execution.maxOrdersPerCall };
  const schedule = loaded.plan === undefined ? undefined : compilePlan(v2.calls, loaded.plan, emptyJournal, rules);
  return { loaded, schedule };
}

/** SHA-256 of all that a plan comes to: every path and body in its order, what waits for what, and every diagnostic. */
export function fingerprint({ loaded, schedule }: Compiled): string {
  const calls = schedule?.calls.map(({ path, body, waitsFor }) => [path, body, waitsFor]);
  const words = loaded.plan?.orders.map(({ formulas = {} }) =>
    Object.entries(formulas).map(([field, formula]) => [field, formulaWords(formula)]),
  );
  return createHash('sha256')
    .update(JSON.stringify([calls, words, loaded.plan?.ladders, loaded.diagnostics.map(said)]))
    .digest('hex');
}

const said = ({ severity, code, message, hint, start, end }: LoadedPlan['diagnostics'][number]): unknown[] => [
  severity,
  code,
  message,
  hint,
  start,
  end,
];
