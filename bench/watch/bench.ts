/** How long it takes from a save to the new dry run, and how long a command that starts anew at each save would. */
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, ratios, type Figure } from '../support/figures.ts';
import { planText } from '../support/plan-text.ts';
import { bareEnvironment, costOf, cpuSoFar, type Cost } from '../support/processes.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

const ORDERS = 200;
/** Of each kind; at one save in `STARTED_EACH` a command is started beside it. */
const SAVES = 30;
const QUICK_SAVES = 15;
const STARTED_EACH = 3;
/** Between two saves, so that each is one of its own. */
const BETWEEN_MS = 120;

const WRITTEN = `write in place → dry run, ${ORDERS} orders`;
const RENAMED = `rename over → dry run, ${ORDERS} orders`;
const STARTED = 'ordo run, started anew';

export async function measure(isQuick: boolean): Promise<readonly Figure[]> {
  const place = workplace();
  try {
    const cli = copyOfCommand(place);
    const plan = join(place.folder, 'plan.yaml');
    const beside = join(place.folder, 'plan.yaml.new');
    const text = (save: number): string => planText(ORDERS).replace('size: 0.01', `size: 0.${100 + save}`);
    writeFileSync(plan, text(0));
    const watch = new Watched([cli, 'run', 'plan.yaml', '--watch', '--output', 'ndjson'], place.folder);
    await watch.dryRun();
    const written: number[] = [];
    const renamed: number[] = [];
    const started: Cost[] = [];
    const cpuBefore = watch.cpuMs();
    const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, BETWEEN_MS));
    const saves = isQuick ? QUICK_SAVES : SAVES;
    for (let save = 1; save <= saves; save++) {
      await pause();
      written.push(await watch.timed(() => writeFileSync(plan, text(2 * save))));
      await pause();
      writeFileSync(beside, text(2 * save + 1));
      renamed.push(await watch.timed(() => renameSync(beside, plan)));
      if (save % STARTED_EACH === 0)
        started.push(costOf({ file: process.execPath, args: [cli, 'run', 'plan.yaml'], folder: place.folder }));
    }
    const cpuMs = (watch.cpuMs() - cpuBefore) / saves / 2;
    await watch.end();
    return [
      { what: STARTED, unit: 'ms', samples: started.map(({ ms }) => ms) },
      saveFigure(WRITTEN, { tookMs: written, cpuMs }, started),
      saveFigure(RENAMED, { tookMs: renamed, cpuMs }, started),
    ];
  } finally {
    place.remove();
  }
}

/** All saves count for the time and the CPU, for the ratio of times those that a command was started beside. */
function saveFigure(what: string, saves: { tookMs: number[]; cpuMs: number }, started: readonly Cost[]): Figure {
  const beside = saves.tookMs.filter((_, index) => (index + 1) % STARTED_EACH === 0);
  const ratio = {
    to: STARTED,
    samples: ratios(
      beside,
      started.map(({ ms }) => ms),
    ),
    ...(Number.isFinite(saves.cpuMs) && { cpu: [saves.cpuMs / median(started.map(({ cpuMs }) => cpuMs))] }),
  };
  return { what, unit: 'ms', samples: saves.tookMs, ratio, target: { of: 'median', most: 50 } };
}

/** A watch that tells programs; each dry run ends with run-finished. */
class Watched {
  readonly #child;
  readonly #ended: Promise<unknown>;
  #finished = Promise.withResolvers<number>();

  constructor(args: readonly string[], folder: string) {
    this.#child = spawn(process.execPath, args, {
      cwd: folder,
      env: bareEnvironment(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
    void this.#ended.then(() => this.#finished.reject(new Error('the watch ended')));
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (line.includes('"run-finished"')) this.#finished.resolve(performance.now());
    });
  }

  /** The next dry run. */
  async dryRun(): Promise<number> {
    const atMs = await this.#finished.promise;
    this.#finished = Promise.withResolvers();
    this.#finished.promise.catch(() => {});
    return atMs;
  }

  /** Milliseconds from the end of the save to the end of its dry run. */
  async timed(save: () => void): Promise<number> {
    save();
    const savedMs = performance.now();
    return (await this.dryRun()) - savedMs;
  }

  /** Its CPU so far; not a number where the system does not tell. */
  readonly cpuMs = (): number => cpuSoFar(this.#child.pid) ?? Number.NaN;

  async end(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
