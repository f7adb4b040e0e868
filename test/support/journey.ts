/**
 * A session of commands as a trader types them, against a paper exchange, and what is on the screen after each: a page of
 * 80 columns if no other width is said, of which a terminal of 24 rows shows the end. Kept as a file; the test compares it whole.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { here } from './here.ts';
import type { FaultSpec } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { place } from '../../proofs/support/ordo.ts';
import { passTime } from './pass-time.ts';

const ROWS = 24;

const LIST = JSON.stringify({
  asOf: '2026-11-21T08:00:00Z',
  source: 'a journey',
  instruments: { cmt_btcusdt: { tick: '0.5', step: '0.0001', minSize: '0.0001', maxSize: '1200' } },
});

type Placed = ReturnType<typeof place>;

interface Told {
  /** What goes wrong at the exchange; it may change. */
  readonly faults: Record<string, number>;
  readonly width: number;
}

class Journey {
  readonly #at: Placed;
  readonly #paper: PaperExchange;
  readonly #origin: string;
  readonly #faults: Record<string, number>;
  readonly #width: number;
  #text = '';
  /** What was printed last, in full. */
  last = '';

  constructor(at: Placed, paper: PaperExchange, { faults, width }: Told) {
    const { origin } = paper;
    this.#paper = paper;
    this.#at = at;
    this.#origin = origin;
    this.#faults = faults;
    this.#width = width;
  }

  /** A sentence of the story. */
  say(words: string): void {
    this.#text += `\n# ${words}\n`;
  }

  /** A config and a list of instruments, as a desk has them. */
  atTheDesk(): void {
    // One call at a time comes back in one order.
    this.#at.write('ordo.config.yaml', 'version: 1\nexchange: { batchPresets: true, inFlight: 1 }\n');
    this.#at.write('instruments.json', LIST);
  }

  write(name: string, text: string): void {
    this.#at.write(name, text);
    this.#text += `\n${name}:\n${text.replaceAll(/^(?=.)/gm, '    ')}`;
  }

  /** The first order that rests is filled whole. */
  fill(): void {
    this.#paper.fill(this.#paper.orders.find(({ status }) => status === 'open')?.orderId ?? '');
  }

  remove(name: string): void {
    rmSync(join(this.#at.folder, name));
    this.#text += `\n$ rm ${name}\n`;
  }

  /** What goes wrong at the exchange from here on. */
  faults(spec: FaultSpec): void {
    for (const name of Object.keys(this.#faults)) delete this.#faults[name];
    Object.assign(this.#faults, spec);
  }

  /** Another shell: its environment has another journal. */
  otherShell(): void {
    this.#at.env['XDG_STATE_HOME'] = join(this.#at.folder, 'other-state');
  }

  /** A shell without keys and without the exchange's address. */
  withoutExchange(): void {
    for (const name of Object.keys(this.#at.env)) if (name.startsWith('ORDO_')) delete this.#at.env[name];
  }

  /** Lets the timestamps of all requests expire. */
  wait(ms: number): void {
    passTime(join(this.#at.folder, 'state', 'ordo', 'journal.db'), ms);
  }

  /** Types a command; `answer` is what is typed at its question, the code itself where it says so. */
  async type(command: string, answer?: 'the code' | 'no'): Promise<number> {
    const words = command.split(/\s+/).slice(1);
    const asked = (question: string): string => {
      this.#text += this.#screen(question);
      return answer === 'the code' ? (/Type ([0-9a-f]+) /.exec(question)?.[1] ?? '') : (answer ?? '');
    };
    this.#text += `\n$ ${this.#neutral(command)}\n`;
    const ended = await here(words, this.#at, { width: this.#width, ...(answer !== undefined && { answer: asked }) });
    this.last = `${ended.stdout}${ended.stderr}`;
    this.#text += this.#screen(this.last);
    this.#text += `[exit ${ended.code}]\n`;
    return ended.code ?? -1;
  }

  /** Types the command that the last output names under Next; the n-th, from 1. */
  async next(nth = 1, answer?: 'the code'): Promise<number> {
    const lines = this.last.split('\n');
    const commands = lines.slice(lines.lastIndexOf('Next') + 1).filter((line) => /^ {2,4}ordo /.test(line));
    const command = commands[nth - 1]?.trim();
    if (command === undefined) throw new Error(`there is no next command ${nth} in:\n${this.last}`);
    return this.type(command, answer);
  }

  /** The story so far, told the same whatever the port, the folder and the pace of this run. */
  get text(): string {
    return this.#text.trimStart();
  }

  #screen(text: string): string {
    const lines = this.#neutral(text).trimEnd().split('\n');
    const above = lines.length - ROWS;
    return `${[...(above > 0 ? [`  (${above} rows above)`] : []), ...lines.slice(-ROWS)].join('\n')}\n`;
  }

  #neutral(text: string): string {
    return (
      text
        .replaceAll(this.#origin, 'https://exchange.example')
        .replaceAll(this.#origin.replace('http://', ''), 'exchange.example')
        .replaceAll(this.#at.folder, '~')
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8000')
        // It is over the exchange's address, too.
        .replaceAll(
          /(approval|--approve|Type)(\s)([0-9a-f]+)\b/g,
          (_, word: string, gap: string, code: string) => `${word}${gap}${'c0de'.repeat(16).slice(0, code.length)}`,
        )
        .replaceAll(/journal head \d+:[0-9a-f]{12}/g, 'journal head N:HEAD')
        .replaceAll(/ +\d+(?:\.\d+)? ms\b/g, '    5 ms')
        .replaceAll(/\b\d+(?:\.\d+)? s\)/g, '0.1 s)')
        .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?/g, 'TIME')
        .replaceAll(/\d\d:\d\d:\d\dZ/g, 'TIME')
        .replaceAll(/wait \d+ s/g, 'wait N s')
        .replaceAll(/pid \d+/g, 'pid N')
    );
  }
}

/** Plays a journey and compares it with its file. */
export async function journey(name: string, play: (journey: Journey) => Promise<void>, width = 80): Promise<void> {
  const faults: Record<string, number> = {};
  const paper = await startPaperExchange({ faults });
  // Where a line breaks hangs on how long the folder's path is.
  const at = place(paper.origin, '/tmp');
  try {
    const told = new Journey(at, paper, { faults, width });
    await play(told);
    await expect(told.text).toMatchFileSnapshot(`../journeys/${name}.txt`);
  } finally {
    await paper.close();
    at.remove();
  }
}
