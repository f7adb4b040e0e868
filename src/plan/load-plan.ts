/** Text to plan: read, check the shape, make exact, check the rules. Every mistake is told at once, best first. */
import type { DefaultsDocument, PlanDocument } from '../generated/plan.ts';
import type { Policy } from '../model/config.ts';
import type { Decimal } from '../model/decimal.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Plan } from '../model/order.ts';
import { bestFirst, hasErrors, MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { quoted } from '../source/quoted.ts';
import type { SourceFile } from '../source/source-file.ts';
import { CAUTION_RULES } from './rules/caution-rules.ts';
import { orderPath, type DefaultsDraft, type Found, type OrderDraft } from './read/order-draft.ts';
import { Variables } from './expression/variables.ts';
import { FAULTY, given as asGiven, MISSING, type Field } from './read/field.ts';
import { Faults } from '../document/faults.ts';
import { Findings, type Finding } from '../document/findings.ts';
import { entryStarts } from '../document/locate.ts';
import { finishPlan } from './finish-plan.ts';
import { OrderReader } from './read/order-reader.ts';
import { ORDER_RULES } from './rules/order-rules.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import { orderShapeAt } from './vocabulary/order-words.ts';
import { planShapeAt } from './vocabulary/plan-words.ts';
import { PLAN_RULES, unlistedSymbols } from './rules/plan-rules.ts';
import { limitsAreTighter, moreRungs, POLICY_RULES } from './rules/policy-rules.ts';
import { readLimits } from './read/limits.ts';
import { stopsHold } from './rules/stop-rules.ts';
import { checkOrder, checkPlanFrame } from './read/plan-schema.ts';
import { judge } from '../document/schema-findings.ts';
import type { Verdict } from '../document/schema-findings.ts';
import { namesOf } from './read/names.ts';
import { stagesAreSound } from './rules/stage-rules.ts';

export interface LoadPlanOptions {
  /** Ticks, steps and size limits; without them no precision is checked. */
  readonly instruments?: InstrumentList;
  /** Whether a symbol that the list lacks is an error (the user's list) or only unchecked (the paper exchange's). */
  readonly strictSymbols?: boolean;
  readonly policy?: Policy;
  /** Values of this run for variables of the plan, over its own. */
  readonly variables?: VariableValues;
}

/** By name; a decimal may be zero. */
export type VariableValues = ReadonlyMap<string, Decimal>;

const NO_VALUES: VariableValues = new Map();

export interface LoadedPlan {
  /** Present exactly when no diagnostic is an error. */
  readonly plan?: Plan;
  /** Errors in order of place, then warnings; at most about a hundred. Those of a policy have codes `policy/…`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Symbols whose precision is not checked. */
  readonly uncheckedSymbols: readonly string[];
  /** Names that the plan's `vars` has; undefined where the text cannot be read. */
  readonly variables?: readonly string[];
}

const isMapping = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content);

/** Most orders that the ladders of a plan may become, with its other orders. */
const MAX_ORDERS = 20_000;

function draftOrders(entries: readonly unknown[], reader: OrderReader, found: Findings): OrderDraft[] {
  const drafts: OrderDraft[] = [];
  for (const [index, content] of entries.entries()) {
    if (found.isFull) break;
    const errors = checkOrder(content);
    let faults = Faults.none;
    if (errors.length > 0) {
      const verdict = judge(errors, { content, base: orderPath(index), shapeAt: orderShapeAt });
      verdict.findings.forEach(found.add);
      ({ faults } = verdict);
    }
    if (!isMapping(content)) continue;
    for (const draft of reader.read(content, index, faults)) drafts.push(draft);
    if (drafts.length <= MAX_ORDERS) continue;
    found.add({
      code: 'plan/too-many-orders',
      message: `the plan’s ladders come to more than ${MAX_ORDERS} orders`,
      hint: 'split the plan',
      path: orderPath(index, 'id'),
    });
    break;
  }
  return drafts;
}

/** The same finding about several rungs of one ladder is one mistake, told once. */
function judgeOrders(orders: readonly OrderDraft[], instruments: InstrumentList | undefined, found: Findings): void {
  const told = new Map<string, { readonly finding: Finding; more: number }>();
  for (const order of orders) {
    if (found.isFull) break;
    const tell: Found =
      order.rung === undefined
        ? found.add
        : (finding) => {
            const key = `${finding.code} ${finding.path.join('/')}`;
            const earlier = told.get(key);
            if (earlier === undefined) told.set(key, { finding, more: 0 });
            else earlier.more += 1;
          };
    for (const rule of ORDER_RULES) rule(order, instruments, tell);
  }
  for (const { finding, more } of told.values()) {
    found.add({ ...finding, message: finding.message + moreRungs(more) });
  }
}

