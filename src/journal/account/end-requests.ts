/** The newest request to whoever follows a plan to end, by the plan's name. A run that begins or ends is the end of those before it. */
import type { EndAsked, EndRequest } from '../records/end-asked.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';

interface AskedToEnd extends Pick<EndRequest, 'follower'> {
  /** The number of its record. */
  readonly record: number;
  readonly by: EndAsked;
}

export class EndRequests {
  readonly #asked = new Map<string, AskedToEnd>();

  /** `plan`: of the record, by name. */
  take(record: LogRecord, plan: string | undefined): void {
    const { kind } = record;
    if (kind === 'end-asked') this.#asked.set(saidOf('end-asked', record).plan, askedOf(record));
    if ((kind === 'run' || kind === 'finished') && plan !== undefined) this.#asked.delete(plan);
  }

  of(plan: string): AskedToEnd | undefined {
    return this.#asked.get(plan);
  }
}

function askedOf(record: LogRecord): AskedToEnd {
  const { command, pid, user, host, follower } = saidOf('end-asked', record);
  return { record: record.id, follower, by: { command, pid, user, host, atMs: record.atMs } };
}
