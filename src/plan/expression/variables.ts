/**
 * The variables of a plan. Each is a formula that is computed where it is used, since `tick(…)` depends on the order's
 * symbol; a mistake in one is reported once, at the variable, and not again at the orders that use it.
 */
import type { Decimal } from '../../model/decimal.ts';
import type { NamedValue } from '../../model/formula.ts';
import { err } from '../../model/result.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import { cycles, drawn } from '../../model/cycles.ts';
import { didYouMean } from '../../document/did-you-mean.ts';
import type { Faults } from '../../document/faults.ts';
import type { Finding } from '../../document/findings.ts';
import { decimalFrom } from '../../document/positive-decimal.ts';
import { ALREADY_REPORTED, evaluate, written, type Evaluated, type Scope } from './evaluate.ts';
import { parseExpression } from './parse-expression.ts';
import {
  FUNCTION_NAMES,
  isExpression,
  namesIn,
  PRICE_NAME,
  RESERVED_NAMES,
  type Expression,
  type Trouble,
} from './syntax.ts';

type Definition =
  | { readonly kind: 'value'; readonly value: Decimal }
  | { readonly kind: 'tree'; readonly text: string; readonly tree: Expression }
  | { readonly kind: 'faulty' };

const FAULTY: Definition = { kind: 'faulty' };

const needsOf = (definition: Definition): readonly string[] =>
  definition.kind === 'tree' ? [...namesIn(definition.tree)] : [];

interface VariablesOptions {
  /** `vars` of the plan, as written; what the check of the shape refused is in `faults`. */
  readonly written: Readonly<Record<string, string>>;
  readonly faults: Faults;
  /** Values given for this run, over those of the plan. */
  readonly given: ReadonlyMap<string, Decimal>;
  readonly found: (finding: Finding) => void;
}

/** Keys of an order besides its price. */
const OF_ORDER: ReadonlySet<string> = new Set([
  'size',
  'stopLoss',
  'takeProfit',
  'trigger',
  'reference',
  'stop',
  'total',
  'notional',
  'risk',
  'side',
]);
const OF_ACCOUNT: ReadonlySet<string> = new Set([
  'all',
  'full',
  'position',
  'balance',
  'equity',
  'free',
  'available',
  'unlimited',
  'capital',
]);

/** Most links of a circle that are shown. */
const MOST_LINKS = 10;
/** Most variables that a hint names. */
const MOST_NAMED = 12;

export class Variables {
  readonly #definitions = new Map<string, Definition>();
  readonly #found: (finding: Finding) => void;
  /** `vars` as a whole has a mistake, so its names are not known. */
  readonly #isFaulty: boolean;
  readonly #used = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #values = new Map<string, Evaluated>();

  constructor({ written: texts, faults, given, found }: VariablesOptions) {
    this.#found = found;
    this.#isFaulty = faults.here;
    for (const [name, text] of Object.entries(texts)) {
      this.#definitions.set(name, faults.at(name).here ? FAULTY : this.#read(name, text, given.get(name)));
    }
    this.#refuseCycles();
  }

