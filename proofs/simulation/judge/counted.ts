/** Counts one more of a key: how many there are now. */
export function counted(counts: Map<string, number>, key: string): number {
  const amount = (counts.get(key) ?? 0) + 1;
  counts.set(key, amount);
  return amount;
}
