/** From a fill to the stop that works: of entries that rest, of triggers that fire, and of what fills while nobody follows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaperExchange } from '../../src/paper/server.ts';
import { Desk, until } from './desk.ts';
import { quietDay } from './quiet-day.ts';

export const LOOK_EVERY_MS = 500;
const PLACED_MS = 180_000;
/** The longest window of the exchange, and a little. What a run that was killed kept of it counts until it is over. */
const WINDOW_MS = 11_000;

interface Counts {
  readonly fills: number;
  readonly starts: number;
}

interface Followed {
  readonly fillsMs: readonly number[];
  readonly firedMs: readonly number[];
  readonly startsMs: readonly number[];
  readonly quietKb: number;
}

export async function followed(cli: string, folder: string, counts: Counts): Promise<Followed> {
  const { fills, starts } = counts;
  const desk = await Desk.open(cli, folder, `execution: { lookEvery: ${LOOK_EVERY_MS}ms }\n`);
  const { paper } = desk;
  try {
    desk.write('plan.yaml', planOf(counts));
    let child = desk.follow();
    // What opens leaves half of each window to the stops that may come.
    await until(() => paper.orders.length >= 2 * fills + starts, PLACED_MS);
    const [firedMs, fillsMs, startsMs] = [[], [], []] as [number[], number[], number[]];
    for (let at = 0; at < 2 * fills; at++) {
      // Fills come at any moment between two looks.
      await sleep(LOOK_EVERY_MS + ((at * 137) % LOOK_EVERY_MS));
      fillEntry(paper, at);
      (isFired(at) ? firedMs : fillsMs).push(await toTheStop(paper, at));
    }
    const quietKb = await quietDay(desk, LOOK_EVERY_MS);
    for (let at = 2 * fills; at < 2 * fills + starts; at++) {
      await sleep(WINDOW_MS);
      await desk.kill(child);
      fillEntry(paper, at);
      child = desk.follow();
      startsMs.push(await toTheStop(paper, at));
    }
    return { fillsMs, firedMs, startsMs, quietKb };
  } finally {
    await desk.close();
  }
}

/** An entry and its stop for each fill, so that each fill is the first of its group. Half of the entries are triggers. */
function planOf({ fills, starts }: Counts): string {
  const entries = Array.from({ length: 2 * fills + starts }, (_, at) => {
    const price = isFired(at) ? `trigger: ${entryOf(at)}, price: market` : `price: ${entryOf(at)}`;
    return (
      `  - { id: e${at}, side: open-long, size: 0.01, ${price} }\n` +
      `  - { id: s${at}, side: close-long, size: { filled: e${at} }, trigger: ${stopOf(at)}, price: market }\n`
    );
  });
  const defaults = 'defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 30% }';
  return `version: 1\nname: many\n${defaults}\norders:\n${entries.join('')}`;
}

/** Triggers are above the market, what rests is below it. */
const isFired = (at: number): boolean => at % 2 === 1;
const entryOf = (at: number): number => (isFired(at) ? 70_000 + at : 60_000 - at);
const stopOf = (at: number): number => 50_000 - at;

/** Fills an entry that rests, or lets it fire. */
function fillEntry(paper: PaperExchange, at: number): void {
  const entry = paper.orders.find(({ trigger, price }) => (trigger ?? price) === String(entryOf(at)));
  if (entry === undefined) throw new Error(`no entry ${at}`);
  if (entry.trigger === undefined) paper.fill(entry.orderId, '0.01');
  else paper.fire(entry.orderId);
}

async function toTheStop(paper: PaperExchange, at: number): Promise<number> {
  const startedMs = performance.now();
  await until(() => paper.orders.some(({ trigger }) => trigger === String(stopOf(at))));
  return performance.now() - startedMs;
}
