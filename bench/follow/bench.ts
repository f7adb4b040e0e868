/**
 * A plan that is followed by the built command: from a fill to the stop that works, what a quiet day adds to the journal, and what a
 * look at 1,000 working orders takes of the CPU.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import type { Figure } from '../support/figures.ts';
import { bareEnvironment, resultOf } from '../support/processes.ts';
import { bundled, copyOfCommand, workplace } from '../support/workplace.ts';

const [FILLS, QUICK_FILLS] = [30, 6];
const [ROUNDS, QUICK_ROUNDS] = [5, 2];
const LATENCY_MS = 50;
const LOOK_EVERY_MS = 500;
/** What the contract allows beside the time between two looks. */
const BESIDE_MS = 600;
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
    const { fillsMs, quietBytes } = await followed(cli, place.folder, isQuick ? QUICK_FILLS : FILLS);
    return [
      {
        what: `from a fill to the stop that works, a look each ${LOOK_EVERY_MS} ms`,
        unit: 'ms',
        samples: fillsMs,
        target: { of: 'worst', most: LOOK_EVERY_MS + BESIDE_MS },
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

/** An entry and its stop for each fill, so that each fill is the first of its group. */
const planOf = (fills: number): string =>
  `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${Array.from(
    { length: fills },
    (_, at) =>
      `  - { id: e${at}, side: open-long, size: 0.01, price: ${60_000 - at} }\n` +
      `  - { id: s${at}, side: close-long, size: { filled: e${at} }, trigger: ${50_000 - at}, price: market }\n`,
  ).join('')}`;

async function followed(
  cli: string,
  folder: string,
  fills: number,
): Promise<{ readonly fillsMs: readonly number[]; readonly quietBytes: number }> {
  const paper = await startPaperExchange({ latencyMs: LATENCY_MS });
  writeFileSync(`${folder}/plan.yaml`, planOf(fills));
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
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  await once(spawn(process.execPath, [cli, 'instruments'], { cwd: folder, env, stdio: [...stdio] }), 'exit');
  const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];
  const child = spawn(process.execPath, [cli, ...words], { cwd: folder, env, stdio: [...stdio] });
  const over = once(child, 'exit');
  try {
    await until(() => paper.orders.length >= fills);
    const fillsMs: number[] = [];
    for (let at = 0; at < fills; at++) {
      // Fills come at any moment between two looks.
      await sleep(LOOK_EVERY_MS + ((at * 137) % LOOK_EVERY_MS));
      fillsMs.push(await fillToStop(paper, at));
    }
    // What was placed is seen, and its history read.
    await sleep(6 * LOOK_EVERY_MS);
    const [before, asked] = [journalBytes(folder), looksOf(paper)];
    await sleep(QUIET_MS);
    const looks = looksOf(paper) - asked;
    if (looks < QUIET_MS / LOOK_EVERY_MS / 3) throw new Error(`${looks} looks`);
    return { fillsMs, quietBytes: ((journalBytes(folder) - before) * LOOKS_A_DAY) / looks };
  } finally {
    child.kill('SIGINT');
    await over;
    await paper.close();
  }
}

async function fillToStop(paper: PaperExchange, at: number): Promise<number> {
  const entry = paper.orders.find(({ trigger, price }) => trigger === undefined && price === String(60_000 - at));
  if (entry === undefined) throw new Error(`no entry ${at}`);
  paper.fill(entry.orderId, '0.01');
  const filledMs = performance.now();
  await until(() => paper.orders.some(({ trigger }) => trigger === String(50_000 - at)));
  return performance.now() - filledMs;
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
