/** The operations of a version: what only a process that sends loads. */
import type { Interface } from '../model/config.ts';
import type { AllOperations } from './dialect.ts';
import { OPERATIONS as V2 } from './v2/operations.ts';
import { OPERATIONS as V3, UNASSUMING } from './v3/operations.ts';

/** What decides which operations they are. */
export interface Speaking {
  readonly interface: Interface;
  /** `exchange.engineRefusalsAt500`; default true. */
  readonly engineRefusalsAt500?: boolean;
}

export function operationsOf({ interface: version, engineRefusalsAt500 = true }: Speaking): AllOperations {
  if (version === 'v2') return V2;
  return engineRefusalsAt500 ? V3 : UNASSUMING;
}
