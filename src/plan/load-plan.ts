/** Text to plan: read, check the shape, make exact, check the rules. Every mistake is reported at once, best first. */
import { parseYaml } from '../document/parse-yaml.ts';
import type { AccountAnswer } from '../model/account-file.ts';
import type { Policy } from '../model/config.ts';
import type { Decimal } from '../model/decimal.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Plan } from '../model/order.ts';
import { bestFirst, hasErrors, mostUseful, type Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { finishPlan } from './finish-plan.ts';
import { AccountMeant } from './read/account-meant.ts';
import { draftOrders } from './read/draft-orders.ts';
import { readFrame } from './read/frame.ts';
import { caution, judgeLimits, judgeOrders, judgePlan } from './rules/judge.ts';
import { withExits } from './rules/exits.ts';
import { judgedStops } from './rules/judged-stops.ts';
import { unlistedSymbols } from './rules/plan-rules.ts';
import { quoted } from '../source/quoted.ts';

/** `id: entry #1`: YAML takes what follows ` #` for a comment, and the name is shorter than its author thinks. */
const NAMED = /^[ \t]*(?:- +)?(?:id|name|was|symbol):[ \t]+([A-Za-z0-9][\w-]*)[ \t]+(#[^\s#][^\n]*?)[ \t]*$/gm;
const MOST = 20;

function nameComments(source: SourceFile): Diagnostic[] {
  const found: Diagnostic[] = [];
  // Most texts have no comment at all, and to look at every line of a long one takes its time.
  if (!source.text.includes('#')) return found;
  for (const match of source.text.matchAll(NAMED)) {
    const [whole, name = '', comment = ''] = match;
    const start = match.index + whole.indexOf(name, whole.indexOf(':'));
    const meant = `${name}-${comment.replaceAll(/[^A-Za-z0-9_-]+/g, '')}`;
    found.push({
      severity: 'warning',
      code: 'yaml/comment',
      message: `${quoted(comment)} is a comment, so this is ${quoted(name)}`,
      hint: `write ${quoted(meant)}, or else a space after \`#\``,
      source,
      start,
      end: start + name.length + whole.slice(start - match.index + name.length).trimEnd().length,
    });
    if (found.length === MOST) break;
  }
  return found;
}

export interface LoadPlanOptions {
  /** Ticks, steps and size limits; without them no precision is checked. */
  readonly instruments?: InstrumentList;
  /** Whether a symbol that the list lacks is an error (the user's list) or only unchecked (the paper exchange's). */
  readonly strictSymbols?: boolean;
  /** Whether a trigger order may carry presets: the exchange's interface decides it. By default none may. */
  readonly triggerPresets?: boolean;
  readonly policy?: Policy;
  /** What the file of the policy is called, for hints. */
  readonly policyFile?: string;
  /** Values of this run for variables of the plan, over its own. Names that the plan lacks are the caller's to refuse. */
  readonly variables?: VariableValues;
  /** The account file, asked for only where a size is a share of its equity; without it there is none. */
  readonly account?: () => AccountAnswer;
  /** Milliseconds since 1970; without it no plan is past its `validUntil`. */
  readonly nowMs?: number;
}

const noAccount = (): AccountAnswer => ({
  why: 'the size is a share of the equity, and there is no account file',
  hint: 'give the plan an account file, or write an amount',
});

/** By name; a decimal may be zero. */
export type VariableValues = ReadonlyMap<string, Decimal>;

export interface LoadedPlan {
  /** Present exactly when no diagnostic is an error, and the account file has no mistake of its own. */
  readonly plan?: Plan;
  /** The plan all the same, where a policy or limit forbids it and nothing else is wrong with it. Never to be placed. */
  readonly forbidden?: Plan;
  /** At most about a hundred, best first (`bestFirst`). Those of a policy have codes `policy/…`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Symbols whose precision is not checked. */
  readonly uncheckedSymbols: readonly string[];
  /** Names that the plan's `vars` has; undefined where the text cannot be read. */
  readonly variables?: readonly string[];
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
const isOfPolicy = ({ code }: Diagnostic): boolean => code.startsWith('policy/');

/** Checks a plan's text against its language, the instruments and the policy (docs/contract.md#plan). */
export function loadPlan(source: SourceFile, options: LoadPlanOptions = {}): LoadedPlan {
  const { tree, diagnostics: ofText } = parseYaml(source);
  if (tree === undefined) return { diagnostics: bestFirst(ofText), uncheckedSymbols: [] };
  const { instruments, strictSymbols = false, triggerPresets = false, policy = {}, policyFile, nowMs } = options;
  const given = options.variables ?? new Map();
  const account = new AccountMeant(options.account ?? noAccount);
  const frame = readFrame(source, tree, {
    instruments,
    strictSymbols,
    triggerPresets,
    policy,
    policyFile,
    given,
    account,
    nowMs,
  });
  const reading = withExits(draftOrders(frame));
  const { orders, variables, found } = reading;
  judgeOrders(reading);
  judgePlan(reading);
  const stops = judgedStops(reading);
  const limits = judgeLimits(reading, stops);
  // A text that YAML cannot read whole says nothing for sure.
  if (ofText.length === 0) caution(reading, limits, stops);

  const diagnostics = mostUseful([...ofText, ...found.diagnostics, ...nameComments(source)]);
  const uncheckedSymbols = [...unlistedSymbols(orders, instruments).keys()];
  const loaded = { diagnostics, uncheckedSymbols, variables: variables.names };
  const errors = [...ofText, ...found.diagnostics].filter(isError);
  if (!errors.every(isOfPolicy) || account.isReported) return loaded;
  const lines = tree.entryStarts('orders').map((start) => source.lineAt(start));
  const plan = finishPlan(reading, lines, limits);
  stops?.keepFor(plan.orders);
  return { ...loaded, ...(hasErrors(diagnostics) ? { forbidden: plan } : { plan }) };
}
