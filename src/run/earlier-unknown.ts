import type { Schedule } from '../compile/compile-plan.ts';
import { editOf } from '../compile/select-pending.ts';
import type { JournalState } from '../ledger/state.ts';
import type { Config } from '../model/config.ts';
import { count } from '../model/count.ts';
import type { Earlier } from '../session/earlier.ts';
import { soughtOf } from '../session/sought.ts';

/** The unknown orders of earlier runs, which are looked up first; undefined: none, or nothing is asked or sent. */
export function earlierUnknown(
  { exchange, execution }: Config,
  known: JournalState,
  { calls, cancels, withheld }: Schedule,
  planPath = 'the plan',
): Earlier | undefined {
  const sends = calls.length > 0 || cancels !== undefined;
  if ((!sends && !exchange.queries) || execution.onUnknown !== 'stop') return undefined;
  const unknown = [...known.values()].filter(({ state }) => state === 'unknown' || state === 'in-flight');
  const planned = new Map(withheld.map(({ order }) => [order.clientOid, order]));
  const edits = unknown.flatMap((order): [string, string][] => {
    const now = planned.get(order.clientOid);
    const edit = now === undefined ? undefined : editOf(order, now);
    return now === undefined || edit === undefined ? [] : [[order.clientOid, `${planPath}:${now.line}: ${edit}`]];
  });
  return unknown.length === 0
    ? undefined
    : {
        edits: new Map(edits),
        unknown: unknown.map(soughtOf),
        canLookUp: exchange.queries,
        ...(!sends && { isAll: true }),
      };
}

/** What a run does about them. */
export function earlierWords({ unknown, canLookUp, isAll }: Earlier): string {
  const who = `${count(unknown.length, 'order')} of an earlier run ${unknown.length === 1 ? 'is' : 'are'} unknown`;
  if (isAll === true) return `${who}: looked up first`;
  return canLookUp
    ? `${who}: looked up first, and nothing is sent while one remains so`
    : `${who}, and nothing is sent while one is: exchange.queries is off, so decide with ordo settle --placed or --absent`;
}
