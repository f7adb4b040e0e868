import { resolve } from 'node:path';
import { beforeFirstByte, place, prepareRun, type PlaceRequest, type PlaceWith } from '../actions/place.ts';
import { stopOf } from '../actions/end-of-run.ts';
import { tellEarlier } from '../actions/prepare/earlier-unknown.ts';
import { memoryIn } from '../actions/prepare/memory.ts';
import type { PreparedRun } from '../actions/prepare/prepared-run.ts';
import { checkStillOpens, checkStillValid } from '../actions/prepare/still-valid.ts';
import { carriedBy, reviewedFactsOf, type NamedReview } from '../actions/review/check-reviewed.ts';
import type { SpooledVerdict } from '../journal/records/ledger.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { defined } from '../model/defined.ts';
import { refuse } from '../refusal.ts';
import { diagnosticEvent } from '../source/diagnostic-event.ts';
import type { CompiledPlan } from './compile.ts';
import type { Holding, Working } from './holding.ts';
import { IN_MEMORY } from './load.ts';
import { endOf, type Listeners, type PlacedPlan } from './placed.ts';
import { checkEarly, checkLate } from './reviewed.ts';
import { requestOf } from './show.ts';

export interface PlaceOptions {
  /** Once it is aborted, no new call starts; what is in flight is awaited and recorded, and the rest is withheld. */
  readonly signal?: AbortSignal;
  /** Sends only calls with exactly this digest, and refuses (exit code 5) where the ledger leaves others. */
  readonly digest?: string;
  /** Sends only what this reviewed plan has, or the rest of it, until it expires; refuses (exit code 5) with every difference. */
  readonly reviewed?: NamedReview;
}

/** Everything that can be checked is checked before the first byte, in the order of the command. Throws RefusalError. */
export async function placeCompiled(
  working: Working,
  compiled: CompiledPlan,
  options: PlaceOptions,
): Promise<PlacedPlan> {
  const { run, how, unrecorded } = await startOf(working, compiled, options);
  const { tally, exitCode } = await place(how, run);
  const { telling } = working;
  telling.end();
  const { outcomes, cancels, journalHead } = telling;
  const end = { end: endOf(exitCode), exitCode, counts: { ...tally.counts }, outcomes };
  const { notBack } = tally;
  return { ...end, cancels, notBack, digest: run.schedule.digest, unrecorded, ...defined({ journalHead }) };
}

/** A run that is checked and connected. */
interface Started {
  readonly run: PreparedRun;
  readonly how: PlaceWith;
  /** Verdicts that the ledger could not take. */
  readonly unrecorded: readonly SpooledVerdict[];
}

interface StartOptions extends PlaceOptions {
  readonly onEvent?: Listeners['onEvent'];
  /** Of a run that follows its plan. */
  readonly follows?: true;
}

export async function startOf(
  working: Working,
  compiled: CompiledPlan,
  { signal, digest, reviewed, onEvent, follows }: StartOptions,
): Promise<Started> {
  const { session, connect, telling, clock, config, connection, account } = working;
  const { plan, file, instruments } = compiled.checked;
  checkConfig(config, compiled);
  if (follows !== true) checkStillValid(plan, clock.wallMs());
  const { target = 'live', origin: exchange } = connection;
  const memory = { ...memoryIn(await session.account(), plan), ...defined({ halt: await session.halted() }) };
  if (reviewed !== undefined) {
    const [isLive, nowMs] = [target === 'live', clock.wallMs()];
    checkEarly(reviewed, compiled, { isLive, nowMs, follows: follows === true });
  }
  const followed = follows && { follows, instrumentOf: (symbol: string) => instruments?.bySymbol.get(symbol) };
  const asked = requestOf(compiled, { mode: 'execute', target, exchange, ...followed }, memory);
  // What is sent later goes by its approval, after a kill too.
  const request = follows === true && target === 'live' ? { ...asked, account } : asked;
  const prepared = await prepareRun(session, reviewed === undefined ? request : asReviewed(request, reviewed, account));
  const { renamed } = prepared;
  checkStillOpens(prepared.run, clock.wallMs());
  checkNoMore(compiled, prepared.run);
  const { digest: now } = prepared.run.schedule;
  if (digest !== undefined && digest !== now)
    refuse('approval/other-bytes', `the calls have the digest ${now}, not ${digest}`, 'compile the plan again');
  if (reviewed !== undefined) await checkLate(reviewed, prepared.run, working);
  const stopped = AbortSignal.any([telling.begin(onEvent), ...(signal === undefined ? [] : [signal])]);
  const { emit } = telling;
  const run = await beforeFirstByte({ session, clock, emit, connect, signal: stopped }, prepared);
  // Those of the text came with the plan.
  for (const one of renamed) emit(diagnosticEvent(one));
  if (run.earlier !== undefined) tellEarlier(emit, run.earlier);
  const unrecorded: SpooledVerdict[] = [];
  const onUnrecorded = (verdicts: readonly SpooledVerdict[]): void => void unrecorded.push(...verdicts);
  const planFile = file === IN_MEMORY ? IN_MEMORY : resolve(file);
  return { run, how: { session, clock, emit, stop: stopOf(stopped), planFile, onUnrecorded }, unrecorded };
}

/** Until it expires, and, on the live exchange, on record under its approval code. */
const asReviewed = (request: PlaceRequest, reviewed: NamedReview, account: AccountName): PlaceRequest => ({
  ...request,
  facts: { ...request.facts, reviewed: reviewedFactsOf(reviewed) },
  chosen: { ...request.chosen, placed: carriedBy(reviewed.plan) },
  ...(request.facts.target === 'live' && { account }),
});

/** Limits, policy and settings are those of the session: a plan that was judged under others was not judged. */
function checkConfig(config: Holding['config'], { checked }: CompiledPlan): void {
  if (checked.config === config || JSON.stringify(checked.config) === JSON.stringify(config)) return;
  refuse(
    'session/other-config',
    'the plan was checked under another config than the session’s',
    'give both the same one',
  );
}

/** The ledger may leave less of what was compiled, and never more: whoever compiled it saw the rest withheld. */
function checkNoMore(compiled: CompiledPlan, { schedule }: PreparedRun): void {
  const seen = new Set(compiled.calls.flatMap(({ orders }) => orders.map(({ clientOid }) => clientOid)));
  const seenOff = new Set(compiled.cancels.flatMap(({ orders }) => orders.map(({ clientOid }) => clientOid)));
  const pending = [...schedule.pending.values()].find(({ clientOid }) => !seen.has(clientOid));
  const off = schedule.cancels?.orders.find(({ clientOid }) => !seenOff.has(clientOid));
  const [more, what] = pending === undefined ? [off, 'cancelled'] : [pending, 'sent'];
  if (more === undefined) return;
  refuse(
    'approval/other-bytes',
    `${more.id} would be ${what}, and was not when the plan was compiled`,
    'compile it again, with what this session’s ledger knows',
  );
}
