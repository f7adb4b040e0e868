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

/** Each by its name, so that a version that is only named here and there does not speak another one's operations. */
const OF_VERSION: Readonly<Record<Interface, (engineRefusalsAt500: boolean) => AllOperations>> = {
  v2: () => V2,
  v3: (engineRefusalsAt500) => (engineRefusalsAt500 ? V3 : UNASSUMING),
};

export const operationsOf = ({ interface: version, engineRefusalsAt500 = true }: Speaking): AllOperations =>
  OF_VERSION[version](engineRefusalsAt500);
