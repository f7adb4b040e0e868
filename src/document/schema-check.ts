/** The plan's compiled schema, and what a compiled schema's errors are to the rest. */
import { validateOrder, validatePlanFrame } from '../generated/validate-plan.js';

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

/** A plan without looking into its orders: these are checked one by one, so that many bad ones cannot cost seconds. */
export const checkPlanFrame = schemaCheck(validatePlanFrame);
export const checkOrder = schemaCheck(validateOrder);
