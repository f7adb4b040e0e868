/** What protection takes of a dry run, beside the dry run of the same plan in the same round. */
import { writeFileSync } from 'node:fs';
import type { Figure } from '../support/figures.ts';
import { costOfTelling, resultOf, type Cost } from '../support/processes.ts';
import { interleaved } from '../support/rounds.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';
import type { Judged } from './worker.ts';

const ROUNDS = 9;
const QUICK_ROUNDS = 3;
/** A plan has 20,000 orders at most. */
const LADDERS = 198;
const RUNGS = 100;
/** Of four ladders one carries its stop; behind each of the others a trigger closes it. */
const CARRIES = 4;
const ORDERS = LADDERS * RUNGS + LADDERS - Math.ceil(LADDERS / CARRIES);

const DRY_RUN = `ordo run, dry, ${ORDERS} orders with stops`;
const JUDGED = '… what protection takes of it';
const ADDED = '… of which the account after the run';

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  const { folder } = place;
  try {
    const [cli, worker] = [copyOfCommand(place), await bundled(place, new URL('worker.ts', import.meta.url))];
    const plan = `${folder}/plan.yaml`;
    writeFileSync(plan, text());
    const frames: number[] = [];
    let after: Cost = { ms: 0, cpuMs: 0 };
    const judged = (): Cost => {
      const { ms, cpuMs, added, orders, line, frameMs } = resultOf(worker, [plan]) as Judged;
      if (orders !== ORDERS || !/^at stops [1-9]/.test(line)) throw new Error(`${orders} orders, ${line}`);
      frames.push(frameMs);
      after = added;
      return { ms, cpuMs };
    };
    const cases = {
      [DRY_RUN]: () => costOfTelling({ file: process.execPath, args: [cli, 'run', plan], folder }, /✓ hold 0/),
      [JUDGED]: judged,
      [ADDED]: () => after,
    };
    const rounds = await interleaved(cases, isQuick ? QUICK_ROUNDS : ROUNDS);
    return [
      rounds.plain(DRY_RUN),
      rounds.against(JUDGED, DRY_RUN, 0.1),
      rounds.against(ADDED, DRY_RUN),
      { what: 'its line, CPU of a frame', unit: 'ms', samples: frames, target: { of: 'median', most: 0.2 } },
    ];
  } finally {
    place.remove();
  }
}

const text = (): string =>
  [
    'version: 1',
    'name: bench-stops',
    'defaults: { symbol: cmt_btcusdt, reference: 64000 }',
    'orders:',
    ...Array.from({ length: LADDERS }, (_, index) => ladder(index)),
    '',
  ].join('\n');

function ladder(index: number): string {
  const [top, stop] = [63_900 - index * 10, 40_000 - index * 10];
  const carried = index % CARRIES === 0 ? `, stopLoss: ${stop}` : '';
  const rungs = `  - { id: ladder-${index}, side: open-long, size: { total: 9 }, price: { from: ${top}, to: ${top - 9900}, steps: ${RUNGS} }${carried} }`;
  if (carried !== '') return rungs;
  return `${rungs}\n  - { id: stop-${index}, side: close-long, size: 9, trigger: ${stop}, price: market }`;
}
