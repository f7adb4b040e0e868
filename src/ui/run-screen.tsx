/**
 * The live screen of an execution.
 *
 * Invariants
 * 1. An event is folded when it comes and drawn later: however many come, there are some seven frames a second, and one a key.
 * 2. No frame has more rows than the terminal, so Ink never scrolls one.
 * 3. A fault in drawing does not reach the run: it is heard when the screen finishes.
 * 4. After `finish` the terminal is as it was, the summary below what stood there, and nothing of the screen still runs.
 */
import { render } from 'ink';
import type { ReactElement } from 'react';
import type { Clock, EventSink } from '../ports.ts';
import { emptyView, fold } from '../report/view/run-view.ts';
import { painter } from '../report/text/tones.ts';
import { finalLines } from './final-lines.ts';
import { extentOf, frameLines, type Size } from './frame.ts';
import { Screen } from './screen.tsx';
import { following, scrolled } from './scroll.ts';

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

/** A reader follows no faster, and twice as often would cost twice the time. */
export const FRAME_MS = 150;

/** To the top left, and everything below erased. */
const CLEAR_VIEWPORT = '\u001b[H\u001b[J';

export function mountRunScreen(options: RunScreenOptions): RunScreen {
  const { stdout, stderr, stdin, clock, color, edge, onInterrupt } = options;
  const paint = painter(color);
  const keys = isTerminal(stdin);
  const ended = new AbortController();
  let view = emptyView();
  let scroll = following;
  let interrupted = false;
  let drawnAt: Size = sizeOf(stdout);
  let finishing: Promise<void> | undefined;

  const screen = (lines: readonly string[]): ReactElement => (
    <Screen
      lines={lines}
      keys={keys}
      onScroll={(key) => {
        scroll = scrolled(scroll, key, extentOf(view, sizeOf(stdout)));
        draw();
      }}
      onInterrupt={() => {
        interrupted = true;
        onInterrupt();
        draw();
      }}
    />
  );

  const draw = (): void => {
    drawnAt = sizeOf(stdout);
    if (view.startedAtMs === undefined) return;
    const viewing = { nowMs: clock.monotonicMs(), scroll, interrupted, keys };
    instance.rerender(screen(frameLines(view, drawnAt, viewing, paint).map(edge)));
  };

  // Heard before Ink's own listener, which would lay the old frame out in the new size. A terminal that shrinks moves
  // or wraps what stood on it, so no erasing relative to the cursor finds it again.
  const resized = (): void => {
    const { columns, rows } = sizeOf(stdout);
    if (columns < drawnAt.columns || rows < drawnAt.rows) {
      instance.clear();
      stdout.write(CLEAR_VIEWPORT);
    }
    draw();
  };
  stdout.on('resize', resized);

  const instance = render(screen([]), {
    stdout,
    stderr,
    stdin,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    // Nearly every row changes with an outcome: comparing them costs more than writing them.
    incrementalRendering: false,
    // The loop below keeps the pace; a second one inside Ink would only delay its frames.
    maxFps: 1000,
  });

  const animation = animate();
  animation.catch(() => undefined);

  async function animate(): Promise<void> {
    while (!ended.signal.aborted) {
      draw();
      await clock.sleep(FRAME_MS, ended.signal);
    }
  }

  async function finish(): Promise<void> {
    ended.abort();
    stdout.off('resize', resized);
    try {
      await animation;
    } finally {
      // A frame still on its way would be drawn again while Ink unmounts.
      await instance.waitUntilRenderFlush();
      instance.clear();
      instance.unmount();
      await instance.waitUntilExit();
      const text = edge(`${finalLines(view, sizeOf(stdout), paint).join('\n')}\n`);
      await new Promise<void>((resolve) => stdout.write(text, () => resolve()));
    }
  }

  return {
    sink: (event) => {
      const isFirst = view.startedAtMs === undefined;
      view = fold(view, event, clock.monotonicMs());
      if (isFirst) draw();
    },
    finish: () => (finishing ??= finish()),
  };
}

/** A stream that is no terminal has no `isTTY` at all, whatever its type says; Ink would ask it for raw mode and throw. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY ?? false;

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ columns: columns || 80, rows: rows || 24 });