  get names(): readonly string[] {
    return [...this.#definitions.keys()];
  }

  /** Those that no order used so far, nor any variable that one used. */
  get unused(): readonly string[] {
    return this.names.filter((name) => !this.#used.has(name) && this.#definitions.get(name) !== FAULTY);
  }

  /** The value of a name in an order of `scope`'s symbol; `price` where the order has one. */
  lookUp(name: string, at: Expression, scope: Omit<Scope, 'lookUp'>): Evaluated {
    const key = `${name} ${scope.symbol ?? ''}`;
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.#compute(name, at, scope);
      if (this.#definitions.has(name)) this.#values.set(key, value);
    }
    return value;
  }

  /** The variables among the names of an expression that was computed, with their values. */
  valuesOf(names: Iterable<string>, scope: Omit<Scope, 'lookUp'>): readonly NamedValue[] {
    return [...names].flatMap((name): NamedValue[] => {
      const value = this.#values.get(`${name} ${scope.symbol ?? ''}`);
      return value?.ok === true ? [[name, value.value.decimal ?? value.value.exact]] : [];
    });
  }

  #read(name: string, text: string, given: Decimal | undefined): Definition {
    if (RESERVED_NAMES.includes(name)) {
      this.#found({
        code: 'variable/reserved',
        message: `a variable cannot be called ${quoted(name)}: the word has a meaning of its own`,
        hint: 'give it another name',
        path: ['vars', name],
        part: 'key',
      });
      return FAULTY;
    }
    if (given !== undefined) return { kind: 'value', value: given };
    if (isExpression(text)) {
      const tree = parseExpression(text);
      if (tree.ok) return { kind: 'tree', text, tree: tree.value };
      this.#report(name, text, tree.error);
      return FAULTY;
    }
    const value = decimalFrom(text);
    if (value.ok) return { kind: 'value', value: value.value };
    this.#found({ ...value.error, message: `${quoted(name)} ${value.error.message}`, path: ['vars', name] });
    return FAULTY;
  }

  /** Variables that need each other have no value. */
  #refuseCycles(): void {
    for (const cycle of cycles(
      new Map([...this.#definitions].map(([name, definition]) => [name, needsOf(definition)])),
    )) {
      const [first, ...rest] = cycle as [string, ...string[]];
      for (const name of cycle) this.#definitions.set(name, FAULTY);
      this.#found({
        code: 'variable/cycle',
        message: `the variable ${quoted(first)} needs itself: ${drawn(cycle)}`,
        hint: 'give one of them a number',
        path: ['vars', first],
        label: `${first} needs ${rest[0] ?? first}`,
        related: rest
          .slice(0, MOST_LINKS)
          .map((name, at) => ({ message: `${name} needs ${rest[at + 1] ?? first}`, path: ['vars', name] })),
      });
    }
  }

  #compute(name: string, at: Expression, scope: Omit<Scope, 'lookUp'>): Evaluated {
    const definition = this.#definitions.get(name);
    if (definition === undefined) return err(this.#isFaulty ? ALREADY_REPORTED : this.#unknown(name, at));
    this.#used.add(name);
    if (definition.kind === 'faulty') return err(ALREADY_REPORTED);
    if (definition.kind === 'value') return { ok: true, value: written(definition.value) };
    const value = evaluate(definition.tree, { ...scope, lookUp: (inner, place) => this.lookUp(inner, place, scope) });
    if (value.ok || value.error === ALREADY_REPORTED) return value;
    this.#report(name, definition.text, value.error);
    return err(ALREADY_REPORTED);
  }

  #unknown(name: string, at: Expression): Trouble {
    const meanings: Readonly<Record<string, readonly [message: string, hint: string]>> = {
      [PRICE_NAME]: [
        '`price` is that of one order, and a variable knows none',
        'write the formula in the order, as in stopLoss: =tick(price * 0.98)',
      ],
      market: [
        'a plan is computed without the market, which has no price here',
        'write a number, or a variable for where you think the market is',
      ],
      ...Object.fromEntries(
        FUNCTION_NAMES.map((one) => [one, [`${quoted(one)} is a function`, `write ${one}( ) around a value`]]),
      ),
    };
    const own = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
    const [message, hint] = own ?? this.#notKnown(name) ?? [`unknown name ${quoted(name)}`, this.#known(name)];
    return { code: 'expression/unknown-name', message, hint, start: at.start, end: at.end };
  }

  /** What a plan cannot know, or an expression cannot read. */
  #notKnown(name: string): readonly [message: string, hint: string] | undefined {
    if (didYouMean(name, this.names) !== undefined) return undefined;
    if (OF_ORDER.has(name))
      return [
        `an expression cannot read ${quoted(name)}`,
        `it knows \`price\` and variables: make ${quoted(name)} a variable, and use that in both places`,
      ];
    if (OF_ACCOUNT.has(name.toLowerCase()))
      return [`unknown name ${quoted(name)}`, 'your position and your balance are not known: write the number itself'];
    return undefined;
  }

  /** A guess at the name that was meant, and the names there are. */
  #known(name: string): string {
    const { names } = this;
    if (names.length === 0) return 'add it to `vars`, which the plan does not have';
    const meant = didYouMean(name, names);
    const shown = names.slice(0, MOST_NAMED);
    const left = names.length - shown.length;
    const all = left === 0 ? allOf(shown) : `${shown.join(', ')} and ${left} more`;
    return `${meant === undefined ? '' : `did you mean ${quoted(meant)}? `}The variables are ${all}`;
  }

  #report(name: string, text: string, { start, end, ...problem }: Trouble): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    this.#found({ ...problem, path: ['vars', name], within: { text, start, end } });
  }
}
