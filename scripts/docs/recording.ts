/** Plays the story to the real command, and keeps what its terminal showed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from './recording-svg.ts';
import { COLUMNS, COMMAND, PLAN_FILE, ROWS, STORY, type Step } from './story.ts';
import { Terminal } from './terminal.ts';
import type { Grid } from './terminal-cells.ts';

const LONGEST_RUN_MS = 40_000;
/** What a person does is read before what it leads to is seen. */
const LEAD_MS = { keys: 350, save: 500 };
/** A frame that stood for less is not seen; one that stood for longer drags. */
const LEAST_MS = 60;
const MOST_MS = 400;

interface Recording {
  readonly frames: readonly Frame[];
  /** The frame that stands where nothing moves. */
  readonly still: number;
}

/** Fails where the screen does not come to show what the story waits for. */
export async function record(): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-recording-'));
  const player = new Player(folder);
  try {
    for (const step of STORY) await player.play(step);
    return player;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Shot {
  readonly grid: Grid;
  readonly atMs: number;
}

class Player implements Recording {
  readonly frames: Frame[] = [];
  still = 0;
  readonly #folder: string;
  #terminal: Terminal | undefined;
  /** Of the step that is played. */
  #shots: Shot[] = [];
  #heard = (_text: string): void => {};

  constructor(folder: string) {
    this.#folder = folder;
  }

  async play(step: Step): Promise<void> {
    const before = this.frames.at(-1);
    this.#shots = [];
    const shown = new Promise<void>((resolve) => {
      this.#heard = (text) => void (step.until?.test(text) === true && resolve());
    });
    if (step.save !== undefined) writeFileSync(join(this.#folder, PLAN_FILE), step.save);
    this.#terminal ??= this.#start();
    if (step.keys !== undefined) this.#terminal.type(step.keys);
    await this.#done(step, this.#terminal, shown);
    const deed = step.save === undefined ? 'keys' : 'save';
    if (before !== undefined && step[deed] !== undefined)
      this.frames.push({ ...before, caption: step.caption, shownMs: LEAD_MS[deed] });
    this.frames.push(...framesOf(step, this.#shots));
    if (step.isStill === true) this.still = this.frames.length - 1;
  }

  #start(): Terminal {
    const onFrame = (now: Terminal): void => {
      const grid = now.grid(ROWS);
      if (grid.length === 0) return;
      this.#shots.push({ grid, atMs: performance.now() });
      this.#heard(now.text());
    };
    const [folder, longestMs] = [this.#folder, LONGEST_RUN_MS];
    return new Terminal(COMMAND, { columns: COLUMNS, rows: ROWS, folder, home: folder, longestMs, onFrame });
  }

  async #done({ until }: Step, terminal: Terminal, shown: Promise<void>): Promise<void> {
    if (until !== undefined) {
      const tooSoon = terminal.end().then(() => Promise.reject(new Error(`it has ended, without ${String(until)}`)));
      return Promise.race([shown, tooSoon]);
    }
    await terminal.end();
    this.#shots = [{ grid: terminal.grid(ROWS), atMs: performance.now() }];
  }
}

/** As long as they stood, within bounds; the last for as long as the step says. */
function framesOf({ caption, holdMs, speed = 1 }: Step, shots: readonly Shot[]): Frame[] {
  return shots.flatMap(({ grid, atMs }, at): Frame[] => {
    const next = shots[at + 1];
    if (next === undefined) return [{ grid, caption, shownMs: holdMs }];
    const stoodMs = (next.atMs - atMs) / speed;
    return stoodMs < LEAST_MS ? [] : [{ grid, caption, shownMs: Math.round(Math.min(stoodMs, MOST_MS)) }];
  });
}
