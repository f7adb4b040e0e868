/** Errors of a schema as findings: one per mistake, without those that only follow from it. */
import { quoted, allOf } from '../source/quoted.ts';
import { didYouMean } from './did-you-mean.ts';
import type { MappingWords } from './mapping-words.ts';
import { Faults } from './faults.ts';
import type { Finding } from './findings.ts';
import type { Path } from './locate.ts';
import type { Problem } from './problem.ts';
import type { SchemaError } from './schema-check.ts';
import { own, problemOf, unknownKey } from './schema-problems.ts';

interface Verdict {
  readonly findings: readonly Finding[];
  /** Where the findings are: no rule looks at these places again. */
  readonly faults: Faults;
}

/** A checked value: its content, its path in the document, and the words of each mapping in it. */
interface Checked {
  readonly content: unknown;
  readonly base: Path;
  readonly shapeAt: (path: Path) => MappingWords | undefined;
}

/** A JSON pointer as steps; the steps into a list are numbers. */
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

/** The errors of one check with their places, judged in turn. */
class Judge {
  readonly findings: Finding[] = [];
  readonly faults = new Faults();
  readonly #checked: Checked;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  #add(path: Path, problem: Problem, part: { part?: 'key' } = {}): void {
    this.findings.push({ ...problem, path: [...this.#checked.base, ...path], ...part });
  }

  #valueAt(path: Path): unknown {
    return path.reduce<unknown>(own, this.#checked.content);
  }

  unknown(path: Path, key: string): void {
    if (this.faults.has([...path, key]) || this.#notIndented(path, key)) return;
    const shape = this.#checked.shapeAt(path);
    const meant = shape && didYouMean(key, Object.keys(shape.fields), shape.synonyms);
    this.faults.add([...path, key]);
    if (meant !== undefined) this.faults.add([...path, meant]);
    this.#add([...path, key], unknownKey(key, shape, meant), { part: 'key' });
  }

  #notIndented(path: Path, key: string): boolean {
    const slip = notIndented(this.#valueAt(path), key, {
      outer: this.#checked.shapeAt(path),
      innerOf: (holder) => this.#checked.shapeAt([...path, holder]),
    });
    if (slip === undefined) return false;
    for (const one of slip.keys) this.faults.add([...path, one]);
    this.#add([...path, key], slip.problem, { part: 'key' });
    return true;
  }

  /** A key that the author chose and that is not a legal name. */
  name(path: Path, key: string): void {
    const { names } = this.#checked.shapeAt(path) ?? {};
    this.faults.add([...path, key]);
    const problem = names?.explain?.(key) ?? {
      code: 'value/spelling' as const,
      message: `cannot be ${quoted(key)}`,
      hint: '',
    };
    this.#add([...path, key], { ...problem, message: `a name ${problem.message}` }, { part: 'key' });
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
      this.#add(path, problemOf(error, { name: shape?.name ?? 'the file', value, field }));
    } else {
      const name = typeof last === 'number' ? `entry ${last + 1}` : quoted(last);
      const shape = this.#checked.shapeAt(path.slice(0, -1));
      const field = shape?.fields[last] ?? shape?.every;
      this.#add(path, problemOf(error, { name, value, field }));
    }
  }
}

/**
 * Whether an error is about a kind that the value was not meant to be. Where a word or a list may stand, a list is not
 * blamed for not being a word, nor a wrong word for not being a list.
 */
function isOfOtherKind(error: SchemaError, value: unknown, errors: readonly SchemaError[]): boolean {
  if (error.keyword === 'anyOf') return true;
  const within = errors.filter(({ instancePath }) => instancePath === error.instancePath);
  if (!within.some(({ keyword }) => keyword === 'anyOf')) return false;
  return Array.isArray(value) ? error.keyword === 'enum' : error.keyword === 'type';
}

/** The findings behind a validator's errors. */
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

// Keys in the column of the key that was to hold them: `size:`, and below it `total: 0.1` without indentation.

interface Shapes {
  readonly outer: MappingWords | undefined;
  readonly innerOf: (holder: string) => MappingWords | undefined;
}

/** What is wrong at an unknown key whose mapping is the empty one before it, and all the keys that this explains. */
function notIndented(
  mapping: unknown,
  key: string,
  { outer, innerOf }: Shapes,
): { readonly problem: Problem; readonly keys: readonly string[] } | undefined {
  const entries = Object.entries(mapping as Readonly<Record<string, unknown>>);
  const at = entries.findIndex(([name]) => name === key);
  const [holder, held] = entries[at - 1] ?? [];
  if (holder === undefined || held !== '') return undefined;
  const inner = innerOf(holder);
  // Where the author chooses the keys, all are possible that the outer mapping does not know.
  const belongs = (name: string): boolean =>
    !Object.hasOwn(outer?.fields ?? {}, name) &&
    (inner?.names !== undefined || Object.hasOwn(inner?.fields ?? {}, name));
  const names = entries.slice(at).map(([name]) => name);
  const end = names.findIndex((name) => !belongs(name));
  const keys = end === -1 ? names : names.slice(0, end);
  if (keys.length === 0) return undefined;
  const [verb, them] = keys.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const message = `${allOf(keys.map(quoted))} ${verb} under ${quoted(holder)}`;
  return {
    problem: { code: 'key/unknown', message, hint: `indent ${them} by two spaces more` },
    keys: [holder, ...keys],
  };
}
