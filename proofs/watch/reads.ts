/** What the program read of its files, and for how long all that it read has had the same meaning. */
import { meaningOf, type IsSent, type Texts } from './standing-files.ts';

const NOTHING: Omit<Texts, 'plan'> = { config: '', list: '' };

export class Reads {
  readonly #planFile: string;
  readonly #nowMs: () => number;
  readonly #isSent: IsSent;
  /** Read for the plan that comes next. */
  #before = NOTHING;
  #meaning = '';
  #firstMs = 0;
  #lastMs = 0;

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
    const meaning = meaningOf({ ...this.#before, plan: text }, this.#isSent);
    this.#before = NOTHING;
    this.#lastMs = this.#nowMs();
    if (meaning !== this.#meaning) this.#firstMs = this.#lastMs;
    this.#meaning = meaning;
  }

  /** From the first of the reads that came to what the last one came to, without another between them, to the last. */
  get apartMs(): number {
    return this.#lastMs - this.#firstMs;
  }
}
