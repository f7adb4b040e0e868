/** `id: entry #1`: YAML takes what follows ` #` for a comment, and the name is shorter than its author thinks. */
import type { Diagnostic } from '../source/diagnostic.ts';
import { quoted } from '../source/quoted.ts';
import type { SourceFile } from '../source/source-file.ts';

const NAMED = /^[ \t]*(?:- +)?(?:id|name|was|symbol):[ \t]+([A-Za-z0-9][\w-]*)[ \t]+(#[^\s#][^\n]*?)[ \t]*$/gm;
const MOST = 20;

export function nameComments(source: SourceFile): Diagnostic[] {
  const found: Diagnostic[] = [];
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
