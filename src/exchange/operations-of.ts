/** The operations of a version: what only a process that sends loads. */
import { OPERATIONS } from './generated/operations.ts';
import type { Interface } from '../model/interfaces.ts';
import type { AllOperations, AnswerSettings } from './dialect.ts';

/** What decides which operations they are. */
export interface Speaking extends AnswerSettings {
  readonly interface: Interface;
}

const OF_VERSION: Readonly<Record<Interface, (settings: AnswerSettings) => AllOperations>> = OPERATIONS;

export const operationsOf = ({ interface: version, ...settings }: Speaking): AllOperations =>
  OF_VERSION[version](settings);
