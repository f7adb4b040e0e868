/** The newest request to whoever follows a plan to end, by the plan's name. A run that begins or ends is the end of those before it. */
import type { EndAskedBy, EndRequest } from '../records/end-asked.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';

export interface EndAskedOf extends Pick<EndRequest, 'follower'>, Pick<LogRecord, 'uptimeMs'> {
  /** The number of its record. */
  readonly record: number;
  readonly by: EndAskedBy;
}

export class EndRequests {
  readonly #asked = new Map<string, EndAskedOf>();
  readonly #withdrawn = new Map<string, EndAskedOf>();

  /** `plan`: of the record, by name. */
  take(record: LogRecord, plan: string | undefined): void {
    const { kind } = record;
    if (kind === 'end-asked') this.#takeAsked(record);
    if ((kind === 'run' || kind === 'finished') && plan !== undefined) this.#asked.delete(plan);
  }

  of(plan: string): EndAskedOf | undefined {
    return this.#asked.get(plan);
  }

  /** Whoever asked has given up since. */
  isWithdrawn(plan: string, { record, by }: EndAskedOf): boolean {
    const withdrawn = this.#withdrawn.get(plan);
    return withdrawn !== undefined && withdrawn.record > record && isSame(withdrawn.by, by);
  }

  #takeAsked(record: LogRecord): void {
    const { plan, withdrawn } = saidOf('end-asked', record);
    const asked = askedOf(record);
    if (withdrawn === undefined) {
      this.#asked.set(plan, asked);
      return;
    }
    this.#withdrawn.set(plan, asked);
    const before = this.#asked.get(plan);
    if (before !== undefined && isSame(before.by, asked.by)) this.#asked.delete(plan);
  }
}

/** One process asks for one thing at a time. */
const isSame = (one: EndAskedBy, other: EndAskedBy): boolean => one.pid === other.pid && one.host === other.host;

function askedOf(record: LogRecord): EndAskedOf {
  const { command, pid, user, host, follower } = saidOf('end-asked', record);
  const { id, atMs, uptimeMs } = record;
  return { record: id, follower, uptimeMs, by: { command, pid, user, host, atMs } };
}
