import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';

/** A diagnostic at the first occurrence of `found` in a text; what `more` says of it goes over the rest. */
export function diagnosticAt(text: string, found: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(found);
  const source = new SourceFile('plan.yaml', text);
  const words = { severity: 'error', code: 'order/off-tick', message: 'bad' } as const;
  return { ...words, source, start, end: start + found.length, ...more };
}
