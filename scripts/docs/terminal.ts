/**
 * The built command under a pseudo-terminal, which can be typed at: an emulator reads its bytes as they come, and the cells
 * that stand there are what is drawn.
 *
 * Needs `dist/` (npm run build) and script(1) of util-linux.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import xterm, { type IBufferCell, type Terminal as Emulator } from '@xterm/headless';
import type { Cell, Grid } from './terminal-cells.ts';

const CLI = new URL('../../dist/cli.js', import.meta.url).pathname;

/** Modes of the terminal, as a program sets (`h`) and resets (`l`) them. */
const SYNCHRONIZED_OUTPUT = 2026;
const ALTERNATE_SCREEN = 1049;

interface TerminalOptions {
  readonly columns: number;
  readonly rows: number;
  /** Where the command is started. */
  readonly folder: string;
  /** Empty, and given up afterwards. */
  readonly home: string;
  /** After which the command is killed. */
  readonly longestMs: number;
  /** Called each time the command says that a frame is whole, and before it takes the whole terminal. */
  readonly onFrame?: (terminal: Terminal) => void;
}

export class Terminal {
  readonly #emulator: Emulator;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #args: string;

  /** `args` as a shell reads them. */
  constructor(args: string, { columns, rows, folder, home, longestMs, onFrame }: TerminalOptions) {
    this.#args = args;
    this.#emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
    this.#tellAt('l', SYNCHRONIZED_OUTPUT, onFrame);
    this.#tellAt('h', ALTERNATE_SCREEN, onFrame);
    const command = `stty cols ${columns} rows ${rows}; echo '$ ordo ${args}'; exec node '${CLI}' ${args}`;
    this.#child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      // Nothing of who makes the picture is in it: neither settings, nor keys, nor a journal.
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      // Its input stays open: at an end of input, script types Ctrl-D.
      stdio: ['pipe', 'pipe', 'inherit'],
      signal: AbortSignal.timeout(longestMs),
    });
    this.#ended = this.#follow();
  }

  #tellAt(final: string, wanted: number, onFrame: TerminalOptions['onFrame']): void {
    this.#emulator.parser.registerCsiHandler({ prefix: '?', final }, ([mode]) => {
      if (mode === wanted) onFrame?.(this);
      return false;
    });
  }

  async #follow(): Promise<number | null> {
    const closed = once(this.#child, 'close') as Promise<[number | null]>;
    const draw = async (): Promise<void> => {
      for await (const bytes of this.#child.stdout as AsyncIterable<Buffer>)
        await new Promise<void>((resolve) => this.#emulator.write(bytes, resolve));
    };
    const [[code]] = await Promise.all([closed, draw()]);
    return code;
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** `rows` rows of what stands on the terminal, from its first or from the first that was ever written. */
  grid(rows: number, from: 'screen' | 'start' = 'screen'): Grid {
    return gridOf(this.#emulator, from === 'start' ? 0 : this.#emulator.buffer.active.baseY, rows);
  }

  /** The screen as plain text: a command that failed may have said why in ways that no picture of ours shows. */
  text(): string {
    const { active } = this.#emulator.buffer;
    return Array.from({ length: this.#emulator.rows }, (_, row) =>
      active.getLine(active.baseY + row)?.translateToString(true),
    )
      .join('\n')
      .trimEnd();
  }

  /** Waits for the end of the command. Any other exit code than 0 is an error, as is its killing. */
  async end(): Promise<void> {
    const code = await this.#ended.catch(() => 'a kill');
    if (code !== 0) throw new Error(`ordo ${this.#args} ended with ${code}:\n${this.text()}`);
  }
}

/** `rows` rows of the terminal's buffer from `top` on, without what is empty below the last. */
export function gridOf({ cols, buffer }: Emulator, top: number, rows: number): Grid {
  const grid = Array.from({ length: rows }, (_, at): Cell[] => {
    const row = buffer.active.getLine(top + at);
    const cells = Array.from({ length: cols }, (__, column) => row?.getCell(column));
    return cells.flatMap((cell) => (cell === undefined || cell.getWidth() === 0 ? [] : [cellOf(cell)]));
  });
  return grid.slice(0, grid.findLastIndex((row) => rowText(row) !== '') + 1);
}

const rowText = (row: readonly Cell[]): string => row.reduce((text, cell) => text + cell.text, '').trimEnd();

function cellOf(cell: IBufferCell): Cell {
  const drawable = cell.isBgDefault() && (cell.isFgDefault() || (cell.isFgPalette() && cell.getFgColor() < 8));
  const plain = [cell.isItalic(), cell.isUnderline(), cell.isStrikethrough(), cell.isInvisible()].every(
    (on) => on === 0,
  );
  if (!drawable || !plain) throw new Error(`the picture cannot show how the terminal shows ${cell.getChars()}`);
  return {
    text: cell.getChars() || ' ',
    width: cell.getWidth(),
    look: {
      color: cell.isFgDefault() ? undefined : cell.getFgColor(),
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      inverse: cell.isInverse() !== 0,
    },
  };
}
