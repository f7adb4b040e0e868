import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { checkCanLookUp, lookUp } from '../actions/look-up.ts';
import { Conclusions } from '../actions/settling/conclusions.ts';
import type { EventSink } from '../ports.ts';
import { openWords } from '../actions/settling/finding-words.ts';
import { foundWords, type Finding } from '../session/lists/list-matches.ts';
import type { Working } from './holding.ts';
import { IN_MEMORY } from './load.ts';

/** What the exchange's lists say of an unknown order. Only `found` proves anything: it is accepted from then on. */
export interface LookedUpOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly finding: Finding;
  /** The same in words for a person. */
  readonly words: string;
}

/** Each finding is on record before the next. Throws RefusalError where the lists may not be asked. */
export async function lookUpUnknown(
  { session, config, connect, connection }: Working,
  plan: PlanName,
  signal: AbortSignal,
): Promise<readonly LookedUpOrder[]> {
  const unknown = [...(await session.state(plan)).values()].filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return [];
  checkCanLookUp(config);
  await connect();
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? IN_MEMORY;
  const { origin } = connection;
  const looking = { session, emit: untold, conclusions: new Conclusions(session, untold) };
  const lookedUp = await lookUp(looking, { plan, planFile, unknown, origin, signal });
  return lookedUp.map(({ order: { id, clientOid }, finding }) => {
    const words = finding.kind === 'found' ? foundWords(finding) : openWords(id, finding);
    return { id, clientOid, finding, words };
  });
}

/** Whoever called is told by the value. */
const untold: EventSink = () => {};
