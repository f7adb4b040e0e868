import type { Claim, Sighting } from '../../journal/records/ledger.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { transition } from '../../model/outcome.ts';
import type { EventSink } from '../../ports.ts';
import { overBefore, type CancelCounts, type CancelEnd, type Followed } from './cancel-end.ts';
import type { Cancelling } from './cancelling.ts';

export interface ToldEndsOptions {
  readonly claim: Pick<Claim, 'see'>;
  readonly emit: EventSink;
  /** Sends nothing more once an end cannot be written. */
  readonly cancelling: Pick<Cancelling, 'stop'>;
  /** The plan's orders as they are on record now, by client order id. */
  readonly known: () => Promise<ReadonlyMap<string, KnownOrder>>;
}

/** An order that was to be taken off, and the call that its cancel went in. */
type Ended = Pick<Followed, 'before'> & { readonly call?: number };

/** Tells what the orders came to that were to be taken off: each once, and only what is on record. */
export class ToldEnds {
  readonly counts: CancelCounts = { cancelled: 0, filled: 0, fired: 0, refused: 0, unknown: 0 };
  /** By client order id. */
  readonly ends = new Map<string, CancelEnd>();
  /** What was seen could not be written: from then on nothing is told as an end. */
  hasFailed = false;
  readonly #options: ToldEndsOptions;

  constructor(options: ToldEndsOptions) {
    this.#options = options;
  }

  /** On record first, then told. Rejects with JournalError, and has told nothing, where the ledger cannot be read. */
  async conclude(ends: readonly (readonly [Ended, CancelEnd])[]): Promise<void> {
    if (ends.length === 0) return;
    const known = await this.#options.known();
    await this.see(
      ends.map(([{ before }, { step, seen, rule, message = '' }]): Sighting => {
        const state = known.get(before.clientOid)?.state;
        const isPath = step !== undefined && state !== undefined && transition(state, step) !== undefined;
        return { clientOid: before.clientOid, ...(isPath && { step }), ...(seen && { seen }), rule, message };
      }),
    );
    for (const [{ before, call }, end] of ends) this.tell(before, this.hasFailed ? NOT_WRITTEN : end, call);
  }

  /** What is on record already. */
  tell({ id, clientOid, orderId }: KnownOrder, end: CancelEnd, call?: number): void {
    this.counts[end.outcome] += 1;
    this.ends.set(clientOid, end);
    const { seen, step: _, ...told } = end;
    const { filledSize, averagePrice } = seen ?? {};
    const known = defined({ orderId, call });
    this.#options.emit({
      event: 'cancel-outcome',
      id,
      clientOid,
      ...known,
      ...told,
      ...defined({ filledSize, averagePrice }),
    });
  }

  /**
   * Their cancels have left, which is no outcome. Others look meanwhile, and may know an end: then nothing is said here, nor where
   * nobody can read what they know.
   */
  async unanswered(orders: readonly KnownOrder[], answered: AbortSignal): Promise<void> {
    const known = await this.#options.known().catch(() => undefined);
    if (known === undefined || answered.aborted) return;
    for (const { id, clientOid } of orders) {
      const order = known.get(clientOid);
      if (order === undefined || overBefore(order) !== undefined) continue;
      this.#options.emit({ event: 'note', message: `${id}: its cancel has no answer yet, it may still fill` });
    }
  }

  /** The ledger cannot be used: nothing more is sent. */
  fail(error: unknown): void {
    this.hasFailed = true;
    this.#options.cancelling.stop({ reason: 'stopped', why: error instanceof Error ? error.message : String(error) });
  }

  /** Keeps what was seen; where it cannot be written, nothing more is sent. */
  async see(sightings: readonly Sighting[]): Promise<void> {
    try {
      await this.#options.claim.see(sightings);
    } catch (error) {
      this.fail(error);
    }
  }
}

const NOT_WRITTEN: CancelEnd = {
  outcome: 'unknown',
  rule: 'not-written',
  message: 'what became of its cancel could not be written to the journal',
};
