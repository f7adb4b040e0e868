/**
 * The live screen of an execution and of a watch.
 *
 * Invariants
 * 1. An event is applied when it comes and drawn later: however many come, there are about seven frames a second, and one
 *    for each key. Where nothing happens and no time is counted, nothing is drawn.
 * 2. No frame has more rows than the terminal, so Ink never scrolls one.
 * 3. A fault in drawing does not reach the run: `finish` throws it.
 * 4. After `finish` the terminal is as it was, with the summary below its earlier text, and nothing of the screen still runs.
 */
import { render, type Instance } from 'ink';
import type { ReactElement } from 'react';
import type { Clock, EventSink, Wish } from '../ports.ts';
import { painter, type Paint } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import { WatchFold } from '../report/view/watch-view.ts';
import { finalLines } from './final-lines.ts';
import { frameLines, middleOf, type FrameMoment, type ScreenPage } from './frame.ts';
import { press } from './keys.ts';
import { Pace } from './pace.ts';
import type { Press } from './press.ts';
import { current } from './typing.ts';
import { Screen } from './screen.tsx';
import { approvableOf, sightOf } from './sight.ts';
import { atFirst, type Viewing } from './viewing.ts';
import { watchSummary } from './watch-summary.ts';

export interface RunScreenOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly clock: Clock;
  readonly color: boolean;
  /** What every line goes through before it is written. */
  readonly edge: (text: string) => string;
  /** It takes the whole terminal and stays until a person ends it; otherwise it is inline, and ends with the run. */
  readonly stays: boolean;
  /** Whether a person can have placed what is shown. */
  readonly canPlace: boolean;
  /** As often as it is asked for. In raw mode the terminal sends no signal for Ctrl-C. */
  readonly onWish: (wish: Wish) => void;
}

export interface RunScreen {
  readonly sink: EventSink;
  /** Takes the live screen away and prints the summary in its place. */
  finish(): Promise<void>;
}

/** To the top left, and everything below erased. */
const CLEAR_VIEWPORT = '\u001b[H\u001b[J';

export const mountRunScreen = (options: RunScreenOptions): RunScreen => new LiveScreen(options);

