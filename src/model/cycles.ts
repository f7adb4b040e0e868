/** `a → b → a`; of a long circle the beginning. */
export function drawn(cycle: readonly string[]): string {
  const names = cycle.length <= 10 ? cycle : [...cycle.slice(0, 9), `… ${cycle.length - 9} more`];
  return [...names, cycle[0]].join(' → ');
}

/**
 * Names that need each other in a circle, each circle once, from its first name in the graph's order; a name that needs
 * itself is a circle of one. Every circle shares a link with one of these, and no more than `most` are given, since a graph
 * may have more than memory holds. Walks with a stack of its own: a chain may be as long as a plan.
 */
export function cycles(graph: ReadonlyMap<string, readonly string[]>, most = Infinity): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  for (const start of graph.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    const stack: { readonly name: string; readonly needs: readonly string[]; next: number }[] = [];
    const enter = (name: string): void => {
      path.push(name);
      onPath.add(name);
      stack.push({ name, needs: [...new Set(graph.get(name))], next: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const needed = top.needs[top.next++];
      if (needed === undefined) {
        stack.pop();
        path.pop();
        onPath.delete(top.name);
        done.add(top.name);
      } else if (onPath.has(needed)) {
        found.push(path.slice(path.indexOf(needed)));
        if (found.length >= most) return found;
      } else if (!done.has(needed) && graph.has(needed)) enter(needed);
    }
  }
  return found;
}
