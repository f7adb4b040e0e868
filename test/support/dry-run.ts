import { announce } from '../../src/commands/run/announce.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/ledger/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { paperInstruments } from '../../src/paper/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import { SourceFile } from '../../src/source/source-file.ts';

/** The text of a plan's dry run on paper, from its head to its end. */
export function dryRunOf(text: string, width: number): string {
  const { plan } = loadPlan(new SourceFile('plan.yaml', text), { instruments: paperInstruments });
  if (plan === undefined) throw new Error('the plan of this test is invalid');
  const { exchange, execution } = defaultConfig;
  const schedule = compilePlan(plan, emptyJournal, { ...exchange, ...execution });
  let told = '';
  const sink = linesSink({ write: (part) => (told += part), color: false, width });
  announce(sink, {
    plan,
    config: defaultConfig,
    schedule,
    planFile: 'plan.yaml',
    mode: 'dry-run',
    target: 'paper',
    exchange: 'the embedded paper exchange',
    precision: 'by a test',
    known: emptyJournal,
    standing: [],
    options: [],
  });
  const counts = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
  sink({ event: 'run-finished', mode: 'dry-run', target: 'paper', counts, exitCode: 0, elapsedMs: 1 });
  return told;
}
