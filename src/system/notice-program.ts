/**
 * Hands notices to the program of `notify`: one process and one line of JSON each. Nothing that the program does can delay or
 * change a run: it has no shell, no output and no keys, and whoever ends waits for it for a stated time only.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { NoticeProgram } from '../commands/background.ts';
import type { World } from '../commands/world.ts';
import type { ProgramLine } from '../model/config.ts';
import { count } from '../model/count.ts';
import { defined } from '../model/defined.ts';
import { errorWords } from '../model/result.ts';

interface NoticeBounds {
  readonly sideBySide: number;
  readonly waiting: number;
  readonly limitMs: number;
}

const BOUNDS: NoticeBounds = { sideBySide: 2, waiting: 20, limitMs: 10_000 };

export class Notices implements NoticeProgram {
  readonly #command: ProgramLine;
  readonly #env: Record<string, string>;
  readonly #bounds: NoticeBounds;
  readonly #running = new Set<ChildProcess>();
  readonly #waiting: string[] = [];
  #trouble: string | undefined;
  #onIdle: (() => void) | undefined;

  constructor(command: ProgramLine, { PATH, HOME }: World['variables'], bounds = BOUNDS) {
    this.#command = command;
    this.#env = defined({ PATH, HOME });
    this.#bounds = bounds;
  }

  give(line: string): boolean {
    if (this.#running.size < this.#bounds.sideBySide) this.#start(line);
    else if (this.#waiting.length < this.#bounds.waiting) this.#waiting.push(line);
    else return false;
    return true;
  }

  async end(withinMs: number): Promise<string | undefined> {
    if (this.#running.size > 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        timer = setTimeout(resolve, withinMs);
      });
      clearTimeout(timer);
    }
    const left = this.#waiting.splice(0).length + this.#running.size;
    for (const child of this.#running) child.kill('SIGKILL');
    if (left > 0) this.#fails(`was not done with ${count(left, 'notice')} when ordo ended`);
    return this.#trouble;
  }

  #start(line: string): void {
    const [program, ...args] = this.#command;
    let child: ChildProcess;
    try {
      child = spawn(program, args, { env: this.#env, shell: false, stdio: ['pipe', 'ignore', 'ignore'] });
    } catch (error) {
      return this.#fails(`cannot be started: ${errorWords(error)}`);
    }
    this.#running.add(child);
    const over = (): void => {
      clearTimeout(timer);
      if (!this.#running.delete(child)) return;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#start(next);
      if (this.#running.size === 0) this.#onIdle?.();
    };
    const { limitMs } = this.#bounds;
    const timer = setTimeout(() => {
      this.#fails(`did not end within ${limitMs / 1000} s`);
      child.kill('SIGKILL');
      over();
    }, limitMs);
    child.on('error', (error: NodeJS.ErrnoException) => {
      this.#fails(`cannot be started: ${error.code ?? 'no reason given'}`);
      over();
    });
    child.on('exit', (code, signal) => {
      if (code !== 0) this.#fails(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`);
      over();
    });
    // A program that does not read its line is its own affair.
    child.stdin?.on('error', () => {});
    child.stdin?.end(line);
    // No run lasts longer for it: `end` says how long it is waited for.
    for (const one of [child, timer]) one.unref();
  }

  /** The first is what a person needs. */
  #fails(why: string): void {
    this.#trouble ??= why;
  }
}
