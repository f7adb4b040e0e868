import type { DiagnosticCode } from './catalogue.ts';
import type { SourceFile } from './source-file.ts';

export type { DiagnosticCode };
export type Severity = 'error' | 'warning';

/** Another place that belongs to the same mistake, such as the first use of a name that is used twice. */
export interface RelatedPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What is wrong (`message`), where (`source`, offsets `start` to `end`), and what to do about it (`hint`). */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable name of the kind of mistake, such as `order/off-tick`; the catalogue lists them all. */
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
  /** A few words beside the mark: the value of what is marked, or its part in a circle. */
  readonly label?: string;
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
  /** Places in the same source, such as the other links of a cycle. */
  readonly related?: readonly RelatedPlace[];
}

/** A file is judged no further after this many: nobody reads more, and a hostile file must not make us write them. */
export const MAX_DIAGNOSTICS = 100;

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((one) => one.severity === 'error');

/** Most useful first: errors before warnings, then as the files came, then by their place in the file. */
export function bestFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<SourceFile, number>();
  for (const { source } of diagnostics) if (!files.has(source)) files.set(source, files.size);
  const fileOf = (one: Diagnostic): number => files.get(one.source) as number;
  const rank = (one: Diagnostic): number => (one.severity === 'error' ? 0 : 1);
  return diagnostics.toSorted((a, b) => rank(a) - rank(b) || fileOf(a) - fileOf(b) || a.start - b.start);
}
