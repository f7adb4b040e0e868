import type { Schedule } from '../../compile/compile-plan.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { EventSink } from '../../ports.ts';
import { Tally } from '../../session/place/tally.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import { accountObjection } from '../../actions/prepare/account-age.ts';
import { earlierUnknown, tellEarlier } from '../../actions/prepare/earlier-unknown.ts';
import { holderWords } from '../../actions/prepare/account-checks.ts';
import { noteOtherFile } from '../live/live-facts.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { protectionToCome } from '../../actions/prepare/run-protection.ts';
import { announce } from '../../actions/prepare/announce.ts';
import { isBegun, notOpenedWords } from '../../actions/prepare/begun.ts';
import { stopsRefusal } from '../../actions/prepare/required-stops.ts';
import { standingRefusal } from '../../actions/prepare/standing-cap.ts';
import { isToFollow } from '../../actions/prepare/needs-follow.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { concluding, finished, type Reporter } from '../command-line/reporting.ts';
import { refusalWith } from '../../refusal.ts';
import type { RunOptions } from './run-options.ts';
import { requestOf, targetOf, type PlanInput } from './run-request.ts';
import { compiledRun } from '../../actions/place.ts';
import { journalPlaceOf, readAccountInUse } from '../live/journal-place.ts';
import { memoryOf, type Memory } from '../../actions/prepare/memory.ts';
import { needsExchange, unmounted, unsafeHere } from '../live/live-target.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { distrustOf } from '../live/whose-files.ts';
import type { World } from '../world.ts';

/** Shows what would be sent. Reads no key and opens no socket. */
export const dryRun = async (world: World, options: RunOptions, report: Reporter): Promise<ExitCode> =>
  showDryRun(world, options, report, await loadFor(world, options));

export async function loadFor(world: World, options: RunOptions): Promise<Setup> {
  const setup = await loadSetup(world, {
    planPath: options.planPath,
    variables: options.variables,
    ...defined({ configPath: options.configPath }),
    ...(options.live ? { checkConfig: needsExchange(world) } : { otherwise: paperInstruments }),
  });
  if (options.reviewed !== undefined)
    (await import('./check-reviewed.ts')).checkInputs(world.files, options.reviewed, setup);
  return setup;
}

