import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { EXIT } from '../model/exit-code.ts';
import { refuse } from '../refusal.ts';
import { openWords } from '../actions/settling/finding-words.ts';
import { foundWords, type Finding } from '../session/lists/list-matches.ts';
import { soughtOf } from '../session/lists/lookup-keys.ts';
import { foundSighting } from '../session/lists/sighting-of.ts';
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
  { session, config, connect }: Working,
  plan: PlanName,
  signal: AbortSignal,
): Promise<readonly LookedUpOrder[]> {
  const unknown = [...(await session.state(plan)).values()].filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return [];
  if (!config.exchange.queries)
    refuse(EXIT.usage, 'the config says that the exchange has no lookup calls (exchange.queries)');
  await connect();
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? IN_MEMORY;
  const lookedUp: LookedUpOrder[] = [];
  for await (const { order, finding, as } of session.lookUp({ ...plan, planFile }, unknown.map(soughtOf), signal)) {
    const { id, clientOid } = order;
    const isFound = finding.kind === 'found';
    const words = isFound ? foundWords(finding) : openWords(id, finding);
    if (isFound) {
      await session.settle([{ clientOid, orderId: finding.orderId, rule: 'found', evidence: words }]);
      await session.see(foundSighting(clientOid, as?.stand));
    }
    lookedUp.push({ id, clientOid, finding, words });
  }
  return lookedUp;
}
