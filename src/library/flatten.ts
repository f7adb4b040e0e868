/** An account brought to nothing, for programs. */
import { flatten } from '../actions/flatten/flatten.ts';
import { withoutEnds, type FlattenStep } from '../actions/flatten/flatten-with.ts';
import { prepareFlatten } from '../actions/flatten/prepare-flatten.ts';
import { sayingHalted, stillHalted } from '../actions/flatten/saying-halted.ts';
import { stopOf } from '../actions/end-of-run.ts';
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import type { SpooledVerdict } from '../journal/records/ledger.ts';
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import type { InstrumentList } from '../model/instrument.ts';
import { protectionEvent } from '../protection/protection-event.ts';
import { factsInCode } from './close.ts';
import { setHaltOf } from './halt.ts';
import type { Holding, Working } from './holding.ts';
import { IN_MEMORY } from './load.ts';
import { endOf, type RunEnd } from './placed.ts';
import type { PlanProtection } from './protection.ts';
import { ToldBesides } from './told-besides.ts';

export interface FlattenOptions {
  /** The reason, in one line: the halt has it. */
  readonly why: string;
  /** Closes positions that no order of this ledger opened, too. */
  readonly all?: boolean;
  /** By which sizes are cut; without it what is held is closed as it is told. */
  readonly instruments?: InstrumentList;
  /** Once it is aborted, nothing more is sent; what is in flight is awaited, and the halt stands. */
  readonly signal?: AbortSignal;
}

/** What a flatten came to. Its words are for a person; what is held, `protection` has as values. */
export interface FlattenedAccount {
  readonly end: RunEnd;
  /** The same as the command's exit code: 0 only where both looks saw nothing held, and no order of this ledger is open or unknown. */
  readonly exitCode: ExitCode;
  /** What was done, in order. */
  readonly steps: readonly FlattenStep[];
  /** What was seen to be left. */
  readonly left: readonly string[];
  /** What nobody knows. */
  readonly unknown: readonly string[];
  /** What somebody should know besides. */
  readonly beside: readonly string[];
  /** When both looks saw nothing, in ms since 1970; empty where they did not. */
  readonly seenAtMs: readonly number[];
  /** What is held, as the last look saw it. */
  readonly protection?: PlanProtection;
  /** Verdicts that the ledger could not take: this may be the only record of them. Empty where all is well. */
  readonly unrecorded: readonly SpooledVerdict[];
}

/** Throws RefusalError: of what it was asked, before anything; else the account is halted, and the refusal says so. */
export async function flattenHeld(working: Working, options: FlattenOptions): Promise<FlattenedAccount> {
  await haltToFlatten(working, options);
  return sayingHalted(
    () => stillHalted(working.ledger, working.account),
    () => inSteps(working, options),
  );
}

/** Whatever comes of the rest, the halt stands. Throws RefusalError. */
export async function haltToFlatten(holding: Holding, { why }: Pick<FlattenOptions, 'why'>): Promise<void> {
  checkCanAsk(holding.config);
  await setHaltOf(holding, { isOn: true, why });
}

async function inSteps(
  { session, config, connect, connection, telling, clock, account, ledger }: Working,
  { all = false, instruments, signal }: FlattenOptions,
): Promise<FlattenedAccount> {
  const stop = stopOf(AbortSignal.any([telling.begin(), ...(signal === undefined ? [] : [signal])]));
  await connect();
  const asked = { session, clock, config, account, all };
  const { approval, looked: before } = await prepareFlatten({ ...asked, signal: stop.signal });
  const heard = new ToldBesides(telling.emit);
  const { emit, onUnrecorded } = heard.listening;
  const {
    protection,
    unsettled: _unsettled,
    heldBack: _heldBack,
    ...done
  } = await flatten({
    ...asked,
    stop,
    approval,
    before,
    onUnrecorded,
    emit: withoutEnds(emit),
    target: connection.target ?? 'live',
    live: factsInCode({ account, ledger }),
    instrumentOf: (symbol) => instruments?.bySymbol.get(symbol),
    planFile: IN_MEMORY,
  });
  if (protection !== undefined) emit(protectionEvent(protection, await session.halted()));
  telling.end();
  const { unrecorded } = heard;
  return { ...done, end: endOf(done.exitCode), unrecorded, ...defined({ protection: heard.protection }) };
}
