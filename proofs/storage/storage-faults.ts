/**
 * Storage that fails under a run of twenty orders in ten calls, at its first write, its second, its third, … until a run gets
 * through; and journals that are damaged before they are read.
 *
 * `--runs N`: every N-th write of the injected faults is tried, so 1 is all of them.
 */
import { fileFaults, oneFileFault, type FileFault } from './file-faults.ts';
import { flips } from './flips.ts';
import { INJECTED, injectedFaults } from './injected-faults.ts';
import { inTurns, proofOf, prove, type ProofOptions } from '../proof.ts';
import { randomOf } from '../random.ts';

/** How many places of a fault are tried at most; a limit that no run outgrows would have no last one. */
const MOST_PLACES = 200;

interface StorageOptions extends ProofOptions {
  /** Bytes changed, one at a time, in a journal that is then read. */
  readonly flips: number;
  /** Places of each real fault; all of them where it is not given. */
  readonly places?: number;
  /** How many of the real faults are tried, beginning with the seed's. */
  readonly kinds?: number;
}

export const storageFaults = proofOf('storage-faults', ['kinds of fault'], async (options: StorageOptions, found) => {
  const { runs, seed, flips: bytes, places = MOST_PLACES, kinds } = options;
  const skipped: string[] = [];
  for (const [index, fault] of INJECTED.entries()) {
    found.count('injected writes', await injectedFaults(fault, { step: runs, random: randomOf(seed, index) }, found));
  }
  const chosen = chosenFaults(kinds, seed);
  await inTurns(chosen.length, 2, async (index) => {
    const fault = chosen[index] as FileFault;
    if (fault.unable !== undefined) {
      skipped.push(`${fault.name} (${fault.unable})`);
      return;
    }
    for (let k = 1; k <= places && (await oneFileFault(fault, k, found)); k++) found.count('places of real faults');
  });
  await flips(bytes, randomOf(seed, -1), found);
  found.count('kinds of fault', INJECTED.length + chosen.length - skipped.length);
  if (skipped.length > 0) found.note('skipped', skipped.join(', '));
});

/** All real faults, or as many as are asked for, beginning with the seed's. */
function chosenFaults(kinds: number | undefined, seed: number): readonly FileFault[] {
  const real = fileFaults();
  if (kinds === undefined) return real;
  return Array.from({ length: kinds }, (_, n) => real[(seed * kinds + n) % real.length] as FileFault);
}

if (import.meta.main) await prove({ runs: 1 }, (options) => storageFaults({ ...options, flips: 3000 }));
