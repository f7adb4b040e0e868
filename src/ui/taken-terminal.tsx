import { render, type Instance } from 'ink';
import { Component, type ReactNode } from 'react';
import { safe } from '../model/safe-text.ts';
import { painter } from '../report/text/tones.ts';
import { Row } from './frame/row.tsx';
import { Keys, type KeysProps } from './keys/heard-keys.tsx';

export interface TerminalEnds {
  readonly stdout: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  /** Calls the listener when the process ends in any way that it hears of; returns how to stop that. */
  readonly onExit: (listener: () => void) => () => void;
  /** Calls it when the process goes on after it was stopped, likewise; and says whether the terminal is its own. */
  readonly onContinue?: (listener: (hasTerminal: boolean) => void) => () => void;
}

type Told = Pick<KeysProps, 'onPress'> & Pick<GuardProps, 'onFault'>;

export type Size = Readonly<Record<'width' | 'rows', number>>;

/** A row that the terminal takes for wider than it was counted loses its end, and leaves the next row alone. */
const [NO_WRAP, WRAP] = ['\u001b[?7l', '\u001b[?7h'];
const CLEAR_VIEWPORT = '\u001b[H\u001b[J';

/** Most frames a second, also where keys come faster: a key is answered within 17 ms and its frame. */
const MOST_FRAMES = 60;

/** A terminal while a screen has it. Ink draws on it, hears its keys, and knows its modes. */
export class TakenTerminal {
  readonly #ends: TerminalEnds;
  readonly #isWhole: boolean;
  readonly #told: Told;
  /** Whether keys can be heard. */
  readonly hasKeys: boolean;
  readonly #forgetExit: () => void;
  #app: Instance | undefined;
  #settle: (() => Promise<unknown>) | undefined;
  #drawnWidth = 0;
  #faults = 0;
  #isTaken = true;

  /** `isWhole`: all of the terminal, on its other screen; else inline, below what is there. It is taken with the first frame. */
  constructor(ends: TerminalEnds, isWhole: boolean, told: Told) {
    this.#ends = ends;
    this.#isWhole = isWhole;
    this.#told = told;
    // A stream that is not a terminal has no `isTTY` at all, whatever its type says.
    this.hasKeys = (ends.stdin as { readonly isTTY?: boolean }).isTTY ?? false;
    this.#forgetExit = ends.onExit(this.giveBack);
  }

  get size(): Size {
    const { columns, rows } = this.#ends.stdout;
    return { width: columns || 80, rows: rows || 24 };
  }

  /** Somebody else may have written to it, and a shell has set its modes: the next frame is drawn whole, and keys are heard again. */
  takeBack(hasTerminal: boolean): void {
    if (!this.#isTaken || this.#app === undefined) return;
    this.#drawnWidth = Number.POSITIVE_INFINITY;
    if (!hasTerminal || !this.hasKeys) return;
    // What it takes for raw is set once it was not.
    for (const isRaw of [false, true]) this.#ends.stdin.setRawMode(isRaw);
  }

  /** `screen` has fewer rows than the terminal. */
  show(screen: ReactNode): void {
    // One that takes nothing gets no more until it has taken what was drawn for it.
    if (!this.#isTaken || this.#ends.stdout.writableNeedDrain) return;
    const tree = (
      <>
        <Keys onPress={this.#told.onPress} isActive={this.hasKeys} onTaken={this.#taken} onEnd={this.giveBack} />
        <Guard key={this.#faults} onFault={this.#failed}>
          {screen}
        </Guard>
      </>
    );
    const { width } = this.size;
    if (this.#app === undefined) this.#app = this.#begin(tree);
    else {
      // A narrower terminal may wrap what was on it: no moving relative to the cursor finds it again.
      if (width < this.#drawnWidth) {
        this.#app.clear();
        this.#ends.stdout.write(CLEAR_VIEWPORT);
      }
      this.#app.rerender(tree);
    }
    this.#drawnWidth = width;
  }

  #begin(tree: ReactNode): Instance {
    const { stdout, stdin } = this.#ends;
    stdout.write(NO_WRAP);
    // Ink asks for it after its first frame: what is typed meanwhile would be echoed into that.
    if (this.hasKeys) stdin.setRawMode(true);
    return render(tree, {
      stdout,
      stdin,
      stderr: stdout,
      interactive: true,
      alternateScreen: this.#isWhole,
      incrementalRendering: true,
      maxFps: MOST_FRAMES,
      isScreenReaderEnabled: false,
      exitOnCtrlC: false,
      patchConsole: false,
    });
  }

  readonly #taken = (settle: () => Promise<unknown>): void => void (this.#settle = settle);

  readonly #failed = (error: unknown): void => {
    this.#faults += 1;
    this.#told.onFault(error);
  };

  /** As it was, at once, and an inline frame erased. Does nothing a second time. */
  readonly giveBack = (): void => {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#forgetExit();
    if (this.#app === undefined) return;
    // All that Ink does to lend the terminal to another program, it has done when this returns.
    this.#settle?.().catch(() => undefined);
    try {
      this.#app.unmount();
    } finally {
      this.#ends.stdout.write(WRAP);
    }
  };
}

interface GuardProps {
  readonly onFault: (error: unknown) => void;
  readonly children: ReactNode;
}

const PLAIN = { paint: painter(false), width: 80, edge: (text: string) => text };
const FAILED = safe`The screen cannot be drawn. The run goes on; Ctrl-C stops it.`;

/** A fault in drawing ends a frame, and nothing else. */
class Guard extends Component<GuardProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error);
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Row page={PLAIN} text={FAILED} /> : this.props.children;
  }
}
