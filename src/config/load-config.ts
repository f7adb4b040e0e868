/**
 * Text to config, every default applied (docs/contract.md#config). Read as a plan is: as text, each mistake at its place.
 */
import { defaultConfig } from '../model/config.ts';
import type { Dialect } from '../exchange/dialect.ts';
import type { Config } from '../model/config.ts';
import type { ConfigDocument } from '../generated/config.ts';
import type { Faults } from '../document/faults.ts';
import type { Path } from '../document/locate.ts';
import { defined } from '../model/defined.ts';
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

/** What an emergency stop has to know of a config. */
export type NeededKey = 'exchange.baseUrl' | 'exchange.account' | 'journal';

export const ALL_NEEDED: readonly NeededKey[] = ['exchange.baseUrl', 'exchange.account', 'journal'];

export interface Loaded {
  readonly diagnostics: readonly Diagnostic[];
  /** What is sound of it, whatever else is wrong with it; undefined where it cannot be read as a config. */
  readonly sound?: Config;
  /** Of what a halt needs, what a mistake may be about. */
  readonly doubtful: readonly NeededKey[];
}

/** Reads `ordo.config.yaml`. There is a config exactly when no diagnostic is an error. */
export function loadConfig(source: SourceFile): { config?: Config; diagnostics: readonly Diagnostic[] } {
  const { diagnostics, sound } = loadSound(source);
  return sound === undefined || hasErrors(diagnostics) ? { diagnostics } : { config: sound, diagnostics };
}

/** The same for what must not fail for a mistake that is not about it. */
export function loadSound(source: SourceFile): Loaded {
  const { tree, diagnostics } = parseYaml(source);
  if (tree === undefined) return { diagnostics: bestFirst(diagnostics), doubtful: ALL_NEEDED };
  const found = new Findings(source, tree);
  const shapeAt = configShapes(dialectMeant(tree.content));
  const verdict = judge(schemaCheck(validateConfig)(tree.content), { content: tree.content, base: [], shapeAt });
  verdict.findings.forEach(found.add);
  const all = (): readonly Diagnostic[] => bestFirst([...diagnostics, ...found.diagnostics]);
  const { faults } = verdict;
  if (faults.here || hasErrors(diagnostics)) return { diagnostics: all(), doubtful: ALL_NEEDED };

  const document = tree.content as ConfigDocument;
  const reader = new ConfigReader(found, faults);
  const exchange = reader.exchange(document);
  const { instruments, accountFile, journal, notify = [] } = faults.soundOf(document);
  const [program, ...args] = notify;
  const sound: Config = {
    exchange,
    ...defined({ instruments, accountFile, journal }),
    ...(program !== undefined && { notify: [program, ...args] }),
    execution: reader.execution(document, exchange.interface),
    policy: reader.policy(document),
    simulate: reader.simulate(document),
  };
  return { sound, diagnostics: all(), doubtful: doubtfulOf(document, { faults, shapeAt, sound }) };
}

interface Judged {
  readonly faults: Faults;
  readonly shapeAt: ReturnType<typeof configShapes>;
  readonly sound: Config;
}

/** A key that is not written may be the one that an unknown key beside it was meant to be. */
function doubtfulOf(document: ConfigDocument, { faults, shapeAt, sound }: Judged): readonly NeededKey[] {
  const strange = (path: Path, mapping: object | undefined): boolean =>
    Object.keys(mapping ?? {}).some((key) => own(shapeAt(path)?.fields, key) === undefined);
  const [isStrange, ofExchange] = [strange([], document), faults.at('exchange')];
  const isSectionDoubtful =
    faults.at('version').any || ofExchange.here || (document.exchange === undefined && isStrange);
  const isExchangeStrange = !isSectionDoubtful && strange(['exchange'], document.exchange);
  const inExchange = (key: 'baseUrl' | 'account'): boolean =>
    isSectionDoubtful ||
    ofExchange.at(key).any ||
    (document.exchange?.[key] === undefined ? isExchangeStrange : sound.exchange[key] === undefined);
  const isJournalDoubtful =
    faults.at('version').any || faults.at('journal').any || (document.journal === undefined && isStrange);
  return [
    ...(inExchange('baseUrl') ? (['exchange.baseUrl'] as const) : []),
    ...(inExchange('account') ? (['exchange.account'] as const) : []),
    ...(isJournalDoubtful ? (['journal'] as const) : []),
  ];
}
