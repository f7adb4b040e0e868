/** The fields of `T`: those that may be undefined are optional, and never undefined where they are there. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that are not undefined, to be spread into an object whose optional fields must be left out where there is
 * nothing to say. It copies them one by one, so it is not for what is made once per order.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  const all = fields as Readonly<Record<string, unknown>>;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(all)) if (all[name] !== undefined) kept[name] = all[name];
  return kept as Defined<T>;
}
