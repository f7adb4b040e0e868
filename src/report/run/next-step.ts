import type { Safe } from '../../model/safe-text.ts';

/** Something to do next: why, if the command does not say it, and the command that does it, if there is one. */
export interface NextStep {
  readonly why?: Safe;
  readonly command?: Safe;
}
