/** From a plan's bytes to the bodies of its calls, beside the YAML library, which only reads the same text. */
import { writeFileSync } from 'node:fs';
import { ratios, type Figure } from '../support/figures.ts';
import { ladderText, RUNGS } from '../support/ladder-text.ts';
import { planText } from '../support/plan-text.ts';
import { costOf, resultOf, type Cost } from '../support/processes.ts';
import { interleaved } from '../support/rounds.ts';
import { BASE } from '../support/starts.ts';
import { bundled, workplace } from '../support/workplace.ts';
import type { FirstPass, Pass, WarmPasses } from './worker.ts';

interface Size {
  readonly orders: number;
  readonly processes: number;
  readonly warmRounds: number;
}

const SIZES: readonly Size[] = [
  { orders: 100, processes: 11, warmRounds: 90 },
  { orders: 1000, processes: 9, warmRounds: 30 },
  { orders: 10_000, processes: 7, warmRounds: 9 },
];
const QUICK_SIZES: readonly Size[] = [
  { orders: 100, processes: 5, warmRounds: 30 },
  { orders: 1000, processes: 3, warmRounds: 8 },
  { orders: 10_000, processes: 2, warmRounds: 3 },
];
const LADDERS = 100;
const LADDER_ROUNDS = 15;
const QUICK_LADDER_ROUNDS = 5;

const YAML = 'the YAML library';
const LADDER_PROCESS = `${LADDERS * RUNGS} orders from ${LADDERS} ladders, whole process`;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const worker = await bundled(place, new URL('worker.ts', import.meta.url));
    const figures: Figure[] = [];
    for (const { orders, processes, warmRounds } of isQuick ? QUICK_SIZES : SIZES) {
      const plan = `${place.folder}/plan-${orders}.yaml`;
      writeFileSync(plan, planText(orders));
      const first = firstPasses(worker, plan, processes);
      const warm = resultOf(worker, ['warm', plan, String(warmRounds)]) as WarmPasses;
      figures.push(...firstFigures(orders, first), ...warmFigures(orders, warm));
    }
    writeFileSync(`${place.folder}/ladders.yaml`, ladderText(LADDERS));
    const run = (...args: readonly string[]): Cost => costOf({ file: process.execPath, args, folder: place.folder });
    const cases = {
      [BASE]: () => run('-e', '0'),
      [LADDER_PROCESS]: () => run(worker, 'whole', 'ladders.yaml', String(LADDERS * RUNGS)),
    };
    const rounds = await interleaved(cases, isQuick ? QUICK_LADDER_ROUNDS : LADDER_ROUNDS);
    return [...figures, rounds.plain(BASE), rounds.against(LADDER_PROCESS, BASE, 8)];
  } finally {
    place.remove();
  }
}

interface FirstPasses {
  readonly whole: FirstPass[];
  readonly yaml: FirstPass[];
}

/** Fresh processes in turn: a command reads its plan once, with nothing compiled yet by the engine. */
function firstPasses(worker: string, plan: string, processes: number): FirstPasses {
  const passes: FirstPasses = { whole: [], yaml: [] };
  for (let round = 0; round < processes; round++) {
    passes.yaml.push(resultOf(worker, ['yaml', plan]) as FirstPass);
    passes.whole.push(resultOf(worker, ['whole', plan]) as FirstPass);
  }
  return passes;
}

/** The CPU of both, and the one by the other. */
function cpuFigures(whole: readonly Pass[], yaml: readonly Pass[]): Figure[] {
  const [ours, theirs] = [whole, yaml].map((passes) => passes.map(({ cpuMs }) => cpuMs)) as [number[], number[]];
  return [
    { what: `… CPU of ${YAML} alone`, unit: 'ms', samples: theirs },
    { what: '… CPU', unit: 'ms', samples: ours, ratio: { to: YAML, samples: ratios(ours, theirs) } },
  ];
}

const firstFigures = (orders: number, { whole, yaml }: FirstPasses): Figure[] => [
  { what: `${orders} orders, first pass`, unit: 'ms', samples: whole.map(({ ms }) => ms) },
  ...cpuFigures(whole, yaml),
  { what: '… a second', unit: 'orders', samples: whole.map(({ ms }) => Math.round((orders / ms) * 1000)) },
  { what: '… peak memory', unit: 'MiB', samples: whole.map(({ peakMiB }) => peakMiB) },
];

const warmFigures = (orders: number, { whole, yaml }: WarmPasses): Figure[] => [
  { what: `${orders} orders, warm`, unit: 'ms', samples: whole.map(({ ms }) => ms) },
  ...cpuFigures(whole, yaml),
];