/** The values of a run's own variables that the plan does not know are the caller's to refuse. */
function readVariables(
  document: Record<string, unknown>,
  frame: Verdict,
  given: VariableValues,
  found: Found,
): Variables {
  const written = isMapping(document['vars']) ? (document['vars'] as Record<string, string>) : {};
  const faulty = new Set(Object.keys(written).filter((name) => frame.faults.at('vars').at(name).here));
  return new Variables({ written, faulty, given, found });
}

function tellUnused(variables: Variables, found: Findings): void {
  for (const name of variables.unused) {
    found.add({
      severity: 'warning',
      code: 'variable/unused',
      message: `no order uses the variable ${quoted(name)}`,
      hint: 'delete it, or use it as `=name`',
      path: ['vars', name],
      part: 'key',
    });
  }
}

/** The limits of the plan without those that have an error. */
function soundLimits(document: Record<string, unknown>, frame: Verdict, found: Found): Policy {
  const limits = document['limits'];
  const faults = frame.faults.at('limits');
  return isMapping(limits) && !faults.here ? readLimits(faults.soundOf(limits), 'limits', found) : {};
}

function draftDefaults(document: Record<string, unknown>, frame: Verdict): DefaultsDraft {
  const written = isMapping(document['defaults']) ? (document['defaults'] as DefaultsDocument) : {};
  const faults = frame.faults.at('defaults');
  const read = <Key extends keyof DefaultsDocument>(key: Key): Field<NonNullable<DefaultsDocument[Key]>> => {
    // A default that stands outside `defaults` was reported as an unknown key.
    if (faults.here || faults.at(key).here || Object.hasOwn(document, key)) return FAULTY;
    const value = written[key];
    return value === undefined ? MISSING : asGiven(value, 'defaults');
  };
  return {
    symbol: read('symbol'),
    marginMode: read('marginMode'),
    timeInForce: read('timeInForce'),
    reference: read('reference'),
    maxDistance: read('maxDistance'),
  };
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
  const { instruments, policy = {}, strictSymbols = false, variables: given = NO_VALUES } = options;
  // Of a symbol that is an error itself, that its precision is needed need not be said.
  const isToldBySymbol = strictSymbols && instruments !== undefined;
  const tell: Found = (finding) => {
    if (!isToldBySymbol || finding.code !== 'instrument/needed') found.add(finding);
  };
  const variables = readVariables(document, frame, given, tell);
  const reader = new OrderReader({ defaults, variables, instruments, found: tell });
  const orders = draftOrders(Array.isArray(document['orders']) ? document['orders'] : [], reader, found);
  judgeOrders(orders, instruments, found);
  const validUntil = frame.faults.at('validUntil').here ? undefined : (document['validUntil'] as string | undefined);
  for (const rule of PLAN_RULES) rule({ orders, defaults, validUntil, instruments, strictSymbols }, found.add);
  const names = namesOf(orders);
  stagesAreSound(orders, names, found.add);
  // A value that is given for a run may stand where the plan has a formula that uses others.
  if (!found.hasErrors && given.size === 0) tellUnused(variables, found);
  const limits = soundLimits(document, frame, found.add);
  limitsAreTighter(limits, policy, found.add);
  for (const rule of [...POLICY_RULES, stopsHold]) {
    rule(orders, { limits: policy, who: 'the policy', key: 'policy' }, found.add);
    rule(orders, { limits, who: 'the plan itself', key: 'limits' }, found.add);
  }

  // No warnings while there are errors.
  if (!found.hasErrors && diagnostics.length === 0) for (const rule of CAUTION_RULES) rule(orders, found.add);

  const all = bestFirst([...diagnostics, ...found.diagnostics]).slice(0, MAX_DIAGNOSTICS);
  const uncheckedSymbols = [...unlistedSymbols({ orders, instruments }).keys()];
  const loaded = { diagnostics: all, uncheckedSymbols, variables: variables.names };
  if (hasErrors(all)) return loaded;
  const lines = entryStarts(tree.root, 'orders').map((start) => source.lineAt(start));
  return { ...loaded, plan: finishPlan(document as unknown as PlanDocument, orders, lines, names) };
}
