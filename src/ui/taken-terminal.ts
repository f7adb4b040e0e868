import { frameBytes, type ScreenFrame, type Size } from './frame-writer.ts';
import type { Press } from './keys/key-event.ts';

export interface TerminalEnds {
  readonly stdout: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  /** Calls the listener when the process ends in any way that it hears of; returns how to stop that. */
  readonly onExit: (listener: () => void) => () => void;
}

/** The other screen, which keeps what stood on the first; marks round what is pasted; no cursor. */
const [OTHER_SCREEN, FIRST_SCREEN] = ['\u001b[?1049h', '\u001b[?1049l'];
const [MARKED_PASTE, PLAIN_PASTE] = ['\u001b[?2004h', '\u001b[?2004l'];
const [NO_CURSOR, CURSOR] = ['\u001b[?25l', '\u001b[?25h'];

/** A terminal while a screen has it: its modes, its keys, and the frame that stands on it. */
export class TakenTerminal {
  readonly #ends: TerminalEnds;
  readonly #isWhole: boolean;
  /** Whether keys can be heard. */
  readonly hasKeys: boolean;
  readonly #forgetExit: () => void;
  #frame: ScreenFrame | undefined;
  #isTaken = true;
  #endKeys: (() => void) | undefined;

  /** `isWhole`: all of the terminal, on its other screen; else inline, below what stands there. */
  constructor(ends: TerminalEnds, isWhole: boolean) {
    this.#ends = ends;
    this.#isWhole = isWhole;
    this.hasKeys = isTerminal(ends.stdin);
    this.#forgetExit = ends.onExit(this.giveBack);
    ends.stdout.write(`${isWhole ? OTHER_SCREEN : ''}${this.hasKeys ? MARKED_PASTE : ''}${NO_CURSOR}`);
  }

  get size(): Size {
    const { columns, rows } = this.#ends.stdout;
    return { width: columns || 80, rows: rows || 24 };
  }

  /** Whole lines: coloured, cut to the width and safe for a terminal, fewer than it has rows. */
  show(frame: ScreenFrame): void {
    if (!this.#isTaken) return;
    const bytes = frameBytes(this.#frame, frame, this.#isWhole);
    this.#frame = frame;
    if (bytes !== '') this.#ends.stdout.write(bytes);
  }

  /**
   * From now on keys wait to be heard, and are as soon as Ink is there, whose loading takes longer than a frame. Throws if it
   * cannot be loaded; the terminal then has its line mode back, where Ctrl-C is a signal.
   */
  async hear(onPress: (press: Press) => void): Promise<void> {
    const { stdin } = this.#ends;
    // Else what is typed meanwhile would be echoed into the frame.
    stdin.setRawMode(true);
    this.#endKeys = () => void stdin.setRawMode(false);
    try {
      const { hearKeys } = await import('./keyboard.ts');
      if (this.#isTaken) this.#endKeys = hearKeys(stdin, { onPress, onEnd: this.giveBack });
    } catch (error) {
      if (this.#isTaken) this.#endKeys();
      throw error;
    }
  }

  /** As it was, at once, and an inline frame erased. Does nothing a second time. */
  readonly giveBack = (): void => {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#forgetExit();
    this.#endKeys?.();
    const end = { lines: [], size: this.size };
    const erased = this.#isWhole || this.#frame === undefined ? '' : frameBytes(this.#frame, end, false);
    const modes = `${this.hasKeys ? PLAIN_PASTE : ''}${this.#isWhole ? FIRST_SCREEN : ''}${CURSOR}`;
    this.#ends.stdout.write(`${erased}${modes}`);
  };
}

/** A stream that is not a terminal has no `isTTY` at all, whatever its type says; asked for raw mode, it would throw. */
const isTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY ?? false;
