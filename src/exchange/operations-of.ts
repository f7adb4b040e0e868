/** The operations of a version: what only a process that sends loads. */
import type { Interface } from '../model/config.ts';
import type { Operations } from './dialect.ts';
import { OPERATIONS } from './v2/operations.ts';

const ALL: Readonly<Record<Interface, Operations>> = { v2: OPERATIONS };

export const operationsOf = (version: Interface): Operations => ALL[version];
