/**
 * A plan that is followed by the built command: from a fill to the stop that works, what a quiet day adds to the journal, what a look
 * at 1,000 working orders takes of the CPU, and what eight followers of one account take of the exchange's windows.
 */
import { mkdirSync } from 'node:fs';
import type { Figure } from '../support/figures.ts';
import { resultOf } from '../support/processes.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';
import { eight, WINDOW_WEIGHT } from './eight.ts';
import { followed, LOOK_EVERY_MS } from './fills.ts';

const [FILLS, QUICK_FILLS] = [30, 6];
const [STARTS, QUICK_STARTS] = [5, 2];
const [ROUNDS, QUICK_ROUNDS] = [5, 2];
/**
 * What the contract allows 99 of 100 fills beside the time between two looks: of an entry, and of one whose trigger fires. Of so few
 * fills it is the worst.
 */
const [BESIDE_MS, FIRED_BESIDE_MS] = [600, 900];
/** What it allows from a new start, after a kill with a fill that nobody saw. */
const START_MS = 1500;
const LOOK_CPU_MS = 3;
const QUIET_DAY_KB = 200;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const cli = copyOfCommand(place);
    const worker = await bundled(place, new URL('worker.ts', import.meta.url));
    const folders = ['fills', 'eight'].map((name) => `${place.folder}/${name}`) as [string, string];
    for (const folder of folders) mkdirSync(folder);
    return [
      ...(await ofFills(cli, folders[0], isQuick)),
      ofLook(worker, isQuick),
      ...(await ofEight(cli, folders[1], isQuick)),
    ];
  } finally {
    place.remove();
  }
}

/** None of them is above it. */
const never = (what: string, unit: string, samples: readonly number[], most: number): Figure => ({
  what,
  unit,
  samples,
  target: { of: 'worst', most },
});

async function ofFills(cli: string, folder: string, isQuick: boolean): Promise<readonly Figure[]> {
  const counts = isQuick ? { fills: QUICK_FILLS, starts: QUICK_STARTS } : { fills: FILLS, starts: STARTS };
  const { fillsMs, firedMs, startsMs, quietKb } = await followed(cli, folder, counts);
  const looks = `a look each ${LOOK_EVERY_MS} ms`;
  return [
    never(`from a fill to the stop that works, ${looks}`, 'ms', fillsMs, LOOK_EVERY_MS + BESIDE_MS),
    never(`from a trigger that fires to the stop that works, ${looks}`, 'ms', firedMs, LOOK_EVERY_MS + FIRED_BESIDE_MS),
    never('from a new start to the stop of a fill that nobody saw', 'ms', startsMs, START_MS),
    never('a quiet day adds to the journal', 'kB', [quietKb], QUIET_DAY_KB),
  ];
}

function ofLook(worker: string, isQuick: boolean): Figure {
  const samples = Array.from({ length: isQuick ? QUICK_ROUNDS : ROUNDS }, () => {
    const { orders, cpuMs } = resultOf(worker, []) as { readonly orders: number; readonly cpuMs: number };
    if (orders !== 1000) throw new Error(`${orders} orders`);
    return cpuMs;
  });
  const target = { of: 'median', most: LOOK_CPU_MS } as const;
  return { what: 'a look at 1,000 working orders, CPU', unit: 'ms', samples, target };
}

async function ofEight(cli: string, folder: string, isQuick: boolean): Promise<readonly Figure[]> {
  const { refused, ip, uid } = await eight(cli, folder, isQuick);
  return [
    never('eight followers of one account, refused', 'calls', [refused], 0),
    never('… the fullest window of the IP', 'weight', [ip], WINDOW_WEIGHT),
    never('… the fullest window of the account', 'weight', [uid], WINDOW_WEIGHT),
  ];
}
