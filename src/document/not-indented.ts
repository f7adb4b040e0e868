/** Keys in the column of the key that was to hold them: `size:`, and below it `total: 0.1` without indentation. */
import { allOf, quoted } from '../source/quoted.ts';
import type { MappingWords } from './mapping-words.ts';
import type { Problem } from './problem.ts';

interface Shapes {
  readonly outer: MappingWords | undefined;
  readonly innerOf: (holder: string) => MappingWords | undefined;
}

/** What is wrong at an unknown key whose mapping is the empty one before it, and all the keys that this explains. */
export function notIndented(
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
