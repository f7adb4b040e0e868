/** A simulation as a stream of events, which ends with `run-finished` whatever happens. */
import type { PublicEvent } from '../../model/event.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { diagnosticEvent } from '../../source/diagnostic-event.ts';
import { candleEvents, simulationEvents } from '../../views/simulate/events.ts';
import { concluding, finished, reporter } from '../command-line/reporting.ts';
import type { World } from '../world.ts';
import type { GivenSimulation } from './given.ts';
import { exitCodeOf, simulatedRows, warningsOf, type SimulatedRows } from './rows.ts';
import { valuesOf, writeFile } from './write.ts';

/** `given` may refuse: that is told too. */
export function streamRows(world: World, given: () => GivenSimulation, out: string | undefined): Promise<ExitCode> {
  const told = reporter(world.terminal, 'ndjson');
  const finish = { mode: 'simulate', target: 'paper', startedMs: world.clock.monotonicMs() } as const;
  return concluding(world, told, finish, async () => {
    const rows = await simulatedRows(world, given(), 'ndjson');
    const end = typeof rows === 'number' ? rows : exitCodeOf(rows.rows);
    const last = finished(world, finish, end, typeof rows === 'number' ? undefined : countsOf(rows)) as PublicEvent;
    if (typeof rows === 'number' || out === undefined) {
      if (typeof rows !== 'number') eventsOf(rows).forEach(told.emit);
      told.emit(last);
      return end;
    }
    const lines: string[] = [];
    const write = ndjsonSink((line) => void lines.push(line));
    [...eventsOf(rows), last].forEach(write);
    await writeFile(world, out, lines.join(''));
    told.emit(last);
    return end;
  });
}

/** Those of the plan and the candles first. */
function eventsOf(all: SimulatedRows): PublicEvent[] {
  const { rows, prices } = all;
  const values = valuesOf(all);
  const { notes } = rows[0];
  return [
    ...[...rows[0].made.warnings, ...warningsOf(all)].map(diagnosticEvent),
    ...candleEvents(prices.candles, rows[0].simulated),
    ...(values === undefined
      ? simulationEvents(rows[0])
      : values.flatMap(({ simulated, value }) => simulationEvents({ simulated, notes }, value))),
  ];
}

/** For the first row: what is withheld or refused is so whatever a price is. */
function countsOf({ rows: [{ simulated }] }: SimulatedRows) {
  const kinds = simulated.orders.map(({ fate: [fate] }) => fate.kind);
  const rejected = kinds.filter((kind) => kind === 'refused').length;
  const withheld = kinds.filter((kind) => kind === 'withheld').length;
  return { accepted: kinds.length - rejected - withheld, rejected, unknown: 0, withheld };
}
