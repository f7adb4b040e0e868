import { locate } from '../document/locate.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { quoted } from '../source/quoted.ts';
import type { SourceFile } from '../source/source-file.ts';

/** For a valid config whose list of instruments does not exist; `command` writes that list. */
export function missingList(config: SourceFile, list: string, command: string): Diagnostic {
  const { tree } = parseYaml(config);
  return {
    severity: 'error',
    code: 'config/no-list',
    message: `there is no such file: ${quoted(list)}`,
    hint: `${quoted(command)} writes it`,
    source: config,
    ...locate(tree?.root ?? {}, { path: ['instruments'] }),
  };
}
