/**
 * The versions of the interface that ordo speaks, and what is written of each. Another one is a folder beside `v2/`, and one line
 * here and in `operations-of.ts`.
 */
import type { Interface } from '../model/config.ts';
import type { Dialect } from './dialect.ts';
import { v2 } from './v2/dialect.ts';
import { v3 } from './v3/dialect.ts';

const DIALECTS: Readonly<Record<Interface, Dialect>> = { v2, v3 };

export const isInterface = (written: unknown): written is Interface =>
  typeof written === 'string' && Object.hasOwn(DIALECTS, written);

/** The version that a config names. */
export const dialectOf = ({ exchange }: { readonly exchange: { readonly interface: Interface } }): Dialect =>
  DIALECTS[exchange.interface];

/** What a recorded body says, in whatever version it was written. */
export function readRecorded<Said>(read: (dialect: Dialect) => Said, isSaid: (said: Said) => boolean): Said {
  const said = Object.values(DIALECTS).map(read);
  return said.find(isSaid) ?? (said[0] as Said);
}
