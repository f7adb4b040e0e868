/** Errors of a schema as findings: in the words of the document's language, one per mistake, none that only follows. */
import { allOf, anyOf, quoted } from '../source/quoted.ts';
import { didYouMean, flat } from './did-you-mean.ts';
import type { KeyWords, MappingWords } from './mapping-words.ts';
import { Faults } from './faults.ts';
import type { Finding } from './findings.ts';
import type { Path } from './locate.ts';
import type { SchemaError } from './schema-check.ts';

export interface Verdict {
  readonly findings: readonly Finding[];
  /** What no rule looks at again, as its mistake is in the findings. */
  readonly faults: Faults;
}

/** What was checked: its content, where it stands in the document, and which mapping is which in it. */
export interface Checked {
  readonly content: unknown;
  readonly base: Path;
  readonly shapeAt: (path: Path) => MappingWords | undefined;
}

const own = (holder: unknown, key: string | number): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string | number, unknown>)[key]
    : undefined;

/** A JSON pointer as steps; of an array's steps, numbers. */
function pathOf(pointer: string, content: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let holder = content;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(holder) ? Number(key) : key);
    holder = own(holder, path.at(-1) as string | number);
  }
  return path;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : quoted(value);
  if (value === null || value === undefined) return 'empty';
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** One place, and what may stand there where it is a key of a known mapping. */
interface Spot {
  readonly name: string;
  readonly value: unknown;
  readonly field: KeyWords | undefined;
}

type Said = Pick<Finding, 'code' | 'message' | 'hint'>;

function wrongType({ name, value, field }: Spot, expected: unknown): Said {
  const kinds = new Set([expected].flat());
  const words = [
    ...(kinds.has('string') ? ['one value'] : []),
    ...(kinds.has('array') ? ['a list'] : []),
    ...(kinds.has('object') ? ['a mapping'] : []),
  ];
  const wanted = words.length === 0 ? 'one value' : anyOf(words);
  const what = field?.what ?? wanted;
  if (kindOf(value) === 'empty') return { code: 'value/empty', message: `${name} is empty`, hint: `write ${what}` };
  return { code: 'value/type', message: `${name} must be ${wanted}, not ${kindOf(value)}`, hint: `write ${what}` };
}

function wrongWord({ name, value, field }: Spot, allowed: readonly unknown[]): Said {
  const words = [...new Set(allowed.map(String))];
  if (typeof value !== 'string') return wrongType({ name, value, field }, 'string');
  if (value === '') return { code: 'value/empty', message: `${name} is empty`, hint: `write ${anyOf(words)}` };
  const remark = own(field?.remarks, flat(value));
  const meant = didYouMean(value, words, field?.words);
  const message = `${name} cannot be ${quoted(value)}`;
  const write = `write ${anyOf(words)}`;
  if (typeof remark === 'string') return { code: 'value/word', message, hint: `${remark}: ${write}` };
  if (meant === undefined || words.length === 1) return { code: 'value/word', message, hint: write };
  return { code: 'value/word', message, hint: `did you mean ${quoted(meant)}? The words are ${allOf(words)}` };
}

function wrongSpelling({ name, value, field }: Spot): Said {
  const text = String(value);
  const hint = `write ${field?.what ?? 'a text'}`;
  if (text.trim() === '') return { code: 'value/empty', message: `${name} is empty`, hint };
  if (field?.explain === undefined)
    return { code: 'value/spelling', message: `${name} cannot be ${quoted(text)}`, hint };
  const misspelling = field.explain(text);
  return { ...misspelling, message: `${name} ${misspelling.message}` };
}

function unknownKey(key: string, shape: MappingWords | undefined, meant: string | undefined): Said {
  const message = `unknown key ${quoted(key)}`;
  const remark = own(shape?.remarks, flat(key));
  const known = Object.keys(shape?.fields ?? {});
  if (/^-\S/.test(key))
    return { code: 'key/unknown', message, hint: `put a space after the dash: ${quoted(`- ${key.slice(1)}`)}` };
  if (typeof remark === 'string') return { code: 'key/unknown', message, hint: remark };
  if (meant !== undefined) return { code: 'key/unknown', message, hint: `did you mean ${quoted(meant)}?` };
  return {
    code: 'key/unknown',
    message,
    hint: `${shape?.name ?? 'this'} has ${allOf(known)}`,
  };
}

