import { JournalError } from './journal/records/journal-error.ts';
import { defined } from './model/defined.ts';
import type { ExitCode } from './model/exit-code.ts';
import { exitOf, type RefusalCode } from './model/refusals.ts';
import { safeText } from './model/safe-text.ts';
import { didYouMean, shortFor } from './document/did-you-mean.ts';

/** Why a command stops before it sends anything: what is wrong, what to do about it, and the exit code. */
export interface Refusal {
  /** What kind of refusal it is (docs/refusals.md); its exit code follows from it. */
  readonly code: RefusalCode;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint?: string;
  /** More of what is wrong, each on a line of its own. */
  readonly details?: readonly string[];
}

/** Carries a refusal up to the command. Only this exception and JournalError are not bugs. */
export class RefusalError extends Error {
  // Printed where nobody catches it, it says what it is, and its words once: no copy of all that it carries.
  static override readonly name = 'RefusalError';
  declare readonly refusal: Refusal;

  constructor(refusal: Refusal, message = refusal.message) {
    super(message);
    Object.defineProperties(this, { name: { value: 'RefusalError' }, refusal: { value: refusal } });
  }
}

/** A refusal as a value; `details`, each on a line of its own, say more of what is wrong. */
export const refusalWith = (
  code: RefusalCode,
  message: string,
  hint?: string,
  details?: readonly string[],
): Refusal => ({
  code,
  exitCode: exitOf(code),
  message,
  ...defined({ hint, details }),
});

export function refuse(...what: Parameters<typeof refusalWith>): never {
  throw new RefusalError(refusalWith(...what));
}

/** `did you mean …? `, or an empty text if no known word is near. */
export function suggestion(word: string, known: readonly string[], before = ''): string {
  const meant = didYouMean(word, known);
  return meant === undefined ? '' : `did you mean ${before}${meant}? `;
}

/** The same for a name of the user's own, which may also be cut short: `brk` for `breakout`. */
export function suggestedName(word: string, known: readonly string[]): string {
  const short = shortFor(word, known);
  return suggestion(word, known) || (short === undefined ? '' : `did you mean ${short}? `);
}

/** The refusal that an exception stands for; undefined for a bug of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof JournalError) return refusalWith(error.code, error.message, error.hint);
  return undefined;
}

const shown = (text: string): string => safeText(text, Number.POSITIVE_INFINITY);

/** Made safe: file names and arguments in it may hold control sequences. */
export const refusalText = ({ message, details = [], hint }: Refusal): string =>
  [
    `ordo: ${shown(message)}`,
    ...[...details, ...(hint === undefined ? [] : [hint])].map((text) => `      ${shown(text)}`),
  ].join('\n');

export function reportRefusal(stderr: { write(text: string): unknown }, refusal: Refusal): void {
  stderr.write(`${refusalText(refusal)}\n`);
}
