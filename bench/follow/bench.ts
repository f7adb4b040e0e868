/**
 * A plan that is followed by the built command: from a fill to the stop that works, what a quiet day adds to the journal, and what a
 * look at 1,000 working orders takes of the CPU.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import type { Figure } from '../support/figures.ts';
import { bareEnvironment, resultOf } from '../support/processes.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';

const [FILLS, QUICK_FILLS] = [30, 6];
const [STARTS, QUICK_STARTS] = [5, 2];
const [ROUNDS, QUICK_ROUNDS] = [5, 2];
const LATENCY_MS = 50;
const LOOK_EVERY_MS = 500;
/** What the contract allows beside the time between two looks: for an entry, and for one whose trigger fires. */
const [BESIDE_MS, FIRED_BESIDE_MS] = [600, 900];
/** What it allows from a new start, after a kill with a fill that nobody saw. */
const START_MS = 1500;
/** The longest window of the exchange, and a little. What a run that was killed kept of it counts until it is over. */
const WINDOW_MS = 11_000;
/** A look every 2 s, as the config has it where it says nothing. */
const LOOKS_A_DAY = 86_400 / 2;
const QUIET_MS = 10_000;

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const [cli, worker] = [copyOfCommand(place), await bundled(place, new URL('worker.ts', import.meta.url))];
    const looks = Array.from({ length: isQuick ? QUICK_ROUNDS : ROUNDS }, () => {
      const { orders, cpuMs } = resultOf(worker, []) as { readonly orders: number; readonly cpuMs: number };
      if (orders !== 1000) throw new Error(`${orders} orders`);
      return cpuMs;
    });
    const counts = isQuick ? { fills: QUICK_FILLS, starts: QUICK_STARTS } : { fills: FILLS, starts: STARTS };
    const { fillsMs, firedMs, startsMs, quietBytes } = await followed(cli, place.folder, counts);
    return [
      {
        what: `from a fill to the stop that works, a look each ${LOOK_EVERY_MS} ms`,
        unit: 'ms',
        samples: fillsMs,
        target: { of: 'worst', most: LOOK_EVERY_MS + BESIDE_MS },
      },
      {
        what: `from a trigger that fires to the stop that works, a look each ${LOOK_EVERY_MS} ms`,
        unit: 'ms',
        samples: firedMs,
        target: { of: 'worst', most: LOOK_EVERY_MS + FIRED_BESIDE_MS },
      },
      {
        what: 'from a new start to the stop of a fill that nobody saw',
        unit: 'ms',
        samples: startsMs,
        target: { of: 'worst', most: START_MS },
      },
      { what: 'a look at 1,000 working orders, CPU', unit: 'ms', samples: looks, target: { of: 'median', most: 3 } },
      {
        what: 'a quiet day adds to the journal',
        unit: 'kB',
        samples: [quietBytes / 1000],
        target: { of: 'worst', most: 200 },
      },
    ];
  } finally {
    place.remove();
  }
}

interface Counts {
  readonly fills: number;
  readonly starts: number;
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

interface Followed {
  readonly fillsMs: readonly number[];
  readonly firedMs: readonly number[];
  readonly startsMs: readonly number[];
  readonly quietBytes: number;
}

async function followed(cli: string, folder: string, counts: Counts): Promise<Followed> {
  const { fills, starts } = counts;
  const paper = await startPaperExchange({ latencyMs: LATENCY_MS });
  writeFileSync(`${folder}/plan.yaml`, planOf(counts));
  writeFileSync(
    `${folder}/ordo.config.yaml`,
    `version: 1\nexchange: { interface: v2 }\nexecution: { lookEvery: ${LOOK_EVERY_MS}ms }\n`,
  );
  const env = {
    ...bareEnvironment(folder),
    ORDO_BASE_URL: paper.origin,
    ORDO_API_KEY: 'paper',
    ORDO_API_SECRET: 'paper',
    ORDO_API_PASSPHRASE: 'paper',
  };
  const begin = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [cli, ...words], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const follow = (): ChildProcess =>
    begin(['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'ndjson']);
  await once(begin(['instruments']), 'exit');
  let child = follow();
  try {
    await until(() => paper.orders.length >= 2 * fills + starts);
    const [firedMs, fillsMs, startsMs] = [[], [], []] as [number[], number[], number[]];
    for (let at = 0; at < 2 * fills; at++) {
      // Fills come at any moment between two looks.
      await sleep(LOOK_EVERY_MS + ((at * 137) % LOOK_EVERY_MS));
      fillEntry(paper, at);
      (isFired(at) ? firedMs : fillsMs).push(await toTheStop(paper, at));
    }
    const quietBytes = await quietDay(folder, paper);
    for (let at = 2 * fills; at < 2 * fills + starts; at++) {
      await sleep(WINDOW_MS);
      const over = once(child, 'exit');
      child.kill('SIGKILL');
      await over;
      fillEntry(paper, at);
      child = follow();
      startsMs.push(await toTheStop(paper, at));
    }
    return { fillsMs, firedMs, startsMs, quietBytes };
  } finally {
    const over = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGINT');
    await over;
    await paper.close();
  }
}

/** What a day without news adds to the journal, reckoned from a few seconds of it. */
async function quietDay(folder: string, paper: PaperExchange): Promise<number> {
  // What was placed is seen, and its history read.
  await sleep(6 * LOOK_EVERY_MS);
  const [before, asked] = [journalBytes(folder), looksOf(paper)];
  await sleep(QUIET_MS);
  const looks = looksOf(paper) - asked;
  if (looks < QUIET_MS / LOOK_EVERY_MS / 3) throw new Error(`${looks} looks`);
  return ((journalBytes(folder) - before) * LOOKS_A_DAY) / looks;
}

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

const looksOf = ({ requests }: PaperExchange): number =>
  requests.filter(({ path }) => path.endsWith('/singlePosition')).length;

/** With what is not yet written into its file. */
function journalBytes(folder: string): number {
  const state = `${folder}/ordo`;
  if (!existsSync(state)) throw new Error('no journal');
  return readdirSync(state)
    .filter((name) => name.startsWith('journal.db'))
    .reduce((sum, name) => sum + statSync(`${state}/${name}`).size, 0);
}

async function until(is: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!is()) {
    if (performance.now() > endMs) throw new Error('not within 30 s');
    await sleep(1);
  }
}
