/** What a command line asks to be placed, as the actions take it. */
import { resolve } from 'node:path';
import type { PlaceRequest, RunInput } from '../../actions/place.ts';
import type { Chosen } from '../../actions/prepare/compile-under.ts';
import type { Memory } from '../../actions/prepare/memory.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { defined } from '../../model/defined.ts';
import type { Plan } from '../../model/order.ts';
import { commitOf } from '../inputs/commit-of.ts';
import type { Setup } from '../inputs/setup.ts';
import { liveFacts } from '../live/live-facts.ts';
import type { Files } from '../world.ts';
import { givenOptions, reviewedFacts, type RunOptions } from './run-options.ts';

export const targetOf = ({ live }: RunOptions): 'live' | 'paper' => (live ? 'live' : 'paper');

export interface PlanInput {
  readonly setup: Setup;
  readonly plan: Plan;
  /** What the journal knows; undefined where none is asked. */
  readonly memory?: Memory | undefined;
}

/** For a live run, with its approval code; `how` goes over what any run says of itself. */
export function requestOf(
  options: RunOptions,
  { setup, plan, memory }: PlanInput,
  how: Pick<RunInput, 'mode' | 'exchange'> & Partial<RunInput>,
): PlaceRequest {
  const { config, precision, configFile, diagnostics, source, instruments } = setup;
  const place = options.live ? memory?.place : undefined;
  const live = place && memory && liveFacts(place, setup, memory.history);
  const facts: RunInput = {
    plan,
    config,
    planFile: options.planPath,
    target: targetOf(options),
    precision,
    canLive: true,
    obstacles: [],
    warnings: diagnostics.length,
    bytes: false,
    options: givenOptions(options),
    ...defined({ configFile, live, reviewed: reviewedFacts(options), follows: options.follow }),
    ...(instruments !== undefined && { instrumentOf: (symbol) => instruments.bySymbol.get(symbol) }),
    ...how,
  };
  return { facts, chosen: chosenBy(options, setup), ...defined({ source, memory, account: place?.account }) };
}

/** What a person chose, and what the instruments say of the least sizes. */
const chosenBy = (options: RunOptions, { instruments }: Setup): Chosen => ({
  ...options,
  ...(instruments !== undefined && { minSizeOf: (symbol) => instruments.bySymbol.get(symbol)?.minSize }),
});

/** With the commit that the plan's file is of, as it was read. */
export function ofCommit(files: Files, run: PreparedRun, { bytesRead }: Setup): PreparedRun {
  const file = resolve(files.folder, run.planFile);
  const bytes = bytesRead.get(file);
  return bytes === undefined ? run : { ...run, ...defined({ commit: commitOf(files, file, bytes) }) };
}
