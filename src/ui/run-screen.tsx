/**
 * The live screen of an execution and of a watch.
 *
 * Invariants
 * 1. An event is applied when it comes and drawn later: however many come, there are at most seven frames a second, and one
 *    for each key. Where nothing happens and no time is counted, nothing is drawn.
 * 2. No frame has as many rows as the terminal, so none scrolls. Ink writes what changed.
 * 3. A fault in drawing or hearing keys does not reach the run: `finish` throws it.
 * 4. When `finish` returns, the terminal is as it was, with the summary below its earlier text, and nothing of the screen
 *    still runs. It is given back before anything is awaited, and also where the process ends without `finish`.
 * 5. The first frame waits for nothing but its event.
 */
import type { Clock, EventSink, Wish } from '../ports.ts';
import { painter, type Paint } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import { WatchFold } from '../report/view/watch-view.ts';
import { finalLines, watchSummary } from './final-lines.ts';
import { middleOf, Screen, type ScreenProps } from './screen.tsx';
import { press } from './keys/keys.ts';
import { Pace } from './pace.ts';
import type { Press } from './keys/key-event.ts';
import { currentSightOf, sightOf } from './keys/key-context.ts';
import { TakenTerminal, type Size, type TerminalEnds } from './taken-terminal.tsx';
import { current } from './keys/typing.ts';
import { atFirst, type Viewing } from './keys/viewing.ts';

export interface RunScreenOptions extends TerminalEnds {
  readonly clock: Clock;
  readonly color: boolean;
  /** What every line goes through before it is written. */
  readonly edge: (text: string) => string;
  /** It takes the whole terminal and stays until a person ends it; otherwise it is inline, and ends with the run. */
  readonly stays: boolean;
  /** Whether a person can have placed what is shown. */
  readonly canPlace: boolean;
  /** The view that is open at first; by default the orders. */
  readonly opensAt?: 'simulation';
  /** As often as it is asked for. In raw mode the terminal sends no signal for Ctrl-C. */
  readonly onWish: (wish: Wish) => void;
}

export interface RunScreen {
  readonly sink: EventSink;
  /** Takes the live screen away and prints the summary in its place. */
  finish(): Promise<void>;
}

export const mountRunScreen = (options: RunScreenOptions): RunScreen => new LiveScreen(options);

class LiveScreen implements RunScreen {
  readonly #options: RunScreenOptions;
  readonly #paint: Paint;
  readonly #terminal: TakenTerminal;
  readonly #ended = new AbortController();
  readonly #fold = new WatchFold();
  readonly #pace: Pace;
  readonly #animation: Promise<void>;
  readonly #forgetContinue: (() => void) | undefined;
  #viewing: Viewing;
  #drawnAt: Size;
  #prepared: RunView | undefined;
  #finishing: Promise<void> | undefined;
  /** The first fault in drawing or hearing. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: RunScreenOptions) {
    const { stdout, color, stays, opensAt = 'orders' } = options;
    this.#options = options;
    this.#viewing = { ...atFirst, tab: opensAt };
    this.#paint = painter(color);
    this.#terminal = new TakenTerminal(options, stays, { onPress: this.#pressed, onFault: this.#failed });
    this.#drawnAt = this.#terminal.size;
    stdout.on('resize', this.#resized);
    this.#forgetContinue = options.onContinue?.(this.#continued);
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

  readonly #pressed = (pressed: Press): void => {
    if (this.#ended.signal.aborted) return;
    // It ends the run whatever else fails.
    const isInterrupt = 'key' in pressed && pressed.key === 'interrupt';
    if (isInterrupt) this.#options.onWish({ kind: 'interrupt' });
    this.#guarded(() => {
      const { canPlace, onWish } = this.#options;
      const watch = this.#fold.view;
      const { rows } = middleOf(this.#seen());
      const { viewing, wish } = press(this.#viewing, pressed, sightOf(watch, this.#viewing, rows, canPlace));
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
      this.#failed(error);
    }
  }

  readonly #failed = (error: unknown): void => void (this.#fault ??= { error });

  readonly #resized = (): void => this.#guarded(() => this.#draw());

  readonly #continued = (hasTerminal: boolean): void =>
    this.#guarded(() => {
      this.#terminal.takeBack(hasTerminal);
      this.#draw();
    });

  #seen(viewing = this.#viewing): ScreenProps {
    const { clock, canPlace, edge } = this.#options;
    const moment = { nowMs: clock.monotonicMs(), wallMs: clock.wallMs(), hasKeys: this.#terminal.hasKeys, canPlace };
    return { page: { ...this.#drawnAt, paint: this.#paint, edge }, watch: this.#fold.view, viewing, moment };
  }

  #draw(): void {
    this.#drawnAt = this.#terminal.size;
    const watch = this.#fold.view;
    if (watch.run.startedAtMs === undefined && watch.watch === undefined) return;
    this.#viewing = current(this.#viewing, currentSightOf(watch, this.#options.canPlace));
    this.#terminal.show(<Screen {...this.#seen()} />);
  }

  /** A picture of many orders takes its time, which nobody waits for now. */
  #prepare(): void {
    const { run } = this.#fold.view;
    if (run === this.#prepared) return;
    this.#prepared = run;
    middleOf(this.#seen({ ...atFirst, tab: 'picture' }));
  }

  /** Whether a frame counts tenths of seconds. */
  #isMoving(): boolean {
    const { run, isPlacing, watch } = this.#fold.view;
    // A follower counts seconds.
    if (run.following !== undefined) return false;
    return isPlacing || (watch === undefined && run.finished === undefined);
  }

  async #finish(): Promise<void> {
    const { stdout, edge, stays } = this.#options;
    this.#ended.abort();
    stdout.off('resize', this.#resized);
    this.#forgetContinue?.();
    try {
      this.#terminal.giveBack();
      await this.#animation;
      if (this.#fault !== undefined) throw this.#fault.error;
    } finally {
      const page = { paint: this.#paint, width: this.#terminal.size.width };
      const watch = this.#fold.view;
      const left = stays ? watchSummary(page, watch) : finalLines(page, watch.run);
      const text = left.length === 0 ? '' : edge(`${left.join('\n')}\n`);
      await new Promise<void>((resolve) => stdout.write(text, () => resolve()));
    }
  }
}
