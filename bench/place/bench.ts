/** Batches of 20 orders placed on a loopback exchange with nothing to wait for: what a call costs the client. */
import { fileURLToPath } from 'node:url';
import { ratios, type Figure } from '../support/figures.ts';
import { resultOf, serve } from '../support/processes.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';
import { BATCH } from './batch-client.ts';
import type { CLIENTS, Placing } from './bench-worker.ts';

const ROUNDS = 5;
const CALLS = 1500;
/** Client and server each keep to a core of their own. */
const CLIENT_CORE = 0;
const SERVER_CORE = 1;
const NAMES = ['ordo', 'ordo without a journal', 'ky', 'undici', 'ccxt'] satisfies (keyof typeof CLIENTS)[];

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const worker = await bundled(place, new URL('bench-worker.ts', import.meta.url));
    const run = (name: string, origin: string): Placing =>
      resultOf(worker, [name, origin, String(isQuick ? 500 : CALLS), place.folder], CLIENT_CORE) as Placing;
    const bare = await serve(fileURLToPath(new URL('bare-exchange.ts', import.meta.url)), [], SERVER_CORE);
    const placings = new Map<string, Placing[]>(NAMES.map((name) => [name, []]));
    try {
      for (let round = 0; round < (isQuick ? 2 : ROUNDS); round++) {
        for (const name of NAMES) placings.get(name)?.push(run(name, bare.origin));
      }
    } finally {
      await bare.close();
    }
    const weights = ['--ip-weight', '1000000/1s', '--uid-weight', '1000000/1s'];
    const paper = await serve(copyOfCommand(place), ['exchange', ...weights], SERVER_CORE);
    try {
      return [...figuresOf(placings), ordersFigure('ordo on the paper exchange', [run('ordo', paper.origin)])];
    } finally {
      await paper.close();
    }
  } finally {
    place.remove();
  }
}

function figuresOf(placings: ReadonlyMap<string, readonly Placing[]>): Figure[] {
  const cpuOf = (name: string): number[] => (placings.get(name) ?? []).map(({ cpuUsPerCall }) => cpuUsPerCall);
  const against = (rival: string, most?: number, own = 'ordo'): Figure => ({
    what: `${own} against ${rival}`,
    unit: 'µs',
    samples: cpuOf(own),
    ratio: { to: rival, samples: ratios(cpuOf(own), cpuOf(rival)) },
    ...(most !== undefined && { target: { of: 'ratio', most } }),
  });
  return [
    ...NAMES.map((name): Figure => ({ what: `${name}, CPU of a call`, unit: 'µs', samples: cpuOf(name) })),
    against('ky', 2.2),
    against('ccxt', 1.8),
    against('undici'),
    against('ky', undefined, 'ordo without a journal'),
    ...NAMES.map((name) => ordersFigure(name, placings.get(name) ?? [])),
  ];
}

const ordersFigure = (name: string, placings: readonly Placing[]): Figure => ({
  what: `${name}, orders placed a second`,
  unit: 'orders',
  samples: placings.map(({ callsPerSecond }) => Math.round(callsPerSecond * BATCH)),
});
