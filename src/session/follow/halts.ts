/** Halts of the account while a plan is followed: each is told once, and so is its end. */
import { haltText, type Halt } from '../../journal/records/halt.ts';
import type { Claim } from '../../journal/records/ledger.ts';

export class Halts {
  readonly #claim: Pick<Claim, 'halted'>;
  readonly #note: (message: string) => void;
  /** In words: a halt that took another's place between two reads is told too. */
  #told: string | undefined;

  constructor(claim: Pick<Claim, 'halted'>, note: (message: string) => void) {
    this.#claim = claim;
    this.#note = note;
  }

  /** The halt that is in force, as the journal has it now. */
  async now(): Promise<Halt | undefined> {
    const halt = await this.#claim.halted();
    const text = halt === undefined ? undefined : haltText(halt).replace(/^halted/, 'HALTED');
    if (text !== undefined && text !== this.#told) this.#note(`${text}; nothing that opens is sent`);
    if (text === undefined && this.#told !== undefined) this.#note('the halt is lifted: what opens may be sent again');
    this.#told = text;
    return halt;
  }
}
