import { EXIT } from '../../model/exit-code.ts';
import { diagnosticEvent } from '../../source/diagnostic-event.ts';
import type { Setup } from './setup.ts';

/** What the policy has against the plan, by the first mistake. */
export function forbiddenWords({ exitCode, diagnostics }: Setup): string | undefined {
  const [first, ...more] =
    exitCode === EXIT.forbidden ? diagnostics.filter(({ severity }) => severity === 'error') : [];
  if (first === undefined) return undefined;
  const { file, line, message } = diagnosticEvent(first);
  return `${file}:${line}: ${message}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}
