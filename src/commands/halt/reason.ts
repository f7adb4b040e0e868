/** The reason of a halt, which every head and prompt shows. */
import { isReason, MOST_OF_REASON } from '../../actions/halt.ts';
import { refuse } from '../../refusal.ts';

/** Refuses (exit 2) where there is none, or it is more than one plain line; `command`: as it is typed. */
export function reasonOf(command: string, why: string | undefined): string {
  const example = `ordo ${command} --why "the reason"`;
  if (why === undefined || why.trim() === '')
    refuse('option/needs-another', `${command.split(' ')[0] ?? ''} needs a reason`, `write ${example}`);
  if (!isReason(why))
    refuse(
      'option/value',
      `--why is one line of at most ${MOST_OF_REASON} characters, without control characters`,
      `write ${example}`,
    );
  return why;
}
