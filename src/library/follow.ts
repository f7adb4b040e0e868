/** Follows a plan until nothing of it can become due: the value of `ordo run --execute --follow`, without a terminal. */
import { leftOf, type LeftTold } from '../actions/follow/ending.ts';
import { followRun } from '../actions/follow/follow.ts';
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import type { SpooledVerdict } from '../journal/records/ledger.ts';
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import { refuse } from '../refusal.ts';
import type { CompiledPlan } from './compile.ts';
import type { Working } from './holding.ts';
import { startOf, type PlaceOptions } from './place.ts';
import { endOf, type Listeners, type RunEnd, type ToldOutcome } from './placed.ts';

export interface FollowOptions extends Pick<PlaceOptions, 'reviewed'>, Pick<Listeners, 'onEvent'> {
  /** Once it is aborted, or the session is closed, nothing new starts, and it ends: what works stays on the exchange, and a later call goes on with it. */
  readonly signal?: AbortSignal;
}

/** What entries came to, with the exits that close them. Sizes are in base coin; `held` is the other three together. */
export interface FollowedGroup {
  readonly entries: readonly string[];
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly held: string;
  readonly covered: string;
  readonly naked: string;
  readonly unknown: string;
}

/** What following came to. */
export interface FollowedPlan {
  readonly end: RunEnd;
  /** The same as the command's exit code. */
  readonly exitCode: ExitCode;
  /** Orders that are open, not known, or not sent although nothing says that they are not needed. Empty where all is over. */
  readonly left: readonly LeftTold[];
  readonly groups: readonly FollowedGroup[];
  /** By order id, the last outcome that was told of it. */
  readonly outcomes: ReadonlyMap<string, ToldOutcome>;
  /** The ledger's head once the run was on record, which `verifyLedger` takes; keep it apart from the ledger. */
  readonly journalHead?: string;
  /** Verdicts that the ledger could not take: this may be the only record of them. Empty where all is well. */
  readonly unrecorded: readonly SpooledVerdict[];
}

/** Refused as `placeCompiled` is, and where the exchange's lists may not be asked. */
export async function followCompiled(
  working: Working,
  compiled: CompiledPlan,
  options: FollowOptions,
): Promise<FollowedPlan> {
  const { replace, removed } = compiled;
  if (replace.length > 0 || removed)
    refuse('option/conflict', 'replace and removed do not go with follow', 'compile the plan without them');
  checkCanAsk(working.config, 'set it to true: a run that follows its plan relies on them');
  const { run, how, unrecorded } = await startOf(working, compiled, { ...options, follows: true });
  const { end, exitCode } = await followRun(how, run);
  const { telling } = working;
  telling.end();
  const groups = end.groups.map(({ entries, symbol, isLong, held, covered, naked, unknown }): FollowedGroup => {
    const sizes = { held: held.canonical(), covered: covered.canonical(), naked: naked.canonical() };
    return { entries, symbol, side: isLong ? 'long' : 'short', ...sizes, unknown: unknown.canonical() };
  });
  const { outcomes, journalHead } = telling;
  const left = leftOf(run.plan.orders, end);
  return { end: endOf(exitCode), exitCode, left, groups, outcomes, unrecorded, ...defined({ journalHead }) };
}
