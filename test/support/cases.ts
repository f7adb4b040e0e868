/** `npm test` tries each promise once; in all its cases it is tried by `npm run long`. */

const areAllTried = process.env['CASES'] === 'all';

/** All of them, or the first. */
export const inCases = <T>(all: readonly T[]): readonly T[] => (areAllTried ? all : all.slice(0, 1));
