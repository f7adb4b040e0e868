/**
 * `node proofs/due/due.ts [--count N] [--seed S] [--figures FILE] [--brief]`: random plans that are followed, with fills, refusals, lost
 * answers, other hands and kills; judged by a book of whole numbers that shares no code with the program. `--brief` ends at the first
 * that breaks something, `--show` tells the story.
 */
import { parseArgs } from 'node:util';
import { closingLine, Findings, keepFigures } from '../proof.ts';
import { tryScene } from './try-scene.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    figures: { type: 'string' },
    show: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});
const [count, first] = [Number(values.count), Number(values.seed)];
const most = values.brief ? 1 : 20;
const found = new Findings(['groups', 'orders placed', 'cancels', 'judged when quiet']);
for (let seed = first; seed < first + count && found.violations.length < most; seed++) {
  const broken = tryScene(
    seed,
    (figure) => found.count(figure),
    values.show ? (line) => console.log(line()) : undefined,
  );
  if (broken === undefined) continue;
  console.log(`seed ${seed} breaks "${broken.invariant}": ${broken.what}`);
  found.hold(false, `seed ${seed}`, `${broken.invariant}: ${broken.what}`);
}
const proof = found.proof('due', first);
console.log(closingLine(proof));
keepFigures(values.figures, proof);
process.exitCode = proof.violations.length === 0 ? 0 : 1;
