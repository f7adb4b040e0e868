/** A paper exchange on loopback and a folder with the built command, which follows plans there as a trader's does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { bareEnvironment } from '../support/processes.ts';

const LATENCY_MS = 50;
const KEYS = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };

export class Desk {
  readonly paper: PaperExchange;
  readonly #cli: string;
  readonly #folder: string;
  readonly #followers = new Set<ChildProcess>();

  private constructor(paper: PaperExchange, cli: string, folder: string) {
    this.paper = paper;
    this.#cli = cli;
    this.#folder = folder;
  }

  /** In an empty folder. */
  static async open(cli: string, folder: string, execution = ''): Promise<Desk> {
    const desk = new Desk(await startPaperExchange({ latencyMs: LATENCY_MS }), cli, folder);
    desk.write('ordo.config.yaml', `version: 1\nexchange: { interface: v2 }\n${execution}`);
    await once(desk.#begin(['instruments']), 'exit');
    return desk;
  }

  get journal(): string {
    return `${this.#folder}/ordo/journal.db`;
  }

  write(name: string, text: string): void {
    writeFileSync(`${this.#folder}/${name}`, text);
  }

  follow(plan = 'plan.yaml'): ChildProcess {
    const child = this.#begin(['run', plan, '--execute', '--live', '--follow', '--yes', '--output', 'ndjson']);
    this.#followers.add(child);
    return child;
  }

  /** Each look asks for the position once. */
  get looks(): number {
    return this.paper.requests.filter(({ path }) => path.endsWith('/singlePosition')).length;
  }

  /** Throws where a follower ended by itself. */
  check(): void {
    for (const { exitCode } of this.#followers)
      if (exitCode !== null) throw new Error(`a follower ended with ${exitCode}`);
  }

  async kill(child: ChildProcess): Promise<void> {
    this.#followers.delete(child);
    await ended(child, 'SIGKILL');
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers].map((child) => ended(child, 'SIGINT')));
    await this.paper.close();
  }

  #begin(words: readonly string[]): ChildProcess {
    const env = { ...bareEnvironment(this.#folder), ORDO_BASE_URL: this.paper.origin, ...KEYS };
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    return spawn(process.execPath, [this.#cli, ...words], { cwd: this.#folder, env, stdio: [...stdio] });
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill(signal);
  await over;
}

export async function until(is: () => boolean, withinMs = 30_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!is()) {
    if (performance.now() > endMs) throw new Error(`not within ${withinMs / 1000} s`);
    await sleep(1);
  }
}
