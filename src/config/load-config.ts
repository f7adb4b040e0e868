/**
 * Text to config, every default applied (docs/contract.md#config). Read as a plan is: as text, each mistake at its place.
 */
import { defaultConfig } from '../model/config.ts';
import type { Dialect } from '../exchange/dialect.ts';
import type { Config } from '../model/config.ts';
import type { ConfigDocument } from '../generated/config.ts';
import { Findings } from '../document/findings.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import { validateConfig } from '../generated/validate-config.js';
import { own } from '../document/schema-problems.ts';
import { schemaCheck } from '../document/schema-check.ts';
import { judge } from '../document/schema-findings.ts';
import { bestFirst, hasErrors } from '../source/diagnostic.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { dialectOf, isInterface } from '../exchange/spoken.ts';
import { configShapes } from './config-fields.ts';
import { ConfigReader } from './config-reader.ts';

/** The version that a config means to speak, whatever else is wrong with it. */
function dialectMeant(content: unknown): Dialect {
  const written = own(own(content, 'exchange'), 'interface');
  return dialectOf({ exchange: { interface: isInterface(written) ? written : defaultConfig.exchange.interface } });
}

/** Reads `ordo.config.yaml`. There is a config exactly when no diagnostic is an error. */
export function loadConfig(source: SourceFile): { config?: Config; diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseYaml(source);
  if (tree === undefined) return { diagnostics: bestFirst(diagnostics) };
  const found = new Findings(source, tree);
  const verdict = judge(schemaCheck(validateConfig)(tree.content), {
    content: tree.content,
    base: [],
    shapeAt: configShapes(dialectMeant(tree.content)),
  });
  verdict.findings.forEach(found.add);
  const refused = (): { diagnostics: readonly Diagnostic[] } => ({
    diagnostics: bestFirst([...diagnostics, ...found.diagnostics]),
  });
  if (verdict.faults.here) return refused();

  const document = tree.content as ConfigDocument;
  const reader = new ConfigReader(found, verdict.faults);
  const exchange = reader.exchange(document);
  const [program, ...args] = document.notify ?? [];
  const config: Config = {
    exchange,
    ...(document.instruments === undefined ? {} : { instruments: document.instruments }),
    ...(document.accountFile === undefined ? {} : { accountFile: document.accountFile }),
    ...(document.journal === undefined ? {} : { journal: document.journal }),
    ...(program !== undefined && { notify: [program, ...args] }),
    execution: reader.execution(document, exchange.interface),
    policy: reader.policy(document),
    simulate: reader.simulate(document),
  };
  const all = refused();
  return hasErrors(all.diagnostics) ? all : { config, ...all };
}
