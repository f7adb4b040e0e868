import type { WhyFailed } from '../../model/listing.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import { safeText } from '../../model/safe-text.ts';
import { troubleWords } from '../../exchange/answers/trouble-words.ts';
import { refuse } from '../../refusal.ts';

/** Where a question went, and what stays as it was without its answer. */
interface FailedAt {
  readonly source: string;
  readonly origin: string;
  readonly untouched: string;
}

/** Refuses (exit 2), in the words of the cause where it is known. */
export function refuseFailed(code: RefusalCode, { cause, message }: WhyFailed, at: FailedAt): never {
  if (cause === undefined) return refuse(code, `${at.source}: ${safeText(message)}`, at.untouched);
  const { why, mend } = troubleWords(cause, at.origin);
  return refuse(code, safeText(why), `${at.untouched}; ${mend}`);
}
