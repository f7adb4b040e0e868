/** What the rest reads of a compiled schema and its errors. */
/** What is read of a validator's error; ajv's own errors satisfy it. */
export interface SchemaError {
  /** JSON pointer into what was checked. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set where the error is about a key rather than what it holds. */
  readonly propertyName?: string;
}

/** All errors of a value, none where it fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaError[];

const NONE: readonly SchemaError[] = [];

export const schemaCheck =
  (validate: { (value: unknown): boolean; errors?: SchemaError[] | null }): SchemaCheck =>
  (value) =>
    validate(value) ? NONE : (validate.errors ?? NONE);
