/** One order from its lines to its bytes to what a ledger knows of it, as `ordo explain` shows it. */
import { stateOf } from '../journal/records/known-account.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { emptyJournal } from '../journal/records/state.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { Result } from '../model/result.ts';
import type { Refusal } from '../refusal.ts';
import { explain } from '../actions/explain/explain.ts';
import type { Looked } from '../actions/explain/explained.ts';
import { terminalText } from '../show/terminal.ts';
import { explainSheet } from '../views/explain.ts';
import { ordersNamed } from '../actions/prepare/orders-named.ts';
import { scheduleOf } from './compile.ts';
import { asValue } from './failure.ts';
import { sourceOf } from './in-code.ts';
import type { CheckedPlan } from './load.ts';
import { textStyle, type TextStyle } from './text-style.ts';

export interface ExplanationOptions extends TextStyle {
  /** What orders of the plan may have been sent by; needs no session. Without it, all is as if nothing was sent. */
  readonly sent?: { readonly ledger: Pick<Ledger, 'name' | 'account' | 'sendings'>; readonly account: AccountName };
}

/** `id` is that of an order or a ladder. Err (exit code 2) where the plan has neither, or the ledger cannot be read. */
export function explanationText(
  checked: CheckedPlan,
  id: string,
  { sent, ...style }: ExplanationOptions = {},
): Promise<Result<string, Refusal>> {
  return asValue(async () => {
    const { plan, file, text, variables } = checked;
    const { name, generation, orders } = plan;
    const scope = sent && { ...sent, plan: name, generation };
    const all = scope === undefined ? emptyJournal : stateOf(await scope.ledger.account(scope.account), scope);
    const known = inPlanNames(all, orders);
    ordersNamed(id, { plan, planPath: file, known });
    const source = sourceOf(text, file, String);
    if (!source.ok) throw new Error('a valid plan that cannot be read');
    const schedule = scheduleOf({ checked, known, only: [], again: [] });
    const gathered = { source: source.value, plan, variables, schedule, known, looked: lookedAt(sent) };
    return terminalText(explainSheet(await explain(gathered, id, scope)), textStyle(style));
  });
}

const lookedAt = (sent: ExplanationOptions['sent']): Looked =>
  sent === undefined
    ? { kind: 'not-looked', why: 'no ledger was given' }
    : { kind: 'looked', file: sent.ledger.name, account: `${sent.account.name} at ${sent.account.origin}` };
