/** Text or document to plan, config or list of instruments, with every mistake at once. Reads no file and no clock. */
import { dialectOf } from '../exchange/spoken.ts';
import { loadAccount } from '../config/load-account.ts';
import { loadConfig as readConfig } from '../config/load-config.ts';
import { loadInstruments as readInstruments } from '../config/load-instruments.ts';
import { strayCapWords } from '../config/stray-caps.ts';
import { explainDecimal } from '../document/decimal-spelling.ts';
import type { AccountDocument } from '../generated/account.ts';
import type { ConfigDocument } from '../generated/config.ts';
import type { InstrumentsDocument } from '../generated/instruments.ts';
import type { PlanDocument } from '../generated/plan.ts';
import type { AccountFile } from '../model/account-file.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { RefusalCode } from '../model/refusals.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Plan } from '../model/order.ts';
import { err, ok, type Result } from '../model/result.ts';
import { paperInstruments } from '../paper/v2/order/instruments.ts';
import { loadPlan as readPlan, type VariableValues } from '../plan/load-plan.ts';
import { UNCHECKED } from '../actions/prepare/assumptions.ts';
import { refusalWith } from '../refusal.ts';
import { hasErrors, type Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { publicDiagnostic, type PublicDiagnostic } from './diagnostics.ts';
import { jsonText, yamlText } from './document-text.ts';
import { invalid, type LoadRefusal } from './failure.ts';
import { sourceOf, type InCode } from './in-code.ts';

export interface LoadOptions {
  /** What messages call it. A path also goes into the journal, so that `ordo status` knows the plan by its file. */
  readonly file?: string;
}

export interface PlanOptions extends LoadOptions {
  /** Whose policy the plan must keep to, and what it is compiled and sent under; by default the defaults. */
  readonly config?: Config;
  /** Ticks, steps and size limits; without them no precision is checked. */
  readonly instruments?: InstrumentList;
  /** What the account was worth (`loadAccountFile`): sizes with `of: equity` go by it. */
  readonly account?: AccountFile;
  /** Values for variables of the plan, over its own. */
  readonly variables?: Readonly<Record<string, string | number | bigint>>;
  /** Milliseconds since 1970: a plan past its `validUntil` is warned of, as placing will refuse it. */
  readonly nowMs?: number;
}

/** A valid plan with what it was judged under. Numbers are exact: a Decimal is the text of its digits in JSON. */
export interface CheckedPlan {
  /** What messages call it. */
  readonly file: string;
  /** What was read: of a document, the YAML that says the same. */
  readonly text: string;
  readonly plan: Plan;
  readonly config: Config;
  /** Values that variables were given, over those of the plan. */
  readonly variables: ReadonlyMap<string, Decimal>;
  /** Ticks, steps and size limits that its numbers were checked by. */
  readonly instruments?: InstrumentList;
  /** By which list its numbers were checked, in words. */
  readonly precision: string;
  readonly warnings: readonly PublicDiagnostic[];
}

/** What stands for the path of a plan that has none. */
export const IN_MEMORY = 'plan in memory';

/** A plan as YAML or as the document itself. Every mistake comes at once (docs/diagnostics.md). */
export function loadPlan(
  input: string | InCode<PlanDocument>,
  options: PlanOptions = {},
): Result<CheckedPlan, LoadRefusal> {
  const { file = IN_MEMORY, config = defaultConfig, instruments, account, nowMs } = options;
  const source = sourceOf(input, file, yamlText);
  if (!source.ok) return invalid([source.error], file, 'plan/invalid');
  const variables = variablesOf(options.variables ?? {});
  if (!variables.ok) return variables;
  const strictSymbols = instruments !== undefined && instruments !== paperInstruments;
  const { plan, diagnostics, ...loaded } = readPlan(source.value, {
    policy: config.policy,
    triggerPresets: dialectOf(config).triggerPresets,
    variables: variables.value,
    strictSymbols,
    ...defined({ instruments, nowMs, account: account && (() => account) }),
  });
  const cap = strayCapWords(config.policy, { instruments, strictSymbols, used: loaded.uncheckedSymbols });
  if (cap !== undefined) return err({ ...refusalWith('config/invalid', cap.message, cap.hint), diagnostics: [] });
  const stray = [...variables.value.keys()].find((name) => loaded.variables?.includes(name) === false);
  if (stray !== undefined) return refusedVariable(stray, 'the plan has no such variable');
  if (plan === undefined) return invalid(diagnostics, file, codeOf(diagnostics));
  return ok({
    file,
    text: source.value.text,
    plan,
    config,
    variables: variables.value,
    ...defined({ instruments }),
    precision: precisionOf(instruments),
    warnings: diagnostics.map(publicDiagnostic),
  });
}

/** `ordo.config.yaml`, as YAML or as the document itself, with every default applied. Its paths and programs are not used. */
export function loadConfig(
  input: string | InCode<ConfigDocument>,
  { file = 'config in memory' }: LoadOptions = {},
): Result<Config, LoadRefusal> {
  return loadOther(input, file, (source) => {
    const { config, diagnostics } = readConfig(source);
    return { value: config, diagnostics };
  });
}

/** `instruments.json`, as text or as the document itself. */
export function loadInstruments(
  input: string | InCode<InstrumentsDocument>,
  { file = 'instruments in memory' }: LoadOptions = {},
): Result<InstrumentList, LoadRefusal> {
  return loadOther(input, file, (source) => {
    const { instruments, diagnostics } = readInstruments(source);
    return { value: instruments, diagnostics };
  });
}

/** `account.json`, as text or as the document itself. */
export function loadAccountFile(
  input: string | InCode<AccountDocument>,
  { file = 'account file in memory' }: LoadOptions = {},
): Result<AccountFile, LoadRefusal> {
  return loadOther(input, file, (source) => {
    const { account, diagnostics } = loadAccount(source);
    return { value: account, diagnostics };
  });
}

function loadOther<T>(
  input: unknown,
  file: string,
  read: (source: SourceFile) => { readonly value: T | undefined; readonly diagnostics: readonly Diagnostic[] },
): Result<T, LoadRefusal> {
  const source = sourceOf(input, file, jsonText);
  if (!source.ok) return invalid([source.error], file, 'config/invalid');
  const { value, diagnostics } = read(source.value);
  return value === undefined ? invalid(diagnostics, file, 'config/invalid') : ok(value);
}

const codeOf = (diagnostics: readonly Diagnostic[]): RefusalCode =>
  hasErrors(diagnostics.filter(({ code }) => !code.startsWith('policy/'))) ? 'plan/invalid' : 'plan/forbidden';

function variablesOf(given: Readonly<Record<string, string | number | bigint>>): Result<VariableValues, LoadRefusal> {
  const values = new Map<string, Decimal>();
  for (const [name, written] of Object.entries(given)) {
    const value = Decimal.parse(String(written));
    if (value === undefined) {
      const { message, hint } = explainDecimal(String(written));
      return refusedVariable(name, message, hint);
    }
    values.set(name, value);
  }
  return ok(values);
}

const refusedVariable = (name: string, message: string, hint?: string): Result<never, LoadRefusal> =>
  err({ ...refusalWith('plan/variable', `variable ${name}: ${message}`, hint), diagnostics: [] });

export function precisionOf(instruments: InstrumentList | undefined): string {
  if (instruments === undefined) return UNCHECKED;
  const { source, asOf } = instruments;
  return instruments === paperInstruments ? `by ${source}` : `by ${source} of ${asOf}`;
}
