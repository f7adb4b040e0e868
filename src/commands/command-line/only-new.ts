import type { Diagnostic } from '../../source/diagnostic.ts';

const keyOf = ({ source, start, end, code, message }: Diagnostic): string =>
  JSON.stringify([source.path, start, end, code, message]);

/** Passes each diagnostic once: plans of one folder share its config, and its mistakes with it. */
export function onlyNew(): (list: readonly Diagnostic[]) => Diagnostic[] {
  const seen = new Set<string>();
  return (list) => list.filter((one) => seen.size !== seen.add(keyOf(one)).size);
}
