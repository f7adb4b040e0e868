/** The built command on a real pseudo-terminal that a test drives: it types, resizes, sends signals and reads the cells. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { CLI, type Place } from '../../proofs/support/ordo.ts';
import { quoted, type Size } from './pseudo-terminal.ts';

/** How long a test waits for what it expects on the screen. */
const PATIENCE_MS = 45_000;

export class DrivenTerminal {
  readonly #terminal: xterm.Terminal;
  readonly #child: ChildProcess;
  readonly #place: Place;
  readonly ended: Promise<number | null>;
  /** All bytes that were written to it. */
  written = '';
  #written = Promise.resolve();

  constructor(
    args: readonly string[],
    at: Place,
    { columns, rows }: Size,
    variables: Readonly<Record<string, string>> = {},
  ) {
    this.#place = at;
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 500, allowProposedApi: true });
    const words = [process.execPath, CLI, ...args].map(quoted).join(' ');
    // The shell stays, so that what stands on the terminal after the command can be asked for.
    const command = `tty > tty.txt; echo $$ > shell.txt; stty columns ${columns} rows ${rows}; echo before; ${words}; code=$?; stty -a > stty.txt; exit $code`;
    this.#child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: at.folder,
      env: { ...at.env, SHELL: '/bin/sh', TERM: 'xterm-256color', ...variables },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.written += text;
      this.#written = new Promise((resolve) => this.#terminal.write(text, resolve));
    });
    // When all that it wrote stands on the terminal.
    this.ended = new Promise((resolve) =>
      this.#child.on('close', (code: number | null) => void this.#written.then(() => resolve(code))),
    );
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  resize({ columns, rows }: Size): void {
    this.#terminal.resize(columns, rows);
    const device = readFileSync(join(this.#place.folder, 'tty.txt'), 'utf8').trim();
    spawnSync('stty', ['-F', device, 'columns', String(columns), 'rows', String(rows)]);
  }

  /** To the command itself, as `kill` sends it. */
  signal(name: NodeJS.Signals): void {
    const shell = readFileSync(join(this.#place.folder, 'shell.txt'), 'utf8').trim();
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    for (const pid of children) if (pid !== '') process.kill(Number(pid), name);
  }

  /** The rows that stand on the terminal now, without the blanks at their ends. */
  screen(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  /** Everything that can be scrolled back to, and the screen. */
  history(): string[] {
    const { normal } = this.#terminal.buffer;
    return Array.from(
      { length: normal.length },
      (_, row) => normal.getLine(row)?.translateToString(true).trimEnd() ?? '',
    );
  }

  /** Whether the whole terminal is taken. */
  get isTaken(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** Waits for a screen like this; fails with the last one. */
  async until(wanted: RegExp | ((screen: string) => boolean)): Promise<string> {
    const since = performance.now();
    for (;;) {
      await this.#written;
      const screen = this.screen().join('\n');
      if (typeof wanted === 'function' ? wanted(screen) : wanted.test(screen)) return screen;
      if (performance.now() - since > PATIENCE_MS) throw new Error(`no screen with ${String(wanted)}:\n${screen}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 15);
      });
    }
  }

  /** What `stty -a` said after the command. */
  modesAfter(): string {
    return readFileSync(join(this.#place.folder, 'stty.txt'), 'utf8');
  }

  close(): void {
    this.#child.kill('SIGKILL');
    this.#terminal.dispose();
  }
}
