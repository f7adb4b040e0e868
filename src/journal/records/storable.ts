/**
 * Words of others, as every store takes them. A server refuses a NUL and half of a surrogate pair in JSON, and a record that it refused
 * would be lost; a file takes both, and its copy would then have another head. So both are replaced before anything is recorded.
 */
import type { NewRecord } from './record-log.ts';

/** What `toWellFormed` puts in place of half a pair. */
const REPLACEMENT = String.fromCodePoint(0xfffd);

/** What a record says, with its JSON, which is written once and looked through: it has an escape for each NUL and half a pair. */
export function stated(said: object): Pick<NewRecord, 'said' | 'text'> {
  const text = JSON.stringify(said);
  if (!text.includes('\\u')) return { said, text };
  const clean = cleaned(said) as object;
  return { said: clean, text: JSON.stringify(clean) };
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return (value as readonly unknown[]).map(cleaned);
  return typeof value === 'object' && value !== null
    ? cleanedFields(value as Readonly<Record<string, unknown>>)
    : value;
}

const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', REPLACEMENT);

/** What writes itself as JSON in a way of its own is left to do so. */
const cleanedFields = (fields: Readonly<Record<string, unknown>>): object =>
  typeof fields['toJSON'] === 'function'
    ? fields
    : Object.fromEntries(Object.entries(fields).map(([key, value]) => [cleanText(key), cleaned(value)]));
