/**
 * `node proofs/protection/protection.ts [--count N] [--from SEED] [--http N] [--brief] [--show]`: random plans on the paper exchange,
 * which shares no code with what judges protection; each position is driven its way out, and the other way. Then the properties, and
 * with `--http` so many plans over real HTTP. `--brief` ends at the first that breaks something, `--show` tells its story.
 */
import { parseArgs } from 'node:util';
import { closingLine, Findings, keepFigures } from '../proof.ts';
import { drawScene } from './draw.ts';
import type { Verdict } from './judge.ts';
import { PROPERTIES } from './properties.ts';
import { shownScene } from './shown.ts';
import { tryScene } from './try-scene.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    from: { type: 'string', default: '1' },
    http: { type: 'string', default: '300' },
    figures: { type: 'string' },
    brief: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
const [count, from, http] = [values.count, values.from, values.http].map(Number) as [number, number, number];
const most = values.brief ? 1 : 20;
/** Of each property, for so many plans. */
const PLANS_A_RUN = 5;
const LEAST_RUNS = 1000;

const COUNTED = ['plans', 'plans over HTTP', 'runs of properties', 'positions', 'exact to the step'];
const found = new Findings([...COUNTED, 'exact to the last digit of the loss']);
const note = (figure: string): void => found.count(figure);
const isDone = (): boolean => found.violations.length >= most;

function keep(seed: number, wrong: Verdict | undefined): void {
  if (wrong === undefined) return;
  console.log(`seed ${seed} breaks "${wrong.invariant}": ${wrong.what}`);
  if (values.show) console.log(shownScene(drawScene(seed)));
  found.hold(false, `seed ${seed}`, `${wrong.invariant}: ${wrong.what}`);
}

function tryProperties(numRuns: number): void {
  for (const { name, check } of PROPERTIES) {
    if (isDone()) return;
    found.count('runs of properties', numRuns);
    try {
      check({ numRuns, seed: from });
    } catch (error) {
      console.log(`seed ${from} breaks "${name}": ${(error as Error).message}`);
      found.hold(false, `seed ${from}`, name);
    }
  }
}

for (let seed = from; seed < from + count && !isDone(); seed++) {
  found.count('plans');
  keep(seed, tryScene(drawScene(seed), note));
}
tryProperties(Math.max(LEAST_RUNS, Math.floor(count / PLANS_A_RUN)));
if (http > 0) {
  // A proof of planted faults does without the whole program.
  const { tryOverHttp } = await import('./over-http.ts');
  for (let seed = from; Number(found.figures['plans over HTTP']) < http && !isDone(); seed++)
    keep(seed, await tryOverHttp(seed, note));
}
const proof = found.proof('protection', from);
console.log(closingLine(proof));
keepFigures(values.figures, proof);
process.exitCode = proof.violations.length === 0 ? 0 : 1;
