/** An error of a schema in the words of the document's language. */
import { allOf, anyOf, quoted } from '../source/quoted.ts';
import { didYouMean, flat } from './did-you-mean.ts';
import type { KeyWords, MappingWords } from './mapping-words.ts';
import type { Problem } from './problem.ts';
import type { SchemaError } from './schema-check.ts';

/** What stands under a key or at a place in a list; undefined where there is nothing of its own. */
export const own = (holder: unknown, key: string | number): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string | number, unknown>)[key]
    : undefined;

function kindOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : quoted(value);
  if (value === null || value === undefined) return 'empty';
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

/** One place, and its words if it is a key of a known mapping. */
interface Spot {
  readonly name: string;
  readonly value: unknown;
  readonly field: KeyWords | undefined;
}

/** `entry` or `entry, exit` where a list of them belongs. */
const BARE_LIST = /^[\w-]+(?:, *[\w-]+)*$/;

function insteadOf(value: unknown, field: KeyWords | undefined): string | undefined {
  if (Array.isArray(value)) return field?.list?.(value);
  return typeof value === 'object' && value !== null
    ? field?.mapping?.(value as Readonly<Record<string, unknown>>)
    : undefined;
}

function wrongType({ name, value, field }: Spot, expected: unknown): Problem {
  const kinds = new Set([expected].flat());
  const words = [
    ...(kinds.has('string') ? ['one value'] : []),
    ...(kinds.has('array') ? ['a list'] : []),
    ...(kinds.has('object') ? ['a mapping'] : []),
  ];
  const wanted = words.length === 0 ? 'one value' : anyOf(words);
  const what = field?.what ?? wanted;
  if (kindOf(value) === 'empty') return { code: 'value/empty', message: `${name} is empty`, hint: `write ${what}` };
  const message = `${name} must be ${wanted}, not ${kindOf(value)}`;
  const instead = insteadOf(value, field);
  if (instead !== undefined) return { code: 'value/type', message, hint: instead };
  const isBareList = wanted === 'a list' && typeof value === 'string' && BARE_LIST.test(value);
  if (isBareList) return { code: 'value/type', message, hint: `write [${value}]` };
  const isDashed = wanted === 'a mapping' && Array.isArray(value);
  return { code: 'value/type', message, hint: `write ${what}${isDashed ? ', without `- `' : ''}` };
}

function wrongWord({ name, value, field }: Spot, allowed: readonly unknown[]): Problem {
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

function wrongSpelling({ name, value, field }: Spot): Problem {
  const text = String(value);
  const hint = `write ${field?.what ?? 'a text'}`;
  if (text.trim() === '') return { code: 'value/empty', message: `${name} is empty`, hint };
  if (field?.explain === undefined)
    return { code: 'value/spelling', message: `${name} cannot be ${quoted(text)}`, hint };
  const misspelling = field.explain(text);
  return { ...misspelling, message: `${name} ${misspelling.message}` };
}

/** For a key that the mapping does not have; `meant`: the one that was probably meant. */
export function unknownKey(key: string, shape: MappingWords | undefined, meant: string | undefined): Problem {
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

/** What an error says of the value there. */
export function problemOf(error: SchemaError, spot: Spot): Problem {
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
