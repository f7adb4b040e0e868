import { Decimal } from '../../model/decimal.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';
import { allOf } from '../../source/quoted.ts';
import type { Arguments, OptionSpec } from './arguments.ts';
import { refuse, suggestion } from '../../refusal.ts';

export const VAR_OPTION: OptionSpec = {
  value: '<name=value>',
  many: true,
  help: 'a value for a variable of the plan; repeatable',
};

/** `entry 64500` and `entry:64500` as they are written; the number behind a blank came as an argument of its own. */
function meant(text: string, { positionals }: Arguments): string {
  const [, name = 'entry', own] = /^([A-Za-z_]\w*)(?:\s*[:= ]\s*(\S+))?$/.exec(text) ?? [];
  return `${name}=${own ?? positionals.find((word) => /^[\d.,]+$/.test(word)) ?? '64500'}`;
}

/** The values of `--var`, by name; refuses (exit 2) anything but `name=decimal`. */
export function givenVariables(given: Arguments): VariableValues {
  const values = new Map<string, Decimal>();
  for (const text of given.values('var')) {
    const [, name, digits] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || digits === undefined) {
      refuse('option/value', `--var ${text} is not a name and a value`, `write --var ${meant(text, given)}`);
    }
    if (values.has(name)) refuse('option/repeated', `--var ${name} is given twice`, 'give it once');
    const value = Decimal.parse(digits);
    if (value === undefined) {
      const { message, hint } = explainDecimal(digits);
      refuse('plan/variable', `--var ${name} ${message}`, hint);
    }
    values.set(name, value);
  }
  return values;
}

/** Refuses (exit 2) a value for a variable that the plan lacks: it would change nothing, and its author thinks it does. */
export function checkKnown(given: VariableValues, known: readonly string[]): void {
  for (const name of given.keys()) {
    if (known.includes(name)) continue;
    const has = known.length === 0 ? 'the plan has no `vars`' : `its variables are ${allOf(known)}`;
    refuse('plan/variable', `--var ${name}: the plan has no such variable`, `${suggestion(name, known)}${has}`);
  }
}