class LiveScreen implements RunScreen {
  readonly #options: RunScreenOptions;
  readonly #paint: Paint;
  /** Whether keys are heard. */
  readonly #hasKeys: boolean;
  readonly #ended = new AbortController();
  readonly #fold = new WatchFold();
  readonly #ink: Instance;
  readonly #pace: Pace;
  readonly #animation: Promise<void>;
  #viewing: Viewing = atFirst;
  #drawnAt: Size;
  #lines: readonly string[] = [];
  #prepared: RunView | undefined;
  #finishing: Promise<void> | undefined;
  /** The first fault in drawing. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: RunScreenOptions) {
    const { stdout, stderr, stdin, color, stays } = options;
    this.#options = options;
    this.#paint = painter(color);
    this.#hasKeys = isTerminal(stdin);
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
      alternateScreen: stays,
      // Nearly every row changes with an outcome: comparing them costs more than writing them.
      incrementalRendering: stays,
      // The animation keeps the pace; a second one inside Ink would only delay its frames.
      maxFps: 1000,
    });
    // The other screen begins where the cursor stood on this one.
    if (stays) stdout.write(CLEAR_VIEWPORT);
    this.#pace = new Pace(options.clock);
    this.#animation = this.#pace.keep(this.#ended.signal, {
      draw: () => this.#guarded(() => this.#draw()),
      rest: () => this.#guarded(() => this.#prepare()),
      isMoving: () => this.#isMoving(),
    });
  }

  readonly sink: EventSink = (event) => {
    const isFirst = this.#fold.view.run.startedAtMs === undefined;
    this.#fold.apply(event, this.#options.clock.monotonicMs());
    if (isFirst) this.#guarded(() => this.#draw());
    this.#pace.news();
  };

  finish(): Promise<void> {
    return (this.#finishing ??= this.#finish());
  }

  #screen(lines: readonly string[]): ReactElement {
    return <Screen lines={lines} hasKeys={this.#hasKeys} onPress={this.#pressed} />;
  }

  readonly #pressed = (pressed: Press): void => {
    if (this.#ended.signal.aborted) return;
    // It ends the run whatever else fails.
    const isInterrupt = 'key' in pressed && pressed.key === 'interrupt';
    if (isInterrupt) this.#options.onWish({ kind: 'interrupt' });
    this.#guarded(() => {
      const { canPlace, onWish } = this.#options;
      const watch = this.#fold.view;
      const { body } = middleOf(this.#page(), watch, this.#viewing, this.#moment());
      const { viewing, wish } = press(this.#viewing, pressed, sightOf(watch, this.#viewing, body, canPlace));
      this.#viewing = viewing;
      if (wish !== undefined && !isInterrupt) onWish(wish);
      this.#draw();
    });
  };

  /** A fault in drawing is told at the end. */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#fault ??= { error };
    }
  }

  /** A terminal that shrinks moves or wraps what was on it, so no erasing relative to the cursor finds it again. */
  readonly #resized = (): void => {
    const { stdout } = this.#options;
    const { width, rows } = sizeOf(stdout);
    if (width < this.#drawnAt.width || rows < this.#drawnAt.rows) {
      this.#ink.clear();
      stdout.write(CLEAR_VIEWPORT);
    }
    this.#lines = [];
    this.#guarded(() => this.#draw());
  };

  #page(): ScreenPage {
    return { ...this.#drawnAt, paint: this.#paint };
  }

  #moment(): FrameMoment {
    const { clock, canPlace } = this.#options;
    return { nowMs: clock.monotonicMs(), wallMs: clock.wallMs(), hasKeys: this.#hasKeys, canPlace };
  }

  #draw(): void {
    const { stdout, edge, canPlace } = this.#options;
    this.#drawnAt = sizeOf(stdout);
    const watch = this.#fold.view;
    if (watch.run.startedAtMs === undefined && watch.watch === undefined) return;
    this.#viewing = current(this.#viewing, { approvable: approvableOf(watch, canPlace) });
    const lines = frameLines(this.#page(), watch, this.#viewing, this.#moment()).map(edge);
    if (isSame(lines, this.#lines)) return;
    this.#lines = lines;
    this.#ink.rerender(this.#screen(lines));
  }

  /** A picture of many orders takes its time, which nobody waits for now. */
  #prepare(): void {
    const { run } = this.#fold.view;
    if (run === this.#prepared) return;
    this.#prepared = run;
    middleOf(this.#page(), this.#fold.view, { ...atFirst, tab: 'picture' }, this.#moment());
  }

  /** Whether a frame counts tenths of seconds. */
  #isMoving(): boolean {
    const { run, isPlacing, watch } = this.#fold.view;
    return isPlacing || (watch === undefined && run.finished === undefined);
  }

  async #finish(): Promise<void> {
    const { stdout, edge, stays } = this.#options;
    this.#ended.abort();
    stdout.off('resize', this.#resized);
    try {
      await this.#animation;
      if (this.#fault !== undefined) throw this.#fault.error;
    } finally {
      // A frame still on its way would be drawn again while Ink unmounts.
      await this.#ink.waitUntilRenderFlush();
      if (!stays) this.#ink.clear();
      this.#ink.unmount();
      await this.#ink.waitUntilExit();
      const page = { paint: this.#paint, width: sizeOf(stdout).width };
      const watch = this.#fold.view;
      const left = stays ? watchSummary(page, watch) : finalLines(page, watch.run);
      const text = left.length === 0 ? '' : edge(`${left.join('\n')}\n`);
      await new Promise<void>((resolve) => stdout.write(text, () => resolve()));
    }
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at]);

/** A stream that is not a terminal has no `isTTY` at all, whatever its type says; Ink would ask it for raw mode and throw. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY ?? false;

interface Size {
  readonly width: number;
  readonly rows: number;
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ width: columns || 80, rows: rows || 24 });
