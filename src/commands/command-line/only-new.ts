import type { Diagnostic } from '../../source/diagnostic.ts';

const keyOf = ({ source, start, end, code, message }: Diagnostic): string =>
  JSON.stringify([source.path, start, end, code, message]);

/** Keeps each diagnostic once: the plans of a folder share its config, and so the mistakes in it. */
export function onlyNew(): (list: readonly Diagnostic[]) => Diagnostic[] {
  const seen = new Set<string>();
  return (list) => list.filter((one) => seen.size !== seen.add(keyOf(one)).size);
}
