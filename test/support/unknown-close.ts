/** An account with a close of which nobody knows that its request never arrived. */
import type { Ended } from '../../proofs/support/ordo.ts';
import type { Version } from './checked-desk.ts';
import { faultsAfter } from './close-desk.ts';
import { desk, heldIn, type Desk } from './flatten-desk.ts';
import { here } from './here.ts';

/** The stop of the plan was placed with the fourth call. */
const PLACED = 4;

/** Half of what is held was to be closed. */
export async function unknownClose(version: Version): Promise<Desk> {
  const made = await desk(version, faultsAfter(PLACED, { 'drop-before': 1 }, 1, 3), 'cancelWait: 300ms');
  const ended = await here(['close', 'cmt_btcusdt', 'long', '50%', '--execute', '--yes'], made.at);
  if (ended.code !== 7 || heldIn(made) !== '0.04 0') throw new Error(ended.stdout + ended.stderr);
  return made;
}

/** Without the breaks of a terminal. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The line that ends it, as a shell takes it. */
export function settleLine({ stdout }: Pick<Ended, 'stdout'>): readonly string[] {
  const line = /ordo (settle --name ordo:close --absent btcusdt-long-1) --why "([^"]+)"/.exec(oneLine(stdout));
  if (line === null) throw new Error(stdout);
  return [...(line[1] ?? '').split(' '), '--why', line[2] ?? ''];
}
