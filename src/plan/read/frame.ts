/** The frame of a plan: its shape, its defaults and its variables. */
import { namingListed } from './symbol-meant.ts';
import { Findings } from '../../document/findings.ts';
import type { YamlTree } from '../../document/locate.ts';
import { judge } from '../../document/schema-findings.ts';
import type { Faults } from '../../document/faults.ts';
import type { DefaultsDocument, PlanDocument } from '../../generated/plan.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { Variables } from '../expression/variables.ts';
import { DEFAULTS, planShapeAt } from '../vocabulary/plan-words.ts';
import { FAULTY, given, MISSING, type Field } from './field.ts';
import type { DefaultsDraft, Found } from './order-draft.ts';
import { OrderReader } from './order-reader.ts';
import type { Frame, Settings } from './reading.ts';
import { schemaCheck } from '../../document/schema-check.ts';
import { validateOrder, validatePlanFrame } from '../../generated/validate-plan.js';

/** Checks a plan but not its orders: they are checked one by one, so that many bad ones cannot cost seconds. */
const checkPlanFrame = schemaCheck(validatePlanFrame);
export const checkOrder = schemaCheck(validateOrder);

export const isMapping = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content);

export function readFrame(source: SourceFile, tree: YamlTree, settings: Settings): Frame {
  const { content } = tree;
  const found = new Findings(source, tree);
  const { findings, faults } = judge(checkPlanFrame(content), { content, base: [], shapeAt: planShapeAt });
  const document: Partial<PlanDocument> = isMapping(content) ? content : {};
  const { instruments, strictSymbols, triggerPresets, account } = settings;
  for (const one of findings) found.add(namingListed(one, content, instruments));
  // An unknown symbol is an error of its own, so its missing precision is not reported as well.
  const isReportedBySymbol = strictSymbols && instruments !== undefined;
  const add: Found = (finding) => {
    if (!isReportedBySymbol || finding.code !== 'instrument/needed') found.add(finding);
  };
  const defaults = readDefaults(document, faults.at('defaults'));
  const written = isMapping(document.vars) ? document.vars : {};
  const variables = new Variables({ written, faults: faults.at('vars'), given: settings.given, found: add });
  const reader = new OrderReader({ defaults, variables, instruments, triggerPresets, account, found: add });
  return { settings, found, document, faults, defaults, variables, reader };
}

function readDefaults(document: Partial<PlanDocument>, faults: Faults): DefaultsDraft {
  const written: DefaultsDocument = isMapping(document.defaults) ? document.defaults : {};
  const read = <Key extends keyof DefaultsDocument>(key: Key): Field<NonNullable<DefaultsDocument[Key]>> => {
    // A default that stands outside `defaults` was reported as an unknown key.
    if (faults.here || faults.at(key).here || Object.hasOwn(document, key)) return FAULTY;
    const value = written[key];
    return value === undefined ? MISSING : given(value, 'defaults');
  };
  const keys = Object.keys(DEFAULTS.fields) as (keyof DefaultsDocument)[];
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as unknown as DefaultsDraft;
}
