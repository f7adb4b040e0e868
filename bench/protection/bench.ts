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
/** Of the CPU of the dry run, for all that is judged in it; of its time, for the account after it. */
const MOST_OF_DRY_RUN = 0.1;
const ORDERS = LADDERS * RUNGS + LADDERS - Math.ceil(LADDERS / CARRIES);

/** Each rung as an order of its own, or the ladders as they are: then the text is a hundredth, and the judging is the same. */
const PLANS = { written: () => written(), 'as ladders': () => ladders() } as const;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  const { folder } = place;
  try {
    const [cli, worker] = [copyOfCommand(place), await bundled(place, new URL('worker.ts', import.meta.url))];
    const frames: number[] = [];
    const cases: Record<string, () => Cost | Promise<Cost>> = {};
    for (const [how, text] of Object.entries(PLANS)) {
      const plan = `${folder}/${how.replace(' ', '-')}.yaml`;
      writeFileSync(plan, text());
      const { dry, judged, after } = namesOf(how);
      let added: Cost = { ms: 0, cpuMs: 0 };
      cases[dry] = () => costOfTelling({ file: process.execPath, args: [cli, 'run', plan], folder }, /✓ hold 0/);
      cases[judged] = () => {
        const told = resultOf(worker, [plan]) as Judged;
        if (told.orders !== ORDERS || !/^at stops [1-9]/.test(told.line))
          throw new Error(`${told.orders}, ${told.line}`);
        frames.push(told.frameMs);
        added = told.added;
        return told;
      };
      cases[after] = () => added;
    }
    const rounds = await interleaved(cases, isQuick ? QUICK_ROUNDS : ROUNDS);
    return [
      ...Object.keys(PLANS).flatMap((how) => {
        const { dry, judged, after } = namesOf(how);
        // The rules about stops and the exposure were judged before there was a line; what it adds is the account after the run.
        const all: Figure = { ...rounds.against(judged, dry), target: { of: 'cpu', most: MOST_OF_DRY_RUN } };
        return [rounds.plain(dry), all, rounds.against(after, dry, MOST_OF_DRY_RUN)];
      }),
      { what: 'its line, CPU of a frame', unit: 'ms', samples: frames, target: { of: 'median', most: 0.2 } },
    ];
  } finally {
    place.remove();
  }
}

const namesOf = (how: string): Record<'dry' | 'judged' | 'after', string> => ({
  dry: `ordo run, dry, ${ORDERS} orders with stops, ${how}`,
  judged: `… what protection takes of it, ${how}`,
  after: `… of which the account after the run, ${how}`,
});

const head = ['version: 1', 'name: bench-stops', 'defaults: { symbol: cmt_btcusdt, reference: 64000 }', 'orders:'];
const planOf = (order: (index: number) => string): string =>
  [...head, ...Array.from({ length: LADDERS }, (_, index) => order(index)), ''].join('\n');

const ladders = (): string =>
  planOf((index) => {
    const { top, stop, carried } = rungsOf(index);
    return withStop(
      index,
      `  - { id: ladder-${index}, side: open-long, size: { total: 9 }, price: { from: ${top}, to: ${top - 9900}, steps: ${RUNGS} }${carried} }`,
      stop,
    );
  });

const written = (): string =>
  planOf((index) => {
    const { top, stop, carried } = rungsOf(index);
    const rungs = Array.from(
      { length: RUNGS },
      (_, rung) =>
        `  - { id: rung-${index}-${rung}, side: open-long, size: 0.09, price: ${top - rung * 100}${carried} }`,
    );
    return withStop(index, rungs.join('\n'), stop);
  });

function rungsOf(index: number): { readonly top: number; readonly stop: number; readonly carried: string } {
  const [top, stop] = [63_900 - index * 10, 40_000 - index * 10];
  return { top, stop, carried: index % CARRIES === 0 ? `, stopLoss: ${stop}` : '' };
}

const withStop = (index: number, rungs: string, stop: number): string =>
  index % CARRIES === 0
    ? rungs
    : `${rungs}\n  - { id: stop-${index}, side: close-long, size: 9, trigger: ${stop}, price: market }`;
