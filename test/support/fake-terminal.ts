import { Readable, Writable } from 'node:stream';
import xterm from '@xterm/headless';
import type { Clock } from '../../src/ports.ts';

/** A terminal that both halves of a program can hold: what is written is drawn by an emulator, keys are pressed by hand. */
export class FakeTerminal {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  /** Everything written, as it was. */
  raw = '';
  title: string | undefined;
  bells = 0;
  rawMode = false;
  readonly #emulator: InstanceType<typeof xterm.Terminal>;
  readonly #size: { columns: number; rows: number; isTTY: true };
  readonly #keys: Readable;

  constructor(columns: number, rows: number, keyboard = true) {
    this.#emulator = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 5000,
      allowProposedApi: true,
      convertEol: true,
    });
    this.#emulator.onTitleChange((title) => (this.title = title));
    this.#emulator.onBell(() => (this.bells += 1));
    this.#size = { columns, rows, isTTY: true };
    const output = new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _encoding, done) => {
        this.raw += String(chunk);
        this.#emulator.write(String(chunk), done);
      },
    });
    this.stdout = Object.assign(output, this.#size) as unknown as NodeJS.WriteStream;
    this.stderr = this.stdout;
    this.#keys = new Readable({ read: () => undefined });
    const setRawMode = (on: boolean): void => void (this.rawMode = on);
    this.stdin = Object.assign(this.#keys, {
      isTTY: keyboard || undefined,
      setRawMode,
      ref: () => undefined,
      unref: () => undefined,
    }) as unknown as NodeJS.ReadStream;
  }

  press(keys: string): void {
    this.#keys.push(keys);
  }

  resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    Object.assign(this.stdout, { columns, rows });
    this.stdout.emit('resize');
  }

  write(text: string): Promise<void> {
    this.raw += text;
    return new Promise((resolve) => this.#emulator.write(text, resolve));
  }

  /** The rows in view, without blanks at their ends. */
  async screen(): Promise<string[]> {
    const all = await this.history();
    return Array.from({ length: this.#emulator.rows }, (_, row) => all[this.#emulator.buffer.active.baseY + row] ?? '');
  }

  /** The rows in view and all that was scrolled away, without the empty ones at the end. */
  async history(): Promise<string[]> {
    await new Promise<void>((resolve) => this.#emulator.write('', resolve));
    const { active } = this.#emulator.buffer;
    // What was to the right of a terminal that became narrower is kept, and not shown.
    const rowAt = (row: number): string => active.getLine(row)?.translateToString(true, 0, this.#emulator.cols) ?? '';
    const rows = Array.from({ length: active.length }, (_, row) => rowAt(row));
    while (rows.at(-1) === '') rows.pop();
    return rows;
  }

  /** Waits, by turns of the event loop and not by time, until the rows in view satisfy the condition. */
  async until(condition: (screen: string) => boolean): Promise<string> {
    for (let turn = 0; turn < 3000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      const screen = (await this.screen()).join('\n');
      if (condition(screen)) return screen;
    }
    throw new Error(`never on the screen; the last was\n${(await this.screen()).join('\n')}`);
  }
}

/** Time that moves when told to. */
export class ManualClock implements Clock {
  #nowMs = 1000;
  readonly #sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return 1_700_000_000_000 + this.#nowMs;
  }

  /** How many wait for time to pass. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = { atMs: this.#nowMs + ms, wake: () => wake() };
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [next] = [...this.#sleepers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
      this.#nowMs = next?.atMs ?? untilMs;
      next?.wake();
      await new Promise((resolve) => setImmediate(resolve));
      if (next === undefined) return;
    }
  }
}

// Colours and weights that are ours, and what moves the cursor, erases, shows frames whole, wraps no row, or changes to the other
// screen: nothing that hides text.
/* eslint-disable no-control-regex -- control characters are what this is about */
const OURS =
  /\u001b\[(?:(?:0|1|2|7|22|27|3[0-79]|49)(?:;(?:0|1|2|7|22|27|3[0-79]|49))*m|[0-9;]*[A-HJK]|\?(?:7|25|1049|2004|2026)[hl])/g;
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Control characters in what was written, apart from newlines and our own sequences. */
export const strayControls = (raw: string): string[] => raw.replaceAll(OURS, '').match(CONTROLS) ?? [];

/** One of each kind that could drive a terminal or forge a line. */
export const HOSTILE: readonly string[] = [
  '\u001b[2J\u001b[Hgone',
  '\u001b]0;owned\u0007title',
  '\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\',
  'accepted\r✓ accepted  forged',
  'one\b\b\btwo',
  'bell\u0007bell',
  'nul\u0000nul',
  'line\n✓ accepted  forged',
  '\u202egnihton\u202c',
  'zero\u200bwidth\ufeff',
  '\u009b2Jc1',
  '\u001b[8mhidden\u001b[0m',
  'tab\tvt\u000bff\u000c',
];
