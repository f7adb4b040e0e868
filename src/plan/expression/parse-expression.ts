/**
 * Text to tree, by precedence as in a spreadsheet: a sign before a value binds tightest, then `*` and `/`, then `+` and `-`,
 * each from the left.
 *
 *   sum     = product (('+' | '-') product)*
 *   product = factor (('*' | '/') factor)*
 *   factor  = '-' factor | number | name | name '(' sum (',' sum)* ')' | 'average' '(' id ')' | '(' sum ')'
 */
import { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import { didYouMean, flat } from '../../document/did-you-mean.ts';
import { explainDecimal } from '../../document/decimal-spelling.ts';
import { refuse, FormulaRefusal, tokenAt, type FormulaToken } from './tokens.ts';
import {
  AVERAGE,
  FUNCTION_NAMES,
  FUNCTIONS,
  type Expression,
  type FunctionName,
  type Sign,
  type Trouble,
} from './syntax.ts';

/** Longest formula accepted; nobody can review a longer one. */
const MAX_CHARACTERS = 500;
const MAX_DEPTH = 40;

/** What to do about a sign in the wrong place. */
const STRAY: Readonly<Record<string, string>> = {
  ',': 'a comma only separates the arguments of a function: write numbers without it',
  ')': 'delete it, or add `(` where it begins',
};

/** `2entry`: a product whose operator was left out, unlike `1e3` and `0x10`. */
const GLUED = /^([0-9.]+)([A-Za-z][A-Za-z0-9_]*)$/;
const LIKE_NUMBER = /^(?:[0-9.]+e[0-9]*|0[xob][0-9a-f]*)$/i;

/** The id of an order in the brackets of `average`. */
const ID = /\s*([A-Za-z0-9][A-Za-z0-9_-]{0,63})\s*/y;

class Reader {
  readonly #text: string;
  #next: FormulaToken;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next = tokenAt(this.#text, 1);
  }

  whole(): Expression {
    if (this.#isOver) {
      refuse(
        { start: 0, end: 1 },
        { code: 'expression/syntax', message: 'there is nothing after `=`', hint: 'write the formula: =entry * 0.98' },
      );
    }
    const tree = this.#sum();
    if (!this.#isOver) {
      this.#refuseJoined();
      this.#unexpected('an operator', 'write an operator before it: + - * /');
    }
    return tree;
  }

  /** `a.size` and `Entry Price`: one name was meant, and a name has neither points nor spaces. */
  #refuseJoined(): void {
    const { start, end, text, kind } = this.#next;
    const before = /[A-Za-z_]\w*\s*$/.exec(this.#text.slice(0, start))?.[0] ?? '';
    if (before === '') return;
    const from = start - before.length;
    if (/^\.[A-Za-z]/.test(text)) {
      refuse(
        { start: from, end },
        {
          code: 'expression/syntax',
          message: `${quoted(before.trim() + text)} would read another order`,
          hint: 'orders cannot read each other: make it a variable, and use that in both',
        },
      );
    }
    if (kind !== 'name') return;
    if (/^x$/i.test(text)) {
      refuse(
        { start, end },
        { code: 'expression/syntax', message: `${quoted(text)} is not a sign of an expression`, hint: 'write `*`' },
      );
    }
    refuse(
      { start: from, end },
      {
        code: 'expression/syntax',
        message: `${quoted(before + text)} is two names`,
        hint: `a name has no spaces: write ${before.trim()}_${text}, or an operator between the two`,
      },
    );
  }

  get #isOver(): boolean {
    return this.#next.kind === 'end';
  }

  #take(): FormulaToken {
    const token = this.#next;
    this.#next = tokenAt(this.#text, token.end);
    return token;
  }

  #is(...signs: readonly string[]): boolean {
    return this.#next.kind === 'sign' && signs.includes(this.#next.text);
  }

  #unexpected(wanted: string, hint: string): never {
    const { kind, text } = this.#next;
    const message =
      kind === 'end' ? `expected ${wanted}, but the expression ends here` : `expected ${wanted}, found ${quoted(text)}`;
    const own = kind === 'sign' && Object.hasOwn(STRAY, text) ? STRAY[text] : undefined;
    refuse(this.#next, { code: 'expression/syntax', message, hint: own ?? hint });
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.#is('+', '-')) left = this.#binary(left, () => this.#product());
    return left;
  }

  #product(): Expression {
    let left = this.#factor();
    while (this.#is('*', '/')) left = this.#binary(left, () => this.#factor());
    return left;
  }

  #binary(left: Expression, next: () => Expression): Expression {
    const sign = this.#take().text as Sign;
    const right = next();
    return { kind: 'binary', sign, left, right, start: left.start, end: right.end };
  }

  #factor(): Expression {
    if (++this.#depth > MAX_DEPTH) {
      refuse(this.#next, {
        code: 'expression/too-large',
        message: `more than ${MAX_DEPTH} levels of parentheses`,
        hint: 'give parts of it a name in `vars`',
      });
    }
    const tree = this.#plainFactor();
    this.#depth -= 1;
    return tree;
  }

  #plainFactor(): Expression {
    const { kind, start, end } = this.#next;
    if (kind === 'number') return { kind: 'number', value: this.#number(), start, end };
    if (kind === 'name') {
      const { text } = this.#take();
      if (text === AVERAGE && this.#is('(')) return this.#average(start);
      return this.#is('(') ? this.#call(text, start, end) : { kind: 'name', name: text, start, end };
    }
    if (this.#is('-')) {
      this.#take();
      const of = this.#factor();
      return { kind: 'negative', of, start, end: of.end };
    }
    if (!this.#is('(')) this.#unexpected('a value', 'write a number, a variable or a function');
    const open = this.#take();
    const inside = this.#sum();
    return { ...inside, start, end: this.#close(open) };
  }

  #number(): Decimal {
    const token = this.#take();
    const value = Decimal.parse(token.text);
    if (value !== undefined) return value;
    const glued = LIKE_NUMBER.test(token.text) ? null : GLUED.exec(token.text);
    if (glued !== null) {
      const hint = `write ${glued[1] ?? ''} * ${glued[2] ?? ''}`;
      refuse(token, { code: 'expression/syntax', message: `an operator is missing in ${quoted(token.text)}`, hint });
    }
    const { code, message, hint } = explainDecimal(token.text);
    refuse(token, { code, message: `a number ${message}`, hint });
  }

  #close(open: FormulaToken): number {
    if (this.#is(')')) return this.#take().end;
    if (this.#next.kind === 'end') {
      refuse(open, { code: 'expression/syntax', message: 'this `(` is never closed', hint: 'add `)` where it ends' });
    }
    this.#unexpected('`)` or an operator', 'close the parenthesis, or write an operator');
  }

  /** An id may have signs that an expression has for others. */
  #average(start: number): Expression {
    ID.lastIndex = this.#next.end;
    const [whole, of] = ID.exec(this.#text) ?? [];
    const end = this.#next.end + (whole?.length ?? 0);
    if (of === undefined || this.#text[end] !== ')') {
      refuse(
        { start, end: this.#next.end },
        {
          code: 'expression/arguments',
          message: '`average` takes the id of one entry, or the name of a ladder',
          hint: `write average(${of ?? 'entry'})`,
        },
      );
    }
    this.#next = tokenAt(this.#text, end + 1);
    return { kind: 'average', of, start, end: end + 1 };
  }

  #call(name: string, start: number, end: number): Expression {
    if (!Object.hasOwn(FUNCTIONS, name)) {
      const meant = didYouMean(name, [...FUNCTION_NAMES, AVERAGE], {
        avg: AVERAGE,
        mean: AVERAGE,
        entryprice: AVERAGE,
        breakeven: AVERAGE,
        round: 'tick',
        ceil: 'tickUp',
        floor: 'tickDown',
        step: 'lot',
      });
      const rounding = flat(name) === 'round' ? 'tick(x) rounds a price, lot(x) a size. ' : '';
      const hint = meant === undefined ? '' : `did you mean ${quoted(meant)}? ${rounding}`;
      refuse(
        { start, end },
        {
          code: 'expression/unknown-name',
          message: `there is no function ${quoted(name)}`,
          hint: `${hint}The functions are ${allOf([...FUNCTION_NAMES, AVERAGE])}`,
        },
      );
    }
    const open = this.#take();
    const args: Expression[] = [];
    if (!this.#is(')')) {
      do args.push(this.#sum());
      while (this.#is(',') && this.#take().kind === 'sign');
    }
    const tree: Expression = { kind: 'call', name: name as FunctionName, args, start, end: this.#close(open) };
    const [least, most] = FUNCTIONS[tree.name];
    if (args.length < least || args.length > most) {
      const wanted = least === most ? 'one argument' : 'one argument or more';
      refuse(tree, {
        code: 'expression/arguments',
        message: `${quoted(name)} takes ${wanted}, not ${args.length}`,
        hint: `write ${name}(${least === most ? 'x' : 'x, y'})`,
      });
    }
    return tree;
  }
}

export function parseExpression(text: string): Result<Expression, Trouble> {
  if (text.length > MAX_CHARACTERS) {
    return err({
      code: 'expression/too-large',
      message: `the expression has ${text.length} characters`,
      hint: `at most ${MAX_CHARACTERS} are read: give parts of it a name in \`vars\``,
      start: 0,
      end: text.length,
    });
  }
  try {
    return ok(new Reader(text).whole());
  } catch (thrown) {
    if (thrown instanceof FormulaRefusal) return err(thrown.trouble);
    throw thrown;
  }
}
