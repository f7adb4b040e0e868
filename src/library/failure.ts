/** Failures as values: what the command would refuse with, in the same words and under the same exit code. */
import { count } from '../model/count.ts';
import type { RefusalCode } from '../model/refusals.ts';
import { err, ok, type Result } from '../model/result.ts';
import { refusalWith, refusalOf, RefusalError, type Refusal } from '../refusal.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { publicDiagnostic, type PublicDiagnostic } from './diagnostics.ts';

/** A text or document that is invalid (exit code 3, of a config or a list 2) or that the policy forbids (4). */
export interface LoadRefusal extends Refusal {
  /** Every mistake at its place, the best first. Empty where only an option is wrong. */
  readonly diagnostics: readonly PublicDiagnostic[];
}

export function invalid(found: readonly Diagnostic[], file: string, code: RefusalCode): Result<never, LoadRefusal> {
  const errors = found.filter(({ severity }) => severity === 'error');
  const what = code === 'plan/forbidden' ? 'is forbidden by a policy or limit' : 'is invalid';
  return err({
    ...refusalWith(code, `${file} ${what} (${count(errors.length, 'error')})`),
    diagnostics: found.map(publicDiagnostic),
  });
}

/** What the work comes to, or why it was refused. Anything but a refusal is a bug, and is thrown. */
export async function asValue<T>(work: () => Promise<T>): Promise<Result<T, Refusal>> {
  try {
    return ok(await work());
  } catch (error) {
    return err(refusalIn(error));
  }
}

/** The same for work that does not wait. */
export function asValueNow<T>(work: () => T): Result<T, Refusal> {
  try {
    return ok(work());
  } catch (error) {
    return err(refusalIn(error));
  }
}

function refusalIn(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  return refusal;
}

/** The value; throws a RefusalError, whose message has the hint and every diagnostic, where there is none. */
export function orThrow<T>(result: Result<T, Refusal | LoadRefusal>): T {
  if (result.ok) return result.value;
  const { error: refusal } = result;
  const frames = 'diagnostics' in refusal ? refusal.diagnostics.map(({ frame }) => frame) : [];
  const words = [refusal.message, ...(refusal.hint === undefined ? [] : [refusal.hint]), ...frames];
  const error = new RefusalError(refusal, words.join('\n'));
  // The first place that it names is the caller's.
  Error.captureStackTrace(error, orThrow);
  throw error;
}
