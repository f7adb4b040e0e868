/**
 * Makes the README's pictures, docs/screen.svg and docs/dry-run.svg, from the built command: it runs under a pseudo
 * terminal, a terminal emulator reads its bytes as they come, and the cells that stand there are what is drawn.
 *
 * Needs `dist/` (npm run build) and script(1) of util-linux. Each run is bounded and has a home of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';
import { terminalSvg, type Cell, type Grid } from './terminal-svg.ts';

const root = new URL('../../', import.meta.url).pathname;
const COLUMNS = 96;
const ROWS = 30;
const LONGEST_RUN_MS = 20_000;

/** More than a dry run of a few orders has. */
const DRY_RUN_ROWS = 60;
/** How far from two thirds of the orders a frame may be for no further run to look for a better one. */
const NEAR = 0.07;
/** A frame stands for 50 ms and a burst of calls hardly lasts longer, so few runs draw one in the middle of it. */
const MOST_RUNS = 12;

/** `rows` rows of the terminal's buffer from `top` on, without what is empty below the last. */
export function gridOf({ cols, buffer }: Terminal, top: number, rows: number): Grid {
  const grid = Array.from({ length: rows }, (_, at): Cell[] => {
    const row = buffer.active.getLine(top + at);
    const cells = Array.from({ length: cols }, (__, column) => row?.getCell(column));
    return cells.flatMap((cell) => (cell === undefined || cell.getWidth() === 0 ? [] : [cellOf(cell)]));
  });
  return grid.slice(0, grid.findLastIndex((row) => rowText(row) !== '') + 1);
}

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

const textOf = (grid: Grid): string => grid.map(rowText).join('\n');
const rowText = (row: readonly Cell[]): string => row.reduce((text, cell) => text + cell.text, '').trimEnd();

/** The last rows as plain text: a command that failed may have said why in ways that no picture of ours shows. */
const said = ({ rows, buffer: { active } }: Terminal): string =>
  Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true))
    .join('\n')
    .trimEnd();

/** Runs the command to its end; `onFrame` is called each time the command says that a frame is whole. */
async function run(args: string, onFrame: (terminal: Terminal) => void): Promise<Terminal> {
  const home = mkdtempSync(join(tmpdir(), 'ordo-screenshot-'));
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 1000, allowProposedApi: true });
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, ([mode]) => {
    if (mode === 2026) onFrame(terminal);
    return false;
  });
  try {
    const command = `stty cols ${COLUMNS} rows ${ROWS}; exec node dist/cli.js ${args}`;
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: root,
      // Nothing of who makes the picture is in it: neither settings, nor keys, nor a journal.
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      // Its input stays open and empty: at an end of input, script types Ctrl-D.
      stdio: ['pipe', 'pipe', 'inherit'],
      signal: AbortSignal.timeout(LONGEST_RUN_MS),
    });
    const draw = async (): Promise<void> => {
      for await (const bytes of child.stdout as AsyncIterable<Buffer>)
        await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    };
    const [[code]] = (await Promise.all([once(child, 'close'), draw()])) as [[number | null], void];
    if (code !== 0) throw new Error(`ordo ${args} ended with ${code}:\n${said(terminal)}`);
    return terminal;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** How far a frame is from two thirds of the orders having an outcome, as the screen itself says; none under way is worse. */
function distance(grid: Grid): number {
  const counts = /(\d+) of (\d+) +→ +(\d+) sending/.exec(textOf(grid));
  if (counts === null) return Number.POSITIVE_INFINITY;
  const [done = 0, total = 0, sending = 0] = counts.slice(1).map(Number);
  return Math.abs(done / total - 2 / 3) + (sending === 0 ? NEAR : 0);
}

async function midRun(args: string): Promise<Grid> {
  let best: Grid = [];
  for (let count = 0; count < MOST_RUNS && distance(best) > NEAR; count++) {
    await run(args, (terminal) => {
      const frame = gridOf(terminal, terminal.buffer.active.baseY, ROWS);
      if (distance(frame) < distance(best)) best = frame;
    });
  }
  if (best.length === 0) throw new Error(`ordo ${args} never showed how far it was`);
  return best;
}

function save(name: string, args: string, grid: Grid, cut: boolean): void {
  const svg = terminalSvg(grid, { title: `ordo ${args}`, columns: COLUMNS, cut });
  writeFileSync(join(root, 'docs', name), svg);
  console.log(`docs/${name}  ${grid.length} rows, ${Buffer.byteLength(svg)} bytes`);
}

if (import.meta.main) {
  const dryRun = 'run examples/01-quickstart.yaml';
  save('dry-run.svg', dryRun, gridOf(await run(dryRun, () => undefined), 0, DRY_RUN_ROWS), false);
  const execution = 'run examples/08-desk.yaml --execute';
  save('screen.svg', execution, await midRun(execution), false);
}
