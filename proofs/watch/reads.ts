/** What the program read of the plan, and when, between one dry run and the next. */
export class Reads {
  readonly #planFile: string;
  readonly #nowMs: () => number;
  /** The newest. */
  plan = '';
  lastMs = 0;
  /** The first since the last dry run. */
  firstMs: number | undefined;

  constructor(planFile: string, nowMs: () => number) {
    this.#planFile = planFile;
    this.#nowMs = nowMs;
  }

  take(path: string, text: string): void {
    if (path !== this.#planFile) return;
    this.plan = text;
    this.lastMs = this.#nowMs();
    this.firstMs ??= this.lastMs;
  }

  /** A dry run has ended. */
  shown(): void {
    this.firstMs = undefined;
  }
}
