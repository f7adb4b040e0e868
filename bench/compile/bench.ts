/** From a plan's bytes to the bodies of its calls: our own work beside that of the YAML library on the same text. */
import { writeFileSync } from 'node:fs';
import { ratios, type Figure } from '../support/figures.ts';
import { ladderText, RUNGS } from '../support/ladder-text.ts';
import { planText } from '../support/plan-text.ts';
import { resultOf, timeOf } from '../support/processes.ts';
import { bundled, workplace } from '../support/workplace.ts';
import type { FirstPass, Pass, WarmPasses } from './worker.ts';

const SIZES = [
  { orders: 100, processes: 11, warmRounds: 90 },
  { orders: 1000, processes: 9, warmRounds: 30 },
  { orders: 10_000, processes: 7, warmRounds: 9 },
];
const LADDERS = 100;
const LADDER_ROUNDS = 15;

export async function measure(): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const worker = await bundled(place, new URL('worker.ts', import.meta.url));
    const figures: Figure[] = [];
    for (const { orders, processes, warmRounds } of SIZES) {
      const plan = `${place.folder}/plan-${orders}.yaml`;
      writeFileSync(plan, planText(orders));
      const first = firstPasses(worker, plan, processes);
      const warm = resultOf(worker, ['warm', plan, String(warmRounds)]) as WarmPasses;
      figures.push(...firstFigures(orders, first), ...warmFigures(orders, warm));
    }
    writeFileSync(`${place.folder}/ladders.yaml`, ladderText(LADDERS));
    return [...figures, ...ladderFigures(worker, place.folder)];
  } finally {
    place.remove();
  }
}

/** Whole processes, each with one of `node -e 0` in its round: a plan of few lines must not feel like one of many. */
function ladderFigures(worker: string, folder: string): Figure[] {
  const orders = LADDERS * RUNGS;
  const run = (...args: readonly string[]): number => timeOf({ file: process.execPath, args, folder });
  const base: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round <= LADDER_ROUNDS; round++) {
    base.push(run('-e', '0'));
    whole.push(run(worker, 'whole', 'ladders.yaml', String(orders)));
  }
  // The first round only warms the disk's cache.
  const [baseMs, wholeMs] = [base.slice(1), whole.slice(1)];
  return [
    { what: 'node -e 0', unit: 'ms', samples: baseMs },
    {
      what: `${orders} orders from ${LADDERS} ladders, whole process`,
      unit: 'ms',
      samples: wholeMs,
      ratio: { to: 'node -e 0', samples: ratios(wholeMs, baseMs) },
      target: { of: 'ratio', most: 6 },
    },
  ];
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

/** All of the path less the library's part, which the same round measured alone. */
function shares(whole: readonly Pass[], yaml: readonly Pass[]): { yamlMs: number[]; oursMs: number[] } {
  const yamlMs = yaml.map(({ cpuMs }) => cpuMs);
  return { yamlMs, oursMs: whole.map(({ cpuMs }, round) => cpuMs - (yamlMs[round] as number)) };
}

function shareFigures({ yamlMs, oursMs }: ReturnType<typeof shares>): Figure[] {
  return [
    { what: '… CPU, yaml alone', unit: 'ms', samples: yamlMs },
    {
      what: '… CPU, ours',
      unit: 'ms',
      samples: oursMs,
      ratio: { to: 'yaml', samples: ratios(oursMs, yamlMs) },
      target: { of: 'ratio', most: 0.25 },
    },
  ];
}

function firstFigures(orders: number, { whole, yaml }: FirstPasses): Figure[] {
  return [
    { what: `${orders} orders, first pass`, unit: 'ms', samples: whole.map(({ ms }) => ms) },
    { what: '… a second', unit: 'orders', samples: whole.map(({ ms }) => Math.round((orders / ms) * 1000)) },
    ...shareFigures(shares(whole, yaml)),
    {
      what: '… peak memory of the process',
      unit: 'MiB',
      samples: whole.map(({ peakMiB }) => peakMiB),
      ...(orders === 10_000 && { target: { of: 'worst', most: 300 } }),
    },
  ];
}

const warmFigures = (orders: number, { whole, yaml }: WarmPasses): Figure[] => [
  { what: `${orders} orders, warm`, unit: 'ms', samples: whole.map(({ ms }) => ms) },
  ...shareFigures(shares(whole, yaml)),
];
