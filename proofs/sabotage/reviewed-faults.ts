/** A reviewed plan that is followed: an edit that ends it, or one that is followed as something else. */
import type { PlantedFault } from './fault.ts';

const ROWS: readonly (readonly [name: string, file: string, from: string, to: string, test: string])[] = [
  [
    'an edit on disk keeps a reviewed plan that is held from being followed on',
    'src/commands/run/check-reviewed.ts',
    'const differs = how.follows ?',
    'const differs = how.follows === undefined ?',
    'test/follow/reviewed-edited.test.ts',
  ],
  [
    'a reviewed plan of which nothing is held is sent although its files differ',
    'src/commands/run/reviewed-files.ts',
    'if (kept !== undefined && !isBegun(run))',
    'if (kept !== undefined && isBegun === undefined)',
    'test/follow/reviewed-edited.test.ts',
  ],
  [
    'what is kept of a reviewed plan is read though it says something else',
    'src/commands/review/kept-inputs.ts',
    'if (kept === undefined || !isWhole(files, kept, sum)) return undefined;',
    'if (kept === undefined) return undefined;',
    'test/follow/reviewed-edited.test.ts',
  ],
];

export const REVIEWED_FAULTS: readonly PlantedFault[] = ROWS.map(([name, file, from, to, test]) => ({
  name,
  file,
  changes: [[from, to]],
  proof: { tests: [test] },
}));
