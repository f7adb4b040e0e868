/**
 * Words of others, as every store takes them. A server refuses a NUL and half of a surrogate pair in JSON, and a record that it refused
 * would be lost; a file takes both, and its copy would then have another head. So both are replaced before anything is recorded.
 */

/** What `toWellFormed` puts in place of half a pair. */
const REPLACEMENT = String.fromCodePoint(0xfffd);

/** The same value where there is nothing to replace. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanedList(value as readonly unknown[]);
  return typeof value === 'object' && value !== null
    ? cleanedFields(value as Readonly<Record<string, unknown>>)
    : value;
}

const cleanText = (text: string): string => {
  const formed = text.isWellFormed() ? text : text.toWellFormed();
  return formed.includes('\0') ? formed.replaceAll('\0', REPLACEMENT) : formed;
};

function cleanedList(list: readonly unknown[]): readonly unknown[] {
  const values = list.map(cleaned);
  return values.every((value, at) => Object.is(value, list[at])) ? list : values;
}

/** What writes itself as JSON in a way of its own is left to do so. */
function cleanedFields(fields: Readonly<Record<string, unknown>>): object {
  if (typeof fields['toJSON'] === 'function') return fields;
  let isClean = true;
  const entries = Object.entries(fields).map(([key, value]) => {
    const [ownKey, own] = [cleanText(key), cleaned(value)];
    isClean &&= ownKey === key && Object.is(own, value);
    return [ownKey, own] as const;
  });
  return isClean ? fields : Object.fromEntries(entries);
}
