/** What it costs to have a batch of 20 orders on disk, beside the least that could: one append and one sync. */
import { besideBigJournal } from './beside-big.ts';
import { ratios, type Figure } from '../support/figures.ts';
import { resultOf } from '../support/processes.ts';
import { bundled, workplace } from '../support/workplace.ts';
import type { Commits } from './worker.ts';

const BLOCKS = 40;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const worker = await bundled(place, new URL('worker.ts', import.meta.url));
    const commits = resultOf(worker, [place.folder, String(isQuick ? 20 : BLOCKS)]) as Commits;
    return [
      { what: 'append + fdatasync, an intent', unit: 'µs', samples: commits.intentAppendUs },
      commit('the journal, an intent', commits.intentUs, commits.intentAppendUs),
      { what: 'append + fdatasync, verdicts', unit: 'µs', samples: commits.verdictsAppendUs },
      commit('the journal, verdicts', commits.verdictsUs, commits.verdictsAppendUs),
      { what: 'CPU of an append', unit: 'µs', samples: commits.appendCpuUs },
      {
        ...commit('CPU of a commit of the journal', commits.cpuUs, commits.appendCpuUs),
        margin: 0.5,
        target: { of: 'ratio', most: 1.6 },
      },
      ...(await besideBigJournal(place, isQuick)),
    ];
  } finally {
    place.remove();
  }
}

const commit = (what: string, ours: readonly number[], append: readonly number[]): Figure => ({
  what,
  unit: 'µs',
  samples: ours,
  ratio: { to: 'append', samples: ratios(ours, append) },
  margin: 1,
});
