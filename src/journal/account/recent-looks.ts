/** The newest look at an account, and those of the minutes before it. Each is read when it is asked for. */
import type { KeptLook } from '../records/looked.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';

/** So far back looks are known: longer than positions lag twice over. */
const RECENT_MS = 180_000;

export class RecentLooks {
  #records: readonly LogRecord[] = [];

  take(record: LogRecord): void {
    this.#records = [...this.#records.filter(({ atMs }) => atMs >= record.atMs - RECENT_MS), record];
  }

  /** Undefined where nobody looked. */
  newest(): KeptLook | undefined {
    const record = this.#records.at(-1);
    return record && lookIn(record);
  }

  /** The newest last. */
  recent(): readonly KeptLook[] {
    return this.#records.map(lookIn);
  }
}

function lookIn(record: LogRecord): KeptLook {
  const { atMs, symbols } = saidOf('looked', record);
  return { atMs, symbols };
}
