/**
 * The approval code that a command takes. Only all digits will do: who writes a plan can compute, before anybody looks, two plans
 * whose codes begin alike. A person at the prompt types a few, for there the question stands beside them.
 */
import { refuse } from '../../refusal.ts';
import type { Arguments } from './arguments.ts';

const DIGITS = 64;

/** `--approve`, whole; undefined if it was not given. Refuses (exit 2) anything else. */
export function givenApproval(given: Pick<Arguments, 'value'>): string | undefined {
  const code = given.value('approve')?.trim();
  if (code === undefined || (code.length === DIGITS && /^[0-9a-f]+$/.test(code))) return code;
  return refuse(
    'option/value',
    /^[0-9a-f]{6,63}$/.test(code)
      ? `--approve ${code} is only ${code.length} of the ${DIGITS} digits of an approval code`
      : `--approve ${code} is not an approval code`,
    `copy the command that the dry run prints, with all ${DIGITS} digits`,
  );
}
