import type { EventSink } from '../ports.ts';
import { NO_EXCHANGE } from '../views/run/head.ts';
import { linesSink } from '../report/run/run-lines.ts';
import { announce } from '../actions/prepare/announce.ts';
import type { PlaceRequest, RunInput } from '../actions/place.ts';
import { withAccountRead } from '../actions/prepare/compile-under.ts';
import type { Schedule } from '../compile/compile-plan.ts';
import type { PlanMemory } from '../actions/prepare/memory.ts';
import { defined } from '../model/defined.ts';
import { SourceFile } from '../source/source-file.ts';
import { Tally } from '../session/place/tally.ts';
import type { Connection } from './connect.ts';
import { chosenOf, scheduleOf, type CompiledPlan, type Selected } from './compile.ts';
import { textStyle, type TextStyle } from './text-style.ts';

export interface ShowOptions extends TextStyle {
  /** Every call with its body first; default false. */
  readonly bytes?: boolean;
  /** Where it would go; by default it says that no exchange is connected. */
  readonly connection?: Pick<Connection, 'origin' | 'target'>;
}

const NOWHERE = { origin: NO_EXCHANGE, target: 'live' } as const;

/** The dry run as `ordo run` shows it, as a text of lines. What a plan or an exchange wrote in it drives no terminal. */
export function dryRunText(compiled: CompiledPlan, options: ShowOptions = {}): string {
  const { bytes = false, connection = NOWHERE } = options;
  const { origin: exchange, target = 'live' } = connection;
  let text = '';
  const sink: EventSink = linesSink({
    ...textStyle(options),
    write: (lines) => (text += lines),
    isPipe: true,
    hasNext: false,
  });
  const { facts } = requestOf(compiled, { mode: 'dry-run', target, exchange, bytes });
  const run = { ...facts, known: compiled.known, schedule: scheduleShown(compiled, target) };
  announce(sink, run);
  const tally = new Tally();
  for (const { outcome } of run.schedule.withheld) tally.count(outcome);
  const { mode } = run;
  sink({
    event: 'run-finished',
    mode,
    target,
    counts: tally.counts,
    exitCode: tally.exitCode(undefined),
    elapsedMs: 0,
  });
  return text;
}

function scheduleShown(compiled: CompiledPlan, target: 'paper' | 'live'): Schedule {
  const schedule = scheduleOf(compiled);
  return target === 'live' ? withAccountRead(schedule, compiled.checked.config) : schedule;
}

/** What a caller asks to be placed, as the actions take it. */
export function requestOf(
  selected: Selected,
  how: Pick<RunInput, 'mode' | 'target' | 'exchange'> & Partial<RunInput>,
  memory?: PlanMemory,
): PlaceRequest {
  const { plan, config, precision, file, text, warnings } = selected.checked;
  const facts: RunInput = {
    plan,
    config,
    precision,
    planFile: file,
    canLive: true,
    obstacles: [],
    warnings: warnings.length,
    bytes: false,
    options: [],
    ...how,
  };
  return { facts, chosen: chosenOf(selected), source: new SourceFile(file, text), ...defined({ memory }) };
}
