/** The reason of a halt, which every head and prompt shows. */
import { firstUnsafe } from '../../model/safe-text.ts';
import { refuse } from '../../refusal.ts';

/** Most characters of it. */
const MOST = 200;

/** Refuses (exit 2) where there is none, or it is more than one plain line; `command`: as it is typed. */
export function reasonOf(command: string, why: string | undefined): string {
  const example = `ordo ${command} --why "the reason"`;
  if (why === undefined || why.trim() === '')
    refuse('option/needs-another', `${command.split(' ')[0] ?? ''} needs a reason`, `write ${example}`);
  if (firstUnsafe(why) !== undefined || why.includes('\n') || why.length > MOST)
    refuse(
      'option/value',
      `--why is one line of at most ${MOST} characters, without control characters`,
      `write ${example}`,
    );
  return why;
}
