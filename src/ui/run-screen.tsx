/**
 * The live screen of an execution.
 *
 * Invariants
 * 1. An event is applied when it comes and drawn later: however many come, there are about seven frames a second, and one
 *    for each key.
 * 2. No frame has more rows than the terminal, so Ink never scrolls one.
 * 3. A fault in drawing does not reach the run: `finish` throws it.
 * 4. After `finish` the terminal is as it was, with the summary below its earlier text, and nothing of the screen still runs.
 */
import { render, type Instance } from 'ink';
import type { ReactElement } from 'react';
import type { Clock, EventSink } from '../ports.ts';
import { RunFold } from '../report/view/run-view.ts';
import { painter, type Paint } from '../report/text/tones.ts';
import { finalLines } from './final-lines.ts';
import { extentOf, frameLines } from './frame.ts';
import { Screen } from './screen.tsx';
import { following, scrolled, type ScrollKey } from './scroll.ts';

export interface RunScreenOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly clock: Clock;
  readonly color: boolean;
  /** What every line goes through before it is written. */
  readonly edge: (text: string) => string;
  /** Ctrl-C, as often as it is pressed. In raw mode the terminal sends no signal. */
  readonly onInterrupt: () => void;
}

export interface RunScreen {
  readonly sink: EventSink;
  /** Takes the live screen away and prints the summary in its place. */
  finish(): Promise<void>;
}

/** Time between two frames. A reader follows no faster, and half of it would cost twice the CPU. */
export const FRAME_MS = 150;

/** To the top left, and everything below erased. */
const CLEAR_VIEWPORT = '\u001b[H\u001b[J';

export const mountRunScreen = (options: RunScreenOptions): RunScreen => new LiveScreen(options);

class LiveScreen implements RunScreen {
  readonly #options: RunScreenOptions;
  readonly #paint: Paint;
  /** Whether keys are heard. */
  readonly #keys: boolean;
  readonly #ended = new AbortController();
  readonly #run = new RunFold();
  readonly #ink: Instance;
  readonly #animation: Promise<void>;
  #scroll = following;
  #interrupted = false;
  #drawnAt: Size;
  #finishing: Promise<void> | undefined;

  constructor(options: RunScreenOptions) {
    const { stdout, stderr, stdin, color } = options;
    this.#options = options;
    this.#paint = painter(color);
    this.#keys = isTerminal(stdin);
    this.#drawnAt = sizeOf(stdout);
    // Heard before Ink's own listener, which would lay the old frame out in the new size.
    stdout.on('resize', this.#resized);
    this.#ink = render(this.#screen([]), {
      stdout,
      stderr,
      stdin,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
      // Nearly every row changes with an outcome: comparing them costs more than writing them.
      incrementalRendering: false,
      // The animation keeps the pace; a second one inside Ink would only delay its frames.
      maxFps: 1000,
    });
    this.#animation = this.#animate();
    this.#animation.catch(() => undefined);
  }

  readonly sink: EventSink = (event) => {
    const isFirst = this.#run.view.startedAtMs === undefined;
    this.#run.apply(event, this.#options.clock.monotonicMs());
    if (isFirst) this.#draw();
  };

  finish(): Promise<void> {
    return (this.#finishing ??= this.#finish());
  }

  #screen(lines: readonly string[]): ReactElement {
    return <Screen lines={lines} keys={this.#keys} onScroll={this.#scrolled} onInterrupt={this.#interrupt} />;
  }

  readonly #scrolled = (key: ScrollKey): void => {
    this.#scroll = scrolled(this.#scroll, key, extentOf(sizeOf(this.#options.stdout), this.#run.view));
    this.#draw();
  };

  readonly #interrupt = (): void => {
    this.#interrupted = true;
    this.#options.onInterrupt();
    this.#draw();
  };

  /** A terminal that shrinks moves or wraps what was on it, so no erasing relative to the cursor finds it again. */
  readonly #resized = (): void => {
    const { stdout } = this.#options;
    const { width, rows } = sizeOf(stdout);
    if (width < this.#drawnAt.width || rows < this.#drawnAt.rows) {
      this.#ink.clear();
      stdout.write(CLEAR_VIEWPORT);
    }
    this.#draw();
  };

  #draw(): void {
    const { stdout, clock, edge } = this.#options;
    this.#drawnAt = sizeOf(stdout);
    const { view } = this.#run;
    if (view.startedAtMs === undefined) return;
    const viewing = {
      nowMs: clock.monotonicMs(),
      scroll: this.#scroll,
      interrupted: this.#interrupted,
      keys: this.#keys,
    };
    this.#ink.rerender(this.#screen(frameLines({ ...this.#drawnAt, paint: this.#paint }, view, viewing).map(edge)));
  }

  async #animate(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      this.#draw();
      await this.#options.clock.sleep(FRAME_MS, signal);
    }
  }

  async #finish(): Promise<void> {
    const { stdout, edge } = this.#options;
    this.#ended.abort();
    stdout.off('resize', this.#resized);
    try {
      await this.#animation;
    } finally {
      // A frame still on its way would be drawn again while Ink unmounts.
      await this.#ink.waitUntilRenderFlush();
      this.#ink.clear();
      this.#ink.unmount();
      await this.#ink.waitUntilExit();
      const page = { paint: this.#paint, width: sizeOf(stdout).width };
      const text = edge(`${finalLines(page, this.#run.view).join('\n')}\n`);
      await new Promise<void>((resolve) => stdout.write(text, () => resolve()));
    }
  }
}

/** A stream that is not a terminal has no `isTTY` at all, whatever its type says; Ink would ask it for raw mode and throw. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY ?? false;

interface Size {
  readonly width: number;
  readonly rows: number;
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ width: columns || 80, rows: rows || 24 });
