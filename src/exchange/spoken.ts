import type { Dialect } from './dialect.ts';
import { v2 } from './v2/dialect.ts';

/** The version of the interface that ordo speaks. Another one is a folder beside `v2/`, and is chosen here. */
export const spoken: Dialect = v2;
