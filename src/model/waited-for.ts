/**
 * All that one waits for, directly or by another; each is walked once. `isEnough` is told of each that is found, and ends the walk
 * where it says so.
 */
export function waitedFor<T>(
  one: T,
  afterOf: (one: T) => readonly T[],
  isEnough: (found: T) => boolean = () => false,
): ReadonlySet<T> {
  const [found, open] = [new Set<T>(), [one]];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of afterOf(at)) {
      if (found.has(next)) continue;
      found.add(next);
      if (isEnough(next)) return found;
      open.push(next);
    }
  return found;
}
