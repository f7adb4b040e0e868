import { resolve } from 'node:path';
import type { Schedule } from '../compile/compile-plan.ts';
import type { SpooledVerdict } from '../journal/records/ledger.ts';
import { historyOf, standingOf, stateOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { defined } from '../model/defined.ts';
import { EXIT } from '../model/exit-code.ts';
import type { Plan } from '../model/order.ts';
import { inPlanNames } from '../model/plan-names.ts';
import { refuse } from '../refusal.ts';
import { checkGeneration } from '../actions/prepare/account-checks.ts';
import { announce } from '../actions/prepare/announce.ts';
import { endRun, lookForNotBack } from '../actions/end-of-run.ts';
import { checkDead } from '../actions/prepare/request-expiry.ts';
import { earlierUnknown, tellEarlier } from '../actions/prepare/earlier-unknown.ts';
import { refuseFoundElsewhere } from '../actions/prepare/found-elsewhere.ts';
import { checkRenames } from '../actions/prepare/lost-renames.ts';
import type { PreparedRun } from '../actions/prepare/prepared-run.ts';
import { renamedWarnings } from '../actions/prepare/renamed-warnings.ts';
import { checkStandingCap, reservationOf } from '../actions/prepare/standing-cap.ts';
import { checkStillValid } from '../actions/prepare/still-valid.ts';
import { diagnosticEvent } from '../source/diagnostic-event.ts';
import { SourceFile } from '../source/source-file.ts';
import { scheduleOf, type CompiledPlan } from './compile.ts';
import type { Holding, Working } from './holding.ts';
import { IN_MEMORY } from './load.ts';
import { endOf, type PlacedPlan } from './placed.ts';
import { preparedRun } from './show.ts';

export interface PlaceOptions {
  /** Once it is aborted, no new call starts; what is in flight is awaited and recorded, and the rest is withheld. */
  readonly signal?: AbortSignal;
  /** Sends only calls with exactly this digest, and refuses (exit code 5) where the ledger leaves others. */
  readonly digest?: string;
}

/** Everything that can be checked is checked before the first byte, in the order of the command. Throws RefusalError. */
export async function placeCompiled(
  working: Working,
  compiled: CompiledPlan,
  { signal, digest }: PlaceOptions,
): Promise<PlacedPlan> {
  const { session, connect, telling, clock } = working;
  checkConfig(working, compiled);
  checkStillValid(compiled.checked.plan, clock.wallMs());
  const { run, wasPlaced } = await prepared(working, compiled);
  const { schedule, config, known, earlier } = run;
  if (digest !== undefined && digest !== schedule.digest)
    refuse(
      'approval/other-bytes',
      `the calls have the digest ${schedule.digest}, not ${digest}`,
      'compile the plan again',
    );
  const stopped = AbortSignal.any([telling.begin(), ...(signal === undefined ? [] : [signal])]);
  const sends = schedule.calls.length > 0 && earlier?.canLookUp !== false;
  if (sends || earlier?.canLookUp === true) await connect();
  if (sends) {
    if (!wasPlaced && config.exchange.queries && !stopped.aborted) {
      const nowMs = clock.wallMs();
      await refuseFoundElsewhere({
        session,
        plan: planName(compiled.checked.plan),
        origin: run.exchange,
        schedule,
        known,
        planPath: run.planFile,
        options: [],
        nowMs,
      });
    }
  }
  return send(working, run, stopped, compiled.checked.text);
}

async function prepared(
  { session, connection, account }: Working,
  compiled: CompiledPlan,
): Promise<{ readonly run: PreparedRun; readonly wasPlaced: boolean }> {
  const { checked, only, again } = compiled;
  const { plan, config } = checked;
  const all = await session.account();
  const history = historyOf(all, plan.name);
  const known = inPlanNames(stateOf(all, planName(plan)), plan.orders);
  checkGeneration(plan, history);
  checkRenames(plan, known, all);
  const schedule = scheduleOf(checked, { known, only, again });
  checkNoMore(compiled, schedule);
  await checkDead(session, known, schedule);
  const { target = 'live' } = connection;
  const run = {
    ...preparedRun({ checked, known, only, again }, { schedule, mode: 'execute', target, exchange: account.origin }),
    standing: standingOf(all),
    ...defined({ earlier: earlierUnknown(config, known, schedule, checked.file) }),
  };
  checkStandingCap(run);
  return { run, wasPlaced: history.wasPlaced };
}

async function send(
  { session, telling, clock }: Working,
  run: PreparedRun,
  signal: AbortSignal,
  text: string,
): Promise<PlacedPlan> {
  const { plan, schedule, earlier, target, mode } = run;
  const startedMs = clock.monotonicMs();
  const unrecorded: SpooledVerdict[] = [];
  for (const one of warningsOf(run, text)) telling.emit(one);
  if (earlier !== undefined) tellEarlier(telling.emit, earlier);
  const announced = announce(telling.emit, run);
  const tally = await session.place({
    ...planName(plan),
    schedule,
    planFile: run.planFile === IN_MEMORY ? IN_MEMORY : resolve(run.planFile),
    announced,
    signal,
    onUnrecorded: (verdicts) => unrecorded.push(...verdicts),
    ...(plan.validUntil !== undefined && { validUntilMs: plan.validUntil.ms }),
    reservation: reservationOf(run),
    ...defined({ earlier }),
  });
  await lookForNotBack(session, tally, run);
  const signalled = signal.aborted ? EXIT.interrupted : undefined;
  const counts = { ...tally.counts };
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  const ending = { mode, target, counts, exitCode: tally.exitCode(signalled), elapsedMs };
  const exitCode = await endRun(telling.emit, { session, tally, ending, signalled });
  telling.end();
  const { outcomes, journalHead } = telling;
  const { digest } = schedule;
  return { end: endOf(exitCode), exitCode, counts, outcomes, digest, unrecorded, ...defined({ journalHead }) };
}

/** Those of the journal; those of the text came with the plan. */
const warningsOf = ({ plan, known, planFile }: PreparedRun, text: string): ReturnType<typeof diagnosticEvent>[] =>
  renamedWarnings(plan, known, new SourceFile(planFile, text)).map(diagnosticEvent);

const planName = ({ name, generation }: Plan): PlanName => ({ plan: name, generation });

/** Limits, policy and settings are those of the session: a plan that was judged under others was not judged. */
function checkConfig({ config }: Holding, { checked }: CompiledPlan): void {
  if (checked.config === config || JSON.stringify(checked.config) === JSON.stringify(config)) return;
  refuse(
    'session/other-config',
    'the plan was checked under another config than the session’s',
    'give both the same one',
  );
}

/** The ledger may leave less of what was compiled, and never more: whoever compiled it saw the rest withheld. */
function checkNoMore({ calls }: CompiledPlan, { pending }: Schedule): void {
  const seen = new Set(calls.flatMap(({ orders }) => orders.map(({ clientOid }) => clientOid)));
  const more = [...pending.values()].find(({ clientOid }) => !seen.has(clientOid));
  if (more === undefined) return;
  refuse(
    'approval/other-bytes',
    `${more.id} would be sent, and was not when the plan was compiled`,
    'compile it again, with what this session’s ledger knows',
  );
}
