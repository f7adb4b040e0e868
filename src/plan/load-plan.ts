/** Text to plan: read, check the shape, make exact, check the rules. Every mistake is told at once, best first. */
import type { Policy } from '../model/config.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Plan } from '../model/order.ts';
import type { PlanDocument } from '../generated/plan.ts';
import { bestFirst, hasErrors, MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { entryStarts, Findings } from './locate.ts';
import { finishPlan, OrderReader, orderPath } from './normalize.ts';
import type { DefaultsDraft, OrderDraft } from './normalize.ts';
import { ORDER_RULES } from './order-rules.ts';
import { parseYaml } from './parse-yaml.ts';
import { orderShapeAt, planShapeAt } from './plan-fields.ts';
import { PLAN_RULES, unlistedSymbols } from './plan-rules.ts';
import { POLICY_RULES } from './policy-rules.ts';
import { checkOrder, checkPlanFrame } from './schema.ts';
import { judge } from './schema-errors.ts';
import type { Verdict } from './schema-errors.ts';

export interface LoadPlanOptions {
  /** Ticks, steps and size limits; without them no precision is checked. */
  readonly instruments?: InstrumentList;
  /** Whether a symbol that the list lacks is an error (the user's list) or only unchecked (the paper exchange's). */
  readonly strictSymbols?: boolean;
  readonly policy?: Policy;
}

export interface LoadedPlan {
  /** Present exactly when no diagnostic is an error. */
  readonly plan?: Plan;
  /** Errors in order of place, then warnings; at most about a hundred. Those of a policy have codes `policy/…`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Symbols whose precision is not checked. */
  readonly uncheckedSymbols: readonly string[];
}

const isMapping = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content);

const NO_FAULTS: ReadonlySet<string> = new Set();

function draftOrders(written: readonly unknown[], defaults: DefaultsDraft, found: Findings): OrderDraft[] {
  const drafts: OrderDraft[] = [];
  const reader = new OrderReader(defaults, found.add);
  for (const [index, content] of written.entries()) {
    if (found.isFull) break;
    const errors = checkOrder(content);
    let faulty = NO_FAULTS;
    if (errors.length > 0) {
      const verdict = judge(errors, { content, base: orderPath(index), shapeAt: orderShapeAt });
      verdict.findings.forEach(found.add);
      faulty = verdict.faulty;
    }
    if (isMapping(content)) drafts.push(reader.read(content, index, faulty));
  }
  return drafts;
}

function draftDefaults(document: Record<string, unknown>, frame: Verdict): DefaultsDraft {
  const written = isMapping(document['defaults']) ? document['defaults'] : {};
  const isBad = frame.faulty.has('defaults');
  // A default that stands outside `defaults` has been told of as an unknown key.
  const isFaulty = (key: string): boolean =>
    isBad || frame.faulty.has(`defaults/${key}`) || Object.hasOwn(document, key);
  return { written, faulty: new Set(['symbol', 'marginMode', 'timeInForce'].filter(isFaulty)) };
}

/** Checks a plan's text against its language, the instruments and the policy (product.md section 2). */
export function loadPlan(source: SourceFile, options: LoadPlanOptions = {}): LoadedPlan {
  const { tree, diagnostics } = parseYaml(source);
  if (tree === undefined) return { diagnostics: bestFirst(diagnostics), uncheckedSymbols: [] };
  const found = new Findings(source, tree.root);
  const { content } = tree;
  const frame = judge(checkPlanFrame(content), { content, base: [], shapeAt: planShapeAt });
  frame.findings.forEach(found.add);

  const document = isMapping(content) ? content : {};
  const defaults = draftDefaults(document, frame);
  const written = Array.isArray(document['orders']) ? document['orders'] : [];
  const orders = draftOrders(written, defaults, found);
  const { instruments, policy, strictSymbols = false } = options;
  for (const order of orders) {
    if (found.isFull) break;
    for (const rule of ORDER_RULES) rule(order, instruments, found.add);
  }
  const validUntil = frame.faulty.has('validUntil') ? undefined : (document['validUntil'] as string | undefined);
  for (const rule of PLAN_RULES) rule({ orders, defaults, validUntil, instruments, strictSymbols }, found.add);
  if (policy !== undefined) for (const rule of POLICY_RULES) rule(orders, policy, found.add);

  const all = bestFirst([...diagnostics, ...found.diagnostics]).slice(0, MAX_DIAGNOSTICS);
  const uncheckedSymbols = [...unlistedSymbols({ orders, instruments }).keys()];
  if (hasErrors(all)) return { diagnostics: all, uncheckedSymbols };
  const lines = entryStarts(tree.root, 'orders').map((start) => source.lineAt(start));
  const plan = finishPlan(document as unknown as PlanDocument, orders, lines);
  return { plan, diagnostics: all, uncheckedSymbols };
}
