import type { PublicEvent } from '../generated/event.ts';
import type { Diagnostic } from './diagnostic.ts';
import { withoutHiddenText } from './hidden-text.ts';

/** Position and words of a diagnostic as the public stream has them. */
export function diagnosticEvent(found: Diagnostic): Extract<PublicEvent, { event: 'diagnostic' }> {
  const diagnostic = withoutHiddenText(found);
  const { line, column } = diagnostic.source.position(diagnostic.start);
  return {
    event: 'diagnostic',
    severity: diagnostic.severity,
    code: diagnostic.code,
    message: diagnostic.message,
    ...(diagnostic.hint === undefined ? {} : { hint: diagnostic.hint }),
    file: diagnostic.source.path,
    line,
    column,
  };
}
