/** What becomes of orders on past prices: whole commands on a million candles and on few, a crowded candle, and the figures of a watch. */
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median, type Figure } from '../support/figures.ts';
import { costOf, costOfTelling, peakOf, resultOf, type Cost } from '../support/processes.ts';
import { interleaved } from '../support/rounds.ts';
import { BASE, startRounds } from '../support/starts.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';
import { bracketsText, candlesText, crowdedCandles, crowdedText, SPLIT } from './scenes.ts';
import type { Crowded } from './worker.ts';
import type { WatchTimes } from './watching.ts';

const [ROUNDS, QUICK_ROUNDS] = [5, 2];
const MILLION = 1_000_000;
const THREE_DAYS = 4320;
/** Of one candle, all told: `crowdedText` is made for it. */
const STATES = 10_101;

const SPLITTING = 'node: 53 MB of CSV split at its commas into Numbers';
const HUNDRED = 'ordo simulate, 1,000,000 candles, 100 orders';
const ONE = '… 1 order';
const IDLE_KEY = 'a key while nothing is simulated';
const SMALL = 'ordo simulate, 48 candles, 20 orders';

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  const { folder } = place;
  try {
    const cli = copyOfCommand(place);
    const write = (name: string, text: string): void => writeFileSync(`${folder}/${name}`, text);
    for (const count of [MILLION, THREE_DAYS, 48]) write(`${count}.csv`, candlesText(count));
    for (const orders of [100, 20, 1]) write(`${orders}.yaml`, bracketsText(orders));
    write('crowded.yaml', crowdedText());
    write('crowded.csv', crowdedCandles());
    write('split.mjs', SPLIT);
    const timed = (...args: string[]): Cost => costOf({ file: process.execPath, args, folder });
    const simulate = (orders: number, candles: number): string[] => [
      cli,
      'simulate',
      `${orders}.yaml`,
      '--candles',
      `${candles}.csv`,
    ];
    const large = await interleaved(
      {
        [SPLITTING]: () => timed('split.mjs', `${MILLION}.csv`),
        [HUNDRED]: () =>
          costOfTelling({ file: process.execPath, args: simulate(100, MILLION), folder }, /1,000,000 candles/),
        [ONE]: () => timed(...simulate(1, MILLION)),
      },
      isQuick ? QUICK_ROUNDS : ROUNDS,
    );
    const small = await interleaved(
      { [BASE]: () => timed('-e', '0'), [SMALL]: () => timed(...simulate(20, 48)) },
      startRounds(isQuick),
    );
    const hundred = large.against(HUNDRED, SPLITTING, 1);
    return [
      large.plain(SPLITTING),
      hundred,
      { what: '… its time', unit: 'ms', samples: hundred.samples, target: { of: 'median', most: 2000 } },
      large.plain(ONE),
      large.against(HUNDRED, ONE, 1.2, '… 100 orders beside one'),
      ...peaks(simulate(100, MILLION), folder),
      page([...simulate(100, MILLION), '--output', 'html', '--out', 'page.html'], folder),
      small.plain(BASE),
      small.against(SMALL, BASE, 3),
      ...(await crowded(place, isQuick ? 3 : 9)),
      ...watched(folder, isQuick),
    ];
  } finally {
    place.remove();
  }
}

const peaks = (args: readonly string[], folder: string): Figure[] =>
  ([[], ['--output', 'json']] as const).map((output): Figure => ({
    what: output.length === 0 ? '… peak memory' : '… peak memory of JSON',
    unit: 'MiB',
    samples: [peakOf([...args, ...output], folder), peakOf([...args, ...output], folder)],
    target: { of: 'worst', most: 160 },
  }));

function page(args: readonly string[], folder: string): Figure {
  costOf({ file: process.execPath, args, folder });
  const samples = [statSync(`${folder}/page.html`).size];
  return { what: '… its page', unit: 'bytes', samples, target: { of: 'worst', most: 2 ** 20 } };
}

async function crowded(place: ReturnType<typeof workplace>, rounds: number): Promise<Figure[]> {
  const worker = await bundled(place, new URL('worker.ts', import.meta.url));
  const all = Array.from({ length: rounds }, () => {
    const told = resultOf(worker, [`${place.folder}/crowded.yaml`, `${place.folder}/crowded.csv`]) as Crowded;
    if (told.states !== STATES) throw new Error(`${told.states} states`);
    return told;
  });
  const samples = all.map(({ ms }) => ms);
  return [
    { what: 'a candle of 10,101 states, 100 orders', unit: 'ms', samples, target: { of: 'median', most: 500 } },
    { what: '… CPU of it', unit: 'ms', samples: all.map(({ cpuMs }) => cpuMs) },
  ];
}

function watched(folder: string, isQuick: boolean): Figure[] {
  const worker = fileURLToPath(new URL('watching.ts', import.meta.url));
  const of = (...args: string[]): WatchTimes => resultOf(worker, [folder, ...args]) as WatchTimes;
  const saves = of('saves', String(THREE_DAYS), isQuick ? '10' : '40');
  const keys = of('keys', String(MILLION), isQuick ? '1' : '4');
  return [
    {
      what: 'save → figures in the watch, 4,320 candles, 20 orders',
      unit: 'ms',
      samples: saves.figures,
      target: { of: 'median', most: 100 },
    },
    { what: '… save → its dry run', unit: 'ms', samples: saves.dryRuns, target: { of: 'median', most: 50 } },
    { what: IDLE_KEY, unit: 'ms', samples: keys.idleKeys },
    {
      what: 'a key while 1,000,000 candles are simulated',
      unit: 'ms',
      samples: keys.keys,
      ratio: { to: IDLE_KEY, samples: [median(keys.keys) / median(keys.idleKeys)] },
      // Two of them compute then: who has only two cores may wait for one.
      margin: 1,
      target: { of: 'worst', most: 50 },
    },
  ];
}
