/** `ordo cancel` through the command, and what it told. */
import { validateEvent } from '../../src/generated/validate-event.js';
import type { PublicEvent } from '../../src/model/event.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended, type Place } from '../../proofs/support/ordo.ts';
import { here, type Surroundings } from './here.ts';

const PLAN = ['cancel', 'plan.yaml'];
/** The words of a cancel that is sent, and told to a program. */
export const SENT = [...PLAN, '--execute', '--live', '--yes', '--output', 'ndjson'];

/** What would be cancelled, for a person. */
export const shown = (at: Place, ...more: string[]): Promise<Ended> => here([...PLAN, ...more], at);
/** What would be cancelled, for a program. */
export const planned = (at: Place, ...more: string[]): Promise<Ended> => shown(at, '--output', 'ndjson', ...more);
export const cancel = (at: Place, ...more: string[]): Promise<Ended> => here([...SENT, ...more], at);
/** By whatever approval is given, if any. */
export const approved = (at: Place, more: readonly string[] = [], surroundings: Surroundings = {}): Promise<Ended> =>
  here([...PLAN, '--execute', '--live', ...more], at, surroundings);

/** The code of the dry run. */
export const codeOf = async (at: Place, ...more: string[]): Promise<string> =>
  ofKind(eventsOf(await planned(at, ...more)), 'plan-loaded')[0]?.approval ?? '';

/** `id outcome` of each order, sorted. */
export const ends = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'cancel-outcome')
    .map(({ id, outcome }) => `${id} ${outcome}`)
    .toSorted();

/** The events that are none by the schema. */
export const misshapen = (ended: Ended): PublicEvent[] => eventsOf(ended).filter((event) => !validateEvent(event));

/** What rests, and what became of the rest, in the exchange's words. */
export const statuses = ({ orders }: PaperExchange): string[] => orders.map(({ status }) => status);

/** The ids of the orders that `call-planned` names. */
export const namedIn = (ended: Ended): string[] =>
  ofKind(eventsOf(ended), 'call-planned').flatMap(({ orders }) => orders ?? []);
