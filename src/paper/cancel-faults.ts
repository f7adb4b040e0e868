/** What can be made to go wrong with a cancel call. It is dealt apart from the faults of placing: neither shifts the other. */
import { dealerOf, FAULT_MEANINGS, parseSpec, type FaultName, type Hand } from './faults.ts';
import type { Result } from '../model/result.ts';

type OwnName =
  | 'cancel-filled'
  | 'cancel-part-filled'
  | 'cancel-not-found'
  | 'cancel-ignored'
  | 'cancel-missing'
  | 'cancel-foreign';
type SharedName = Exclude<
  FaultName,
  'reject-one' | 'missing' | 'no-order-id' | 'order-id-again' | `${string}-with-order`
>;
export type CancelFaultName = OwnName | SharedName;

const shared = <Name extends SharedName>(...names: readonly Name[]): Readonly<Record<Name, string>> =>
  Object.fromEntries(names.map((name): [string, string] => [name, FAULT_MEANINGS[name]])) as Record<Name, string>;

/**
 * The faults of a cancel call in the words of the help, in the order in which they happen. One that is about an order meets
 * one order of the call.
 */
export const CANCEL_FAULT_MEANINGS: Readonly<Record<CancelFaultName, string>> = {
  ...shared('drop-before', 'http-500-before', 'http-418-before', 'rate'),
  'cancel-filled': 'the order is filled in whole just before',
  'cancel-part-filled': 'half of the order is filled just before',
  'cancel-not-found': 'refused as not existing; the order stays',
  'cancel-ignored': 'answered with success; the order stays',
  'cancel-foreign': 'the answer names another order id',
  'cancel-missing': 'the order is in no list of a batch answer',
  ...shared('reorder', 'drop-after', 'stall-after', 'http-502-after', 'error-unlisted', 'garbage', 'truncate'),
};
export const CANCEL_FAULTS = Object.keys(CANCEL_FAULT_MEANINGS) as readonly CancelFaultName[];

/** The probability of each fault per cancel call, from 0 to 1. Faults are drawn independently. */
export type CancelFaultSpec = Readonly<Partial<Record<CancelFaultName, number>>>;

/** Parts the stream of the cancels from that of the placings, under one seed. */
const APART = 0x63_61_6e_63;

/** Reads a text such as `cancel-filled:0.1,rate:0.05`. The error is a sentence that names the wrong part. */
export const parseCancelFaults = (text: string): Result<CancelFaultSpec, string> => parseSpec(text, CANCEL_FAULTS);

/** Deals one hand per cancel call. */
export const createCancelDealer = (spec: CancelFaultSpec, seed: number): (() => Hand<CancelFaultName>) =>
  dealerOf(CANCEL_FAULTS, spec, seed ^ APART);
