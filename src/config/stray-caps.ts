import { Findings } from '../document/findings.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import type { Policy } from '../model/config.ts';
import { strayCaps, type KnownSymbols } from '../plan/read/cap-symbols.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';

/** For a valid config: the symbols of its policy that no list has. */
export function strayCapsOf(config: SourceFile, policy: Policy, known: KnownSymbols): readonly Diagnostic[] {
  const stray = strayCaps(policy, 'policy', known);
  if (stray.length === 0) return [];
  const { tree } = parseYaml(config);
  const found = new Findings(config, tree ?? { root: { range: [0, 0, 0] } });
  stray.forEach(found.add);
  return found.diagnostics;
}

/** The first of them that is an error, in words: of a policy that has no text. */
export function strayCapWords(policy: Policy, known: KnownSymbols): { message: string; hint: string } | undefined {
  const cap = strayCaps(policy, 'policy', known).find(({ severity }) => severity !== 'warning');
  return cap === undefined ? undefined : { message: `policy: ${cap.message}`, hint: cap.hint ?? '' };
}
