/** Computed once for each list: the rungs of a ladder share theirs, and a thousand behind a thousand are not a million. */
export function onceEach<Value>(of: (list: readonly string[]) => Value): (list: readonly string[]) => Value {
  const known = new Map<readonly string[], Value>();
  return (list) => {
    let value = known.get(list);
    if (value === undefined) known.set(list, (value = of(list)));
    return value;
  };
}
