import type { Schedule } from '../compile/compile-plan.ts';
import type { JournalState } from '../ledger/state.ts';
import type { Config } from '../model/config.ts';
import { count } from '../model/count.ts';
import type { Earlier } from '../session/earlier.ts';
import { soughtOf } from '../session/sought.ts';

/** The unknown orders of earlier runs that hold this schedule back; undefined: none, or nothing is to be sent. */
export function earlierUnknown(
  { exchange, execution }: Config,
  known: JournalState,
  { calls, cancels }: Schedule,
): Earlier | undefined {
  if ((calls.length === 0 && cancels === undefined) || execution.onUnknown !== 'stop') return undefined;
  const unknown = [...known.values()].filter(({ state }) => state === 'unknown' || state === 'in-flight');
  return unknown.length === 0 ? undefined : { unknown: unknown.map(soughtOf), canLookUp: exchange.queries };
}

/** What a run does about them. */
export function earlierWords({ unknown, canLookUp }: Earlier): string {
  const who = `${count(unknown.length, 'order')} of an earlier run ${unknown.length === 1 ? 'is' : 'are'} unknown`;
  return canLookUp
    ? `${who}: looked up first, and nothing is sent while one remains so`
    : `${who}, and nothing is sent while one is: exchange.queries is off, so decide with ordo settle --placed or --absent`;
}