function showDryRun(world: World, options: RunOptions, told: Reporter, setup: Setup): Promise<ExitCode> {
  const finish = { mode: 'dry-run', target: targetOf(options), startedMs: options.startedMs } as const;
  return concluding(world, told, finish, async () => {
    const { config, forbidden } = setup;
    const plan = setup.plan ?? (mayBeBegun(options, forbidden) ? forbidden : undefined);
    const memory = options.live && plan !== undefined ? await readMemory(world, options, config, plan) : undefined;
    const made = plan && dryRunOf(world, options, { setup, plan, memory });
    if (made === undefined || (setup.plan === undefined && !made.isBegun)) {
      await told.diagnostics(setup.diagnostics);
      told.emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    if (options.out === undefined && options.reviewed === undefined) return tellDryRun(world, told, options, made);
    const { reviewedDryRun } = await import('./reviewed-dry-run.ts');
    return tellDryRun(world, told, options, { ...made, run: await reviewedDryRun(world, options, setup, made) });
  });
}

/** A dry run that is compiled and judged, and not shown yet. */
export interface DryRun {
  readonly run: PreparedRun;
  readonly warnings: readonly Diagnostic[];
  readonly memory: Memory | undefined;
  /** Something of it is held or works, and is to be followed on. */
  readonly isBegun: boolean;
  readonly notes: readonly string[];
}

/** Refuses where the generation was lowered, or what stands and what is new are over their cap. */
export function dryRunOf(world: World, options: RunOptions, { setup, plan, memory }: PlanInput): DryRun {
  const how = {
    mode: 'dry-run',
    exchange: memory?.place.account.origin ?? 'the embedded paper exchange',
    canLive: canLive(world, setup.config),
    obstacles: obstacles(world, options, setup, { plan, memory }),
    bytes: options.bytes,
    ...defined({ heldBy: memory?.heldBy }),
  } as const;
  const { run, renamed } = compiledRun(requestOf(options, { setup, plan, memory }, how));
  const isGoingOn = memory !== undefined && isToFollow(plan) && isBegun({ ...run, follows: true });
  const warnings = [...setup.diagnostics.filter(({ severity }) => severity === 'warning'), ...renamed];
  return { run, warnings, memory, isBegun: isGoingOn, notes: ofOpenings(run, { memory, isGoingOn }) };
}

/** What only openings need refuses no plan of which something is held or works: it says what would be withheld. */
function ofOpenings(
  run: PreparedRun,
  { memory, isGoingOn }: Pick<DryRun, 'memory'> & { readonly isGoingOn: boolean },
): readonly string[] {
  if (run.forbidden !== undefined && !isGoingOn) return [];
  const capped = memory && standingRefusal(run, run.account ?? [], []);
  const refusals = [capped, stopsRefusal(run)].filter((one) => one !== undefined);
  if (refusals[0] !== undefined && !isGoingOn) throw refusals[0];
  const whys = [...(run.forbidden === undefined ? [] : [run.forbidden]), ...refusals.map(({ message }) => message)];
  return whys.map((why) => notOpenedWords(run, why));
}

/** Whether the journal is asked if something of it is held: its policy has something against a plan that is to be followed. */
const mayBeBegun = ({ live, out }: RunOptions, plan: Plan | undefined): boolean =>
  live && out === undefined && plan !== undefined && isToFollow(plan);

/** Tells all of it; run-finished is the last event. */
export async function tellDryRun(
  world: World,
  told: Reporter,
  options: RunOptions,
  { run, warnings, memory, notes }: DryRun,
): Promise<ExitCode> {
  const { emit } = told;
  await told.warnings(warnings);
  announce(emit, run);
  for (const message of notes) emit({ event: 'note', message });
  const tally = tallyOf(run.schedule, memory);
  if (memory !== undefined && options.live) {
    noteOtherFile(world.files, options.planPath, memory.history, emit);
    tally.unknownBefore = noteEarlier(run.config, memory, run.schedule, emit);
  }
  const objection = memory?.objection;
  const end =
    objection === undefined
      ? tally.exitCode(undefined)
      : refusalWith('journal/doubtful', objection.message, objection.hint);
  const finish = { mode: 'dry-run', target: run.target, startedMs: options.startedMs } as const;
  emit(protectionEvent(protectionToCome(run), run.halt));
  emit(finished(world, finish, end, tally.counts));
  return typeof end === 'number' ? end : end.exitCode;
}

/** What an execution would look up first, and whether there is anything; what another run awaits is not unknown. */
function noteEarlier(config: Config, { heldBy, known }: Memory, schedule: Schedule, emit: EventSink): boolean {
  const now = heldBy === undefined ? known : new Map([...known].filter(([, { state }]) => !AWAITED.has(state)));
  const earlier = earlierUnknown(config, now, schedule);
  if (earlier !== undefined) tellEarlier(emit, earlier);
  return earlier !== undefined;
}

const AWAITED: ReadonlySet<KnownOrder['state']> = new Set(['in-flight', 'cancelling']);

function tallyOf({ withheld }: Schedule, memory: Memory | undefined): Tally {
  const tally = new Tally();
  for (const { order, outcome } of withheld) {
    const isAwaited = memory?.heldBy !== undefined && memory.known.get(order.id)?.state === 'in-flight';
    if (!isAwaited) tally.count(outcome);
  }
  return tally;
}

export async function readMemory(world: World, options: RunOptions, config: Config, plan: Plan): Promise<Memory> {
  const place = await journalPlaceOf(world, { config, plan, journal: options.journalPath });
  const { all: account, awaiting, objection, look, halt } = await readAccountInUse(world, place);
  const holder = awaiting(plan.name);
  return memoryOf(place, account, plan, defined({ heldBy: holder && holderWords(holder), objection, look, halt }));
}

export const canLive = ({ variables }: World, { exchange }: Config): boolean =>
  (variables['ORDO_BASE_URL'] ?? exchange.baseUrl ?? '') !== '';

/** Why an execution would be refused. */
function obstacles(
  world: World,
  { live }: RunOptions,
  setup: Setup,
  { plan, memory }: Pick<PlanInput, 'plan' | 'memory'>,
): string[] {
  const { validUntil } = plan;
  const objection = memory?.objection;
  const sized = accountObstacle(world, setup, { plan, memory });
  return [
    ...(objection === undefined
      ? []
      : [`${objection.message}: an execution would be refused (exit ${EXIT.usage}); ${objection.hint}`]),
    ...(live ? [unsafeHere(world), unmounted(world), distrustOf(world.files, setup)] : []).flatMap((found) =>
      found === undefined ? [] : [`${found.why}: an execution would be refused (exit ${EXIT.usage}); ${found.mend}`],
    ),
    ...(sized === undefined ? [] : [sized]),
    ...(validUntil === undefined || world.clock.wallMs() < validUntil.ms
      ? []
      : [
          `the plan is past its validUntil ${validUntil.text}: an execution would be refused (exit ${EXIT.notAsReviewed})`,
        ]),
  ];
}

/** That sizes go by an account file which an execution would not take. */
function accountObstacle(
  { clock }: World,
  { config }: Setup,
  { plan, memory }: Pick<PlanInput, 'plan' | 'memory'>,
): string | undefined {
  if (memory === undefined) return undefined;
  const run = { plan, config, target: 'live', exchange: memory.place.account.origin } as const;
  const why = accountObjection(run, clock.wallMs());
  return why && `${why}: an execution would be refused (exit ${EXIT.notAsReviewed})`;
}
