/**
 * Makes the README's pictures from the built command under a pseudo-terminal: docs/dry-run.svg, and docs/recording.svg, the
 * screen in motion.
 *
 * Needs `dist/` (npm run build) and script(1) of util-linux. Each run is bounded and has a home of its own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from './recording.ts';
import { lengthMs, recordingSvg } from './recording-svg.ts';
import { COLUMNS, COMMAND, ROWS } from './story.ts';
import { Terminal } from './terminal.ts';
import { terminalSvg } from './terminal-svg.ts';

const root = new URL('../../', import.meta.url).pathname;

const DRY_RUN = 'run examples/01-quickstart.yaml';
/** More than a dry run of a few orders has. */
const DRY_RUN_ROWS = 60;
const LONGEST_RUN_MS = 20_000;

async function dryRun(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'ordo-screenshot-'));
  const options = { columns: COLUMNS, rows: ROWS, folder: root, home, longestMs: LONGEST_RUN_MS };
  try {
    const terminal = new Terminal(DRY_RUN, options);
    await terminal.end();
    return terminalSvg(terminal.grid(DRY_RUN_ROWS, 'start'), { title: `ordo ${DRY_RUN}`, columns: COLUMNS });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function recording(): Promise<string> {
  const { frames, still } = await record();
  console.log(`${frames.length} frames, ${lengthMs(frames) / 1000} s`);
  return recordingSvg(frames, { title: `ordo ${COMMAND}`, columns: COLUMNS, rows: ROWS, still });
}

function save(name: string, svg: string): void {
  writeFileSync(join(root, 'docs', name), svg);
  console.log(`docs/${name}  ${Buffer.byteLength(svg)} bytes`);
}

save('dry-run.svg', await dryRun());
save('recording.svg', await recording());
