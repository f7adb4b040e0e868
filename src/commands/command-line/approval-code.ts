/**
 * The approval code that a command takes. Only all digits will do: who writes a plan can compute, before anybody looks, two plans
 * whose codes begin alike. A person at the prompt types a few, for there the question stands next to them.
 */
import { defined } from '../../model/defined.ts';
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

/** Whether something is done, and who approved it. */
export interface GivenExecution {
  readonly execute: boolean;
  readonly approve?: string;
  readonly yes: boolean;
  readonly rebind: boolean;
}

/** `with`: the options that go with `--execute`; `add`: what a person adds to them. Refuses (exit 2) one of them without it. */
export function givenExecution(
  given: Pick<Arguments, 'value' | 'has'>,
  { with: names = ['approve', 'yes'], add = '--execute' } = {},
): GivenExecution {
  const execute = given.has('execute');
  const approve = givenApproval(given);
  const alone = names.find((name) => given.has(name));
  if (!execute && alone !== undefined)
    refuse('option/needs-another', `--${alone} goes with --execute`, `add ${add}, or leave it out`);
  return { execute, yes: given.has('yes'), rebind: given.has('rebind'), ...defined({ approve }) };
}
