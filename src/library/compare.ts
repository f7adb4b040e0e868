/** What lies between two plans, as data and as the texts of `ordo diff`. Pure. */
import { looserLimits } from '../config/looser-limits.ts';
import { emptyJournal } from '../journal/records/state.ts';
import type { LooserLimit } from '../model/config.ts';
import { planChanges, type PlanChanges } from '../model/plan-changes.ts';
import { areSame, planSide, type Difference, type DiffSide } from '../views/diff/difference.ts';
import { differenceJson } from '../views/diff/json.ts';
import { differenceSheet } from '../views/diff/sheet.ts';
import { markdown } from '../show/markdown.ts';
import { terminalText } from '../show/terminal.ts';
import { scheduleOf } from './compile.ts';
import type { CheckedPlan } from './load.ts';
import { textStyle, type TextStyle } from './text-style.ts';

/** Orders go by their ids. Where name or generation differ, every order is another one to the exchange. */
export interface PlanComparison extends PlanChanges {
  readonly before: CheckedPlan;
  readonly after: CheckedPlan;
  /** What the latter and its config allow, and the former did not. */
  readonly looser: readonly LooserLimit[];
  /** No order differs, no limit is looser, and the same calls would be sent. */
  readonly isSame: boolean;
}

/** Both as if nothing was sent yet. */
export function comparePlans(before: CheckedPlan, after: CheckedPlan): PlanComparison {
  const changes = planChanges(before.plan.orders, after.plan.orders);
  const looser = looserLimits(before, after);
  const compared = { ...changes, looser, before, after };
  return { ...compared, isSame: areSame(differenceOf(compared)) };
}

/** `markdown` is for a pull request, `json` for programs. */
export type ComparisonForm = 'lines' | 'markdown' | 'json';

/** What `ordo diff` writes. What a plan wrote in it drives no terminal. */
export function comparisonText(
  comparison: PlanComparison,
  form: ComparisonForm = 'lines',
  style: TextStyle = {},
): string {
  const difference = differenceOf(comparison);
  if (form === 'json') return differenceJson(difference);
  const sheet = differenceSheet(difference);
  return form === 'markdown' ? markdown(sheet) : terminalText(sheet, textStyle(style));
}

const differenceOf = ({
  before,
  after,
  looser,
  added,
  removed,
  changed,
}: Omit<PlanComparison, 'isSame'>): Difference => ({
  before: sideOf(before),
  after: sideOf(after),
  changes: { added, removed, changed },
  looser,
});

const sideOf = (checked: CheckedPlan): DiffSide =>
  planSide(checked.file, checked.plan, scheduleOf({ checked, known: emptyJournal, only: [], again: [] }));
