/** What the live screen costs: a frame and a key of few and of many orders, and a core's share under a hail of outcomes. */
import { median, ratios, type Figure } from '../support/figures.ts';
import { resultOf } from '../support/processes.ts';
import { bundled, workplace } from '../support/workplace.ts';
import type { Frames, Keys, Stream } from './worker.ts';

const ROUNDS = 7;
const FRAMES = 120;
const FEW = 200;
const MANY = 20_000;
const KEY_ROUNDS = 9;
const STREAMS = 3;
const STREAM_SECONDS = 5;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const worker = await bundled(place, new URL('worker.ts', import.meta.url));
    const framesOf = (orders: number): Frames => resultOf(worker, ['frames', String(orders), String(FRAMES)]) as Frames;
    const rounds = Array.from({ length: isQuick ? 2 : ROUNDS }, () => ({ few: framesOf(FEW), many: framesOf(MANY) }));
    const streamOn = (where: 'screen' | 'nothing'): Stream =>
      resultOf(worker, ['stream', String(MANY), String(isQuick ? 3 : STREAM_SECONDS), where]) as Stream;
    const bare = streamOn('nothing');
    const streams = Array.from({ length: isQuick ? 1 : STREAMS }, () => streamOn('screen'));
    const keysOf = (orders: number): Keys =>
      resultOf(worker, ['keys', String(orders), String(isQuick ? 3 : KEY_ROUNDS)]) as Keys;
    const keys = { few: keysOf(FEW), many: keysOf(MANY) };
    return [...frameFigures(rounds), ...keyFigures(keys), ...streamFigures(bare, streams)];
  } finally {
    place.remove();
  }
}

function frameFigures(rounds: readonly { few: Frames; many: Frames }[]): Figure[] {
  const few = rounds.map((round) => median(round.few.cpuMs));
  const many = rounds.map((round) => median(round.many.cpuMs));
  return [
    { what: '200 orders, CPU of a frame', unit: 'ms', samples: few, target: { of: 'median', most: 8 } },
    { what: '20,000 orders, CPU of a frame', unit: 'ms', samples: many, target: { of: 'median', most: 8 } },
    {
      what: '20,000 orders against 200',
      unit: 'ms',
      samples: many,
      ratio: { to: '200 orders', samples: ratios(many, few) },
      target: { of: 'ratio', most: 1.2 },
    },
    {
      what: 'bytes of a frame',
      unit: 'bytes',
      samples: rounds.map(({ many: { bytesPerFrame } }) => Math.round(bytesPerFrame)),
    },
  ];
}

/** The slowest of the keys, each by its median; what is made once for a plan is in the first round only. */
const keyFigures = ({ few, many }: { readonly few: Keys; readonly many: Keys }): Figure[] => [
  { what: '200 orders, the slowest key', unit: 'ms', samples: [slowest(few)] },
  {
    what: '20,000 orders, the slowest key',
    unit: 'ms',
    samples: [slowest(many)],
    target: { of: 'median', most: 50 },
  },
];

const slowest = (keys: Keys): number => Math.max(...Object.values(keys).map((samples) => median(samples)));

const streamFigures = (bare: Stream, streams: readonly Stream[]): Figure[] => [
  { what: '2,000 outcomes a second, shown nowhere', unit: '% of a core', samples: [bare.cpuShare] },
  {
    what: '2,000 outcomes a second on the screen',
    unit: '% of a core',
    samples: streams.map(({ cpuShare }) => cpuShare),
    target: { of: 'median', most: 12 },
  },
  {
    what: '… how late a timer fires, 99th percentile',
    unit: 'ms',
    samples: streams.map(({ lateMs }) => lateMs),
    target: { of: 'median', most: 20 },
  },
];
