/**
 * The version of the interface that ordo speaks. Another one is a folder beside `v2/`, and is chosen here: what is written of it,
 * and the operations, which only what sends imports.
 */
import type { Dialect, Operations } from './dialect.ts';
import { v2 } from './v2/dialect.ts';
import { OPERATIONS } from './v2/operations.ts';

export const spoken: Dialect = v2;
export const operations: Operations = OPERATIONS;
