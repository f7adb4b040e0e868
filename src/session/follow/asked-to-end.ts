/**
 * Whether another command asked the follower to end. It is looked for at every turn and every second: a long sleep, or a question that
 * has no answer, holds nobody up.
 */
import { endAskedText } from '../../journal/records/end-asked.ts';
import type { Claim } from '../../journal/records/ledger.ts';

export class AskedToEnd {
  readonly #claim: Pick<Claim, 'endAsked'>;
  readonly #asked = new AbortController();
  readonly #stopped: AbortSignal;
  readonly #note: (message: string) => void;
  /** Aborted by either; its reason says why, in words. */
  readonly signal: AbortSignal;
  #looking: Promise<void> | undefined;

  /** `stopped`: whoever runs it ends it. */
  constructor(claim: Pick<Claim, 'endAsked'>, stopped: AbortSignal, note: (message: string) => void) {
    this.#note = note;
    this.#claim = claim;
    this.#stopped = stopped;
    this.signal = AbortSignal.any([stopped, this.#asked.signal]);
  }

  /** Another command asked first. */
  get isFirst(): boolean {
    return this.#asked.signal.aborted && !this.#stopped.aborted;
  }

  /** Where the journal does not tell, the turn that goes by it says so. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#asked.signal.aborted) return;
    const by = await this.#claim.endAsked().catch(() => {});
    if (by === undefined) return;
    this.#asked.abort(endAskedText(by));
    if (this.isFirst) this.#note(`ending: ${endAskedText(by)}`);
  }
}