function sayOf(error: SchemaError, spot: Spot): Said {
  const { params } = error;
  switch (error.keyword) {
    case 'type':
      return wrongType(spot, params['type']);
    case 'enum':
      return wrongWord(spot, params['allowedValues'] as unknown[]);
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return { code: 'value/empty', message: `${spot.name} is empty`, hint: `write ${spot.field?.what ?? 'a text'}` };
    case 'maxLength':
      return {
        code: 'value/too-long',
        message: `${spot.name} is too long`,
        hint: `write at most ${String(params['limit'])} characters`,
      };
    default:
      return wrongSpelling(spot);
  }
}

/** The errors of one check with their places, judged in turn. */
class Judge {
  readonly findings: Finding[] = [];
  readonly faults = new Faults();
  readonly #checked: Checked;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  #add(path: Path, said: Said, part: { part?: 'key' } = {}): void {
    this.findings.push({ ...said, path: [...this.#checked.base, ...path], ...part });
  }

  #valueAt(path: Path): unknown {
    return path.reduce<unknown>(own, this.#checked.content);
  }

  unknown(path: Path, key: string): void {
    const shape = this.#checked.shapeAt(path);
    const meant = shape && didYouMean(key, Object.keys(shape.fields), shape.synonyms);
    this.faults.add([...path, key]);
    if (meant !== undefined) this.faults.add([...path, meant]);
    this.#add([...path, key], unknownKey(key, shape, meant), { part: 'key' });
  }

  /** A name of the author's own that is no name. */
  name(path: Path, key: string): void {
    const { names } = this.#checked.shapeAt(path) ?? {};
    this.faults.add([...path, key]);
    const said = names?.explain?.(key) ?? {
      code: 'value/spelling' as const,
      message: `cannot be ${quoted(key)}`,
      hint: '',
    };
    this.#add([...path, key], { ...said, message: `a name ${said.message}` }, { part: 'key' });
  }

  missing(path: Path, key: string): void {
    // Where an unknown key was taken for this one, the one mistake was reported.
    if (this.faults.has([...path, key])) return;
    const shape = this.#checked.shapeAt(path);
    const id = own(this.#valueAt(path), 'id');
    const name = `${shape?.name ?? 'this'}${typeof id === 'string' && id !== '' ? ` ${quoted(id)}` : ''}`;
    const hint = `add \`${key}:\` with ${shape?.fields[key]?.what ?? 'its value'}`;
    const at = id === undefined ? path : [...path, 'id'];
    this.#add(at, { code: 'key/missing', message: `${name} has no ${quoted(key)}`, hint });
  }

  value(path: Path, error: SchemaError): void {
    if (this.faults.has(path)) return;
    this.faults.add(path);
    const value = this.#valueAt(path);
    const last = path.at(-1);
    if (last === undefined) {
      const shape = this.#checked.shapeAt(path);
      const field = shape && { what: shape.whole };
      this.#add(path, sayOf(error, { name: shape?.name ?? 'the file', value, field }));
    } else {
      const name = typeof last === 'number' ? `entry ${last + 1}` : quoted(last);
      const shape = this.#checked.shapeAt(path.slice(0, -1));
      const field = shape?.fields[last] ?? shape?.every;
      this.#add(path, sayOf(error, { name, value, field }));
    }
  }
}

/**
 * Of a value that may be of several kinds, the errors of the kinds that it is not: a list is not one of the words that could
 * stand there as well, and where a word is wrong, that a list could stand there need not be said.
 */
function isOfOtherKind(error: SchemaError, value: unknown, errors: readonly SchemaError[]): boolean {
  if (error.keyword === 'anyOf') return true;
  const within = errors.filter(({ instancePath }) => instancePath === error.instancePath);
  if (!within.some(({ keyword }) => keyword === 'anyOf')) return false;
  return Array.isArray(value) ? error.keyword === 'enum' : error.keyword === 'type';
}

/** What a validator's errors say about the checked value. */
export function judge(errors: readonly SchemaError[], checked: Checked): Verdict {
  const verdict = new Judge(checked);
  const placed = errors.map((error) => ({ error, path: pathOf(error.instancePath, checked.content) }));
  // Unknown keys first: they explain missing ones.
  for (const { error, path } of placed) {
    if (error.keyword === 'additionalProperties') verdict.unknown(path, String(error.params['additionalProperty']));
  }
  for (const { error, path } of placed) {
    const { keyword, params, propertyName } = error;
    if (propertyName !== undefined || isOfOtherKind(error, path.reduce<unknown>(own, checked.content), errors))
      continue;
    if (keyword === 'propertyNames') verdict.name(path, String(params['propertyName']));
    else if (keyword === 'required') verdict.missing(path, String(params['missingProperty']));
    else if (keyword !== 'additionalProperties') verdict.value(path, error);
  }
  return verdict;
}
