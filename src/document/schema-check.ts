/** The part of a validator's error that is used; ajv's own errors satisfy it. */
export interface SchemaError {
  /** JSON pointer into the checked value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set if the error is about a key rather than its value. */
  readonly propertyName?: string;
}

type SchemaCheck = (value: unknown) => readonly SchemaError[];

const NONE: readonly SchemaError[] = [];

export const schemaCheck =
  (validate: { (value: unknown): boolean; errors?: SchemaError[] | null }): SchemaCheck =>
  (value) =>
    validate(value) ? NONE : (validate.errors ?? NONE);
