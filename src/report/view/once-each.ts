/** Computes once per list, not per order: all rungs of a ladder share one list, and a thousand may wait for a thousand. */
export function onceEach<Value>(of: (list: readonly string[]) => Value): (list: readonly string[]) => Value {
  const known = new Map<readonly string[], Value>();
  return (list) => {
    let value = known.get(list);
    if (value === undefined) known.set(list, (value = of(list)));
    return value;
  };
}
