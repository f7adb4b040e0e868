/**
 * `node proofs/fills/fills.ts [--count N] [--seed S] [--figures FILE] [--brief]`: random plans on random prices, against a reference matcher
 * that shares no code with the program. As many on paths, as many on candles that the path is cut into, a quarter of them on small
 * candles that are walked whole, and a tenth in the mirror. `--brief` ends at the first that breaks something.
 */
import { parseArgs } from 'node:util';
import { closingLine, keepFigures } from '../proof.ts';
import { proveFills } from './prove-fills.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    figures: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
});

const proof = await proveFills({ runs: Number(values.count), seed: Number(values.seed), most: values.brief ? 1 : 20 });
for (const violation of proof.violations) console.log(`VIOLATION ${violation}`);
console.log(closingLine(proof));
keepFigures(values.figures, proof);
process.exitCode = proof.violations.length === 0 ? 0 : 1;
