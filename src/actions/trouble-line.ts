/** Why the exchange answers nothing, in one line that is told before all else. */
import { troubleWords } from '../exchange/answers/trouble-words.ts';
import type { Session } from '../session/session.ts';

/** `the exchange refuses this key (…): check ORDO_API_KEY`; undefined where the last answer has no such cause. */
export function troubleLine({ trouble }: Pick<Session, 'trouble'>, origin: string): string | undefined {
  if (trouble === undefined) return undefined;
  const { why, mend } = troubleWords(trouble, origin);
  return `${why}: ${mend}`;
}
