import { catalogue } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * A diagnostic as it may be shown. If its source hides its text, only the place and the kind of mistake remain, in words that
 * are the same for every file: message, hint, label and related places may quote the text.
 */
export function withoutHiddenText(diagnostic: Diagnostic): Diagnostic {
  const { severity, code, source, start, end } = diagnostic;
  if (!source.hidesText) return diagnostic;
  const title = catalogue.find((entry) => entry.code === code)?.title ?? '';
  const message = title.charAt(0).toLowerCase() + title.slice(1);
  const hint = 'this name leads out of its folder, so nothing of the file is shown: give the file’s own name';
  return { severity, code, message, hint, source, start, end };
}
