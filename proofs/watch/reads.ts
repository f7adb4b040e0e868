/** What the program read of its files, and for how long all that it read has had the same meaning. */
import { meaningOf, type IsSent, type Texts } from './standing-files.ts';

const NOTHING: Omit<Texts, 'plan'> = { config: '', list: '' };

interface Read {
  readonly meaning: string;
  readonly atMs: number;
}

export class Reads {
  readonly #planFile: string;
  readonly #nowMs: () => number;
  readonly #isSent: IsSent;
  /** Read for the plan that comes next. */
  #before = NOTHING;
  readonly #reads: Read[] = [];
  #isSameTurn = false;

  constructor(planFile: string, nowMs: () => number, isSent: IsSent) {
    this.#isSent = isSent;
    this.#planFile = planFile;
    this.#nowMs = nowMs;
  }

  take(path: string, text: string): void {
    // In this order: the config, the list where there is one, the plan.
    if (path.endsWith('ordo.config.yaml')) this.#before = { config: text, list: '' };
    if (path.endsWith('instruments.json')) this.#before = { ...this.#before, list: text };
    if (path !== this.#planFile) return;
    this.#take({ meaning: meaningOf({ ...this.#before, plan: text }, this.#isSent), atMs: this.#nowMs() });
    this.#before = NOTHING;
  }

  /** What only compares the files with those of before is followed in the same turn by the read of what differs: that counts. */
  #take(read: Read): void {
    if (!this.#isSameTurn) setImmediate(() => (this.#isSameTurn = false));
    else this.#reads.pop();
    this.#isSameTurn = true;
    this.#reads.push(read);
  }

  /** From the first of the reads that came to what the last one came to, without another between them, to the last. */
  get apartMs(): number {
    const last = this.#reads.at(-1);
    const since = this.#reads.findLastIndex(({ meaning }) => meaning !== last?.meaning) + 1;
    return (last?.atMs ?? 0) - (this.#reads[since]?.atMs ?? 0);
  }
}
