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
  for (const [name, value] of givenPairs(given)) {
    if (values.has(name)) refuse('option/repeated', `--var ${name} is given twice`, 'give it once');
    values.set(name, value);
  }
  return values;
}

/** What `--var` gives where one name may have several values. */
export interface VariableRows {
  readonly name?: string;
  /** One for each of its values, in their order; one where no name has several. */
  readonly rows: readonly VariableValues[];
}

/** Most values of the one name. */
const MOST_VALUES = 20;

/** Refuses (exit 2) several values of two names, or more than twenty. */
export function givenRows(given: Arguments): VariableRows {
  const byName = Map.groupBy(givenPairs(given), ([name]) => name);
  const several = [...byName].filter(([, pairs]) => pairs.length > 1);
  const [[name, pairs] = [undefined, []], other] = several;
  if (other !== undefined)
    refuse('option/repeated', `--var ${name} and --var ${other[0]} have several values each`, 'try one name at a time');
  if (pairs.length > MOST_VALUES)
    refuse('option/repeated', `--var ${name} is given ${pairs.length} times`, `give at most ${MOST_VALUES} values`);
  const base = new Map([...byName].map(([key, [first]]) => [key, first?.[1] as Decimal]));
  if (name === undefined) return { rows: [base] };
  return { name, rows: pairs.map(([, value]) => new Map(base).set(name, value)) };
}

function givenPairs(given: Arguments): (readonly [name: string, value: Decimal])[] {
  return given.values('var').map((text) => {
    const [, name, digits] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || digits === undefined) {
      refuse('option/value', `--var ${text} is not a name and a value`, `write --var ${meant(text, given)}`);
    }
    const value = Decimal.parse(digits);
    if (value !== undefined) return [name, value] as const;
    const { message, hint } = explainDecimal(digits);
    return refuse('plan/variable', `--var ${name} ${message}`, hint);
  });
}

/** Refuses (exit 2) a value for a variable that the plan lacks: it would change nothing, and its author thinks it does. */
export function checkKnown(given: VariableValues, known: readonly string[]): void {
  for (const name of given.keys()) {
    if (known.includes(name)) continue;
    const has = known.length === 0 ? 'the plan has no `vars`' : `its variables are ${allOf(known)}`;
    refuse('plan/variable', `--var ${name}: the plan has no such variable`, `${suggestion(name, known)}${has}`);
  }
}
