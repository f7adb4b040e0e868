/** One row of JSON as text: its values, with their names where it is an object. No value is built. */
import type { Cell } from './file-mistakes.ts';

export interface Member extends Cell {
  /** As it is written between its quotes; undefined in a list. */
  readonly name: string | undefined;
  /** A list or an object. */
  readonly isNested: boolean;
}

const BLANK = /[ \t\r\n]*/y;
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const WORD = /[-+.A-Za-z0-9]+/y;

class Cursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Goes past what fits there; whether anything did. */
  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** Goes past blanks and then that character, if it is there. */
  has(character: string): boolean {
    this.skip(BLANK);
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

/** Undefined where the text is not a list or an object of JSON. */
export function membersOf(text: string): readonly Member[] | undefined {
  const cursor = new Cursor(text);
  const isObject = cursor.has('{');
  if (!isObject && !cursor.has('[')) return undefined;
  const close = isObject ? '}' : ']';
  const members: Member[] = [];
  while (!(members.length === 0 && cursor.has(close))) {
    const member = memberAt(cursor, isObject);
    if (member === undefined) return undefined;
    members.push(member);
    if (cursor.has(',')) continue;
    return cursor.has(close) && cursor.at === text.length ? members : undefined;
  }
  return cursor.at === text.length ? members : undefined;
}

/**
 * What stands before each value of an object, as bytes; undefined where a value is not a number or a text, or where what stands there
 * would have to be counted, as a line or as a character of more than one byte.
 */
export function labelsOf(text: string, members: readonly Member[]): readonly Uint8Array[] | undefined {
  const encoder = new TextEncoder();
  const labels: Uint8Array[] = [];
  let from = text.indexOf('{') + 1;
  for (const { start, end, isNested } of members) {
    if (isNested) return undefined;
    const isQuoted = text[start - 1] === '"' && text[end] === '"';
    const label = text.slice(from, isQuoted ? start - 1 : start);
    if (!/^[ -~]*$/.test(label)) return undefined;
    labels.push(encoder.encode(label));
    from = text.indexOf(',', end) + 1;
  }
  return labels;
}

function memberAt(cursor: Cursor, isObject: boolean): Member | undefined {
  let name: string | undefined;
  cursor.skip(BLANK);
  if (isObject) {
    const start = cursor.at + 1;
    if (!cursor.skip(TEXT)) return undefined;
    name = cursor.text.slice(start, cursor.at - 1);
    if (!cursor.has(':')) return undefined;
    cursor.skip(BLANK);
  }
  const start = cursor.at;
  if (cursor.skip(TEXT)) return { name, isNested: false, start: start + 1, end: cursor.at - 1 };
  if (cursor.skip(WORD)) return { name, isNested: false, start, end: cursor.at };
  return passNested(cursor) ? { name, isNested: true, start, end: cursor.at } : undefined;
}

/** Goes past a list or an object, whatever is in it. */
function passNested(cursor: Cursor): boolean {
  const { text } = cursor;
  let depth = 0;
  while (cursor.at < text.length) {
    const character = text[cursor.at] as string;
    if (character === '"') {
      if (!cursor.skip(TEXT)) return false;
      continue;
    }
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (depth === 0) return false;
    cursor.at += 1;
    if (depth === 0) return true;
  }
  return false;
}
