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

/** Warnings of a slip in the digits: where something else is wrong as well, they say why. */
const SLIPS: ReadonlySet<DiagnosticCode> = new Set([
  'order/far-preset',
  'order/far-from-trigger',
  'order/far-from-reference',
  'order/large-worth',
]);
/** More of them are no cause, but a reference that is wrong. */
const MOST_SLIPS = 5;

/**
 * Most useful first: mistakes before what only follows from them. Errors of the plan and slips of digits come first, then
 * breaches of a policy, then other warnings; each as the files came, then by their place in the file.
 */
export function bestFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<SourceFile, number>();
  for (const { source } of diagnostics) if (!files.has(source)) files.set(source, files.size);
  const fileOf = (one: Diagnostic): number => files.get(one.source) as number;
  const inPlace = diagnostics.toSorted((a, b) => fileOf(a) - fileOf(b) || a.start - b.start);
  const slips = new Set(
    inPlace.filter(({ severity, code }) => severity === 'warning' && SLIPS.has(code)).slice(0, MOST_SLIPS),
  );
  const rank = (one: Diagnostic): number =>
    slips.has(one) ? 0 : one.severity === 'warning' ? 2 : one.code.startsWith('policy/') ? 1 : 0;
  // At one place the slip is the cause.
  const slipFirst = (a: Diagnostic, b: Diagnostic): number =>
    fileOf(a) === fileOf(b) && a.start === b.start ? Number(slips.has(b)) - Number(slips.has(a)) : 0;
  return inPlace.toSorted((a, b) => rank(a) - rank(b) || slipFirst(a, b));
}

/** As many as are judged, best first. No warning takes the place of an error, as a plan without an error is sent. */
export function mostUseful(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  return bestFirst([...bestFirst(errors), ...bestFirst(warnings)].slice(0, MAX_DIAGNOSTICS));
}
