/** JSON that ordo wrote and people may have edited: read with its digits as text, so an unquoted number loses none. */
import { parse } from 'lossless-json';
import { errorWords } from '../model/result.ts';
import { Findings } from '../document/findings.ts';
import type { Finding } from '../document/findings.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import type { GuardLimits } from '../document/yaml-subset.ts';
import { checkCharacters } from '../document/visible-characters.ts';
import { bestFirst, MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';

/** `writer` is the command that writes the file again. */
export function readJson(
  source: SourceFile,
  writer: string,
): { readonly content: unknown } | { readonly diagnostics: readonly Diagnostic[] } {
  const invisible = checkCharacters(source);
  if (invisible.length > 0) return { diagnostics: invisible };
  try {
    return { content: parse(source.text, null, (digits) => digits) };
  } catch (error) {
    return { diagnostics: [notJson(source, errorWords(error), writer)] };
  }
}

function notJson(source: SourceFile, words: string, writer: string): Diagnostic {
  const [, what = words, at = '0'] = /^(.*?) (?:encountered )?at position (\d+)$/s.exec(words) ?? [];
  const start = Math.min(Number(at), source.text.length);
  const isTwice = words.startsWith('Duplicate key');
  return {
    severity: 'error',
    code: isTwice ? 'key/duplicate' : 'json/syntax',
    message: isTwice ? 'a key is given twice, with another value' : `this is not JSON: ${what}`,
    hint: isTwice ? 'keep one of them' : `\`${writer}\` writes the file again`,
    source,
    start,
    end: start + 1,
  };
}

/** Findings at their places. Only where something is wrong is the file read once more, as the YAML that JSON is. */
export function atTheirPlaces(
  source: SourceFile,
  findings: readonly Finding[],
  limits?: GuardLimits,
): readonly Diagnostic[] {
  const { tree } = parseYaml(source, limits);
  const found = new Findings(source, tree ?? { root: { range: [0, 0, 0] } });
  findings.slice(0, MAX_DIAGNOSTICS).forEach(found.add);
  return bestFirst(found.diagnostics);
}
