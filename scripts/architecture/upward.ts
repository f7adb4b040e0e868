/**
 * Imports that run against the table, each with the reason. A line whose import is gone fails the check, so the list only shrinks:
 * mend the import, delete the line.
 */
export const UPWARD: Readonly<Record<string, string>> = {};
