/** An expected failure is a value; a throw means a bug of ours (exit 1). */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** Ends an exhaustive switch: adding a member to a union then fails to compile wherever it is not handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** What an exception says, whatever was thrown, in one line: SQLite quotes the lines of a table as they are. */
export const errorWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
