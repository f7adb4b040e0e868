/** The text of an expression to its tokens. */
import type { Span } from '../../document/locate.ts';
import type { Problem } from '../../document/problem.ts';
import { quoted } from '../../source/quoted.ts';
import type { Trouble } from './syntax.ts';

/** Signs of other alphabets and languages, and how they are written here. */
const OTHER_SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  ':': '/',
  '−': '-',
  '–': '-',
  '—': '-',
};

const TOKEN = /\s*(?:([0-9.][0-9A-Za-z_.]*)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),])|(\S))/uy;

export interface FormulaToken {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Thrown while an expression is read, and caught by `parseExpression`. */
export class FormulaRefusal extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

export function refuse({ start, end }: Span, problem: Problem): never {
  throw new FormulaRefusal({ ...problem, start, end: Math.max(end, start + 1) });
}

/** The next token from an offset on; the end of the text is one as well. */
export function tokenAt(text: string, at: number): FormulaToken {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(text);
  if (match === null) {
    const end = text.trimEnd().length;
    return { kind: 'end', text: '', start: end, end };
  }
  const [whole, number, name, sign, other] = match;
  const own = number ?? name ?? sign ?? other ?? '';
  const start = at + whole.length - own.length;
  const end = start + own.length;
  if (other !== undefined) refuse({ start, end }, notOurs(other));
  return { kind: number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign', text: own, start, end };
}

function notOurs(sign: string): Problem {
  const code = 'expression/syntax';
  const own = OTHER_SIGNS[sign];
  if (own !== undefined) {
    return { code, message: `${quoted(sign)} is not a sign of an expression`, hint: `write \`${own}\`` };
  }
  if (sign === '%') {
    const hint = 'write 2 % as 0.02, and 2 % less as * 0.98';
    return { code, message: 'an expression has no percentages', hint };
  }
  if (sign === '=') return { code, message: 'an expression has one `=`, where it begins', hint: 'delete this one' };
  if (sign === ';') return { code, message: 'arguments are separated by commas', hint: 'write `,`' };
  if (sign === '$' || sign === '{')
    return {
      code,
      message: `${quoted(sign)} is not part of an expression`,
      hint: 'a variable is its name alone, as in =entry * 0.98',
    };
  if (sign === '^') return { code, message: 'an expression has no powers', hint: 'write the product: x * x' };
  const hint = 'write numbers, variables, + - * / ( ) and functions';
  return { code, message: `${quoted(sign)} is not part of an expression`, hint };
}
