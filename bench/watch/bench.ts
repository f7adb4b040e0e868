/** How long it takes from a save to the new dry run, and how long a command that starts anew at each save would. */
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ratios, type Figure } from '../support/figures.ts';
import { planText } from '../support/plan-text.ts';
import { bareEnvironment, timeOf } from '../support/processes.ts';
import { copyOfCommand, workplace } from '../support/workplace.ts';

const ORDERS = 200;
const SAVES = 30;
/** Between two saves, so that each is one of its own. */
const BETWEEN_MS = 120;

const WRITTEN = `write in place → dry run, ${ORDERS} orders`;
const RENAMED = `rename over → dry run, ${ORDERS} orders`;
const STARTED = 'ordo run, started anew';

export async function measure(): Promise<readonly Figure[]> {
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
    const started: number[] = [];
    const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, BETWEEN_MS));
    for (let save = 1; save <= SAVES; save++) {
      await pause();
      written.push(await watch.timed(() => writeFileSync(plan, text(2 * save))));
      await pause();
      writeFileSync(beside, text(2 * save + 1));
      renamed.push(await watch.timed(() => renameSync(beside, plan)));
      if (save <= 10)
        started.push(timeOf({ file: process.execPath, args: [cli, 'run', 'plan.yaml'], folder: place.folder }));
    }
    await watch.end();
    const few = written.slice(0, started.length);
    return [
      { what: WRITTEN, unit: 'ms', samples: written, target: { of: 'median', most: 50 } },
      { what: RENAMED, unit: 'ms', samples: renamed, target: { of: 'median', most: 50 } },
      { what: STARTED, unit: 'ms', samples: started, ratio: { to: WRITTEN, samples: ratios(started, few) } },
    ];
  } finally {
    place.remove();
  }
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

  async end(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
