/** What the program read of its files, and for how long all that it read has had the same meaning. */
import { meaningOf, type IsSent, type Texts } from './standing-files.ts';

export class Reads {
  readonly #planFile: string;
  readonly #nowMs: () => number;
  readonly #isSent: IsSent;
  #texts: Texts = { plan: '', config: '', list: '' };
  #meaning = '';
  #firstMs = 0;
  #lastMs = 0;

  constructor(planFile: string, nowMs: () => number, isSent: IsSent) {
    this.#isSent = isSent;
    this.#planFile = planFile;
    this.#nowMs = nowMs;
  }

  take(path: string, text: string): void {
    if (path.endsWith('ordo.config.yaml')) this.#texts = { ...this.#texts, config: text };
    if (path.endsWith('instruments.json')) this.#texts = { ...this.#texts, list: text };
    // The plan is the last that it reads.
    if (path !== this.#planFile) return;
    this.#texts = { ...this.#texts, plan: text };
    const meaning = meaningOf(this.#texts, this.#isSent);
    this.#lastMs = this.#nowMs();
    if (meaning !== this.#meaning) this.#firstMs = this.#lastMs;
    this.#meaning = meaning;
  }

  /** From the first of the reads that came to what the last one came to, without another between them, to the last. */
  get apartMs(): number {
    return this.#lastMs - this.#firstMs;
  }
}
