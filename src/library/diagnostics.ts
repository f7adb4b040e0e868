import type { DiagnosticFound } from '../generated/event.ts';
import { renderDiagnostic } from '../source/code-frame.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { diagnosticEvent } from '../source/diagnostic-event.ts';

/** A mistake or a caution: its severity, stable code, words and place, as the public stream has them. Lines and columns count from 1. */
export interface PublicDiagnostic extends DiagnosticFound {
  /** The same as a person reads it, over several lines: what is wrong, the marked line, what to do. */
  readonly frame: string;
}

export function publicDiagnostic(found: Diagnostic): PublicDiagnostic {
  return { ...diagnosticEvent(found), frame: renderDiagnostic(found) };
}
