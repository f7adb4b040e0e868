/** The reading of the account that `p` asked for, for whoever is to approve a code: how far it is. */
import type { AccountCheck } from '../../model/event.ts';
import type { CheckedAccount } from './arm.ts';

export class AskedCheck {
  #now: (AccountCheck & Pick<CheckedAccount, 'checkedMs'>) | undefined;

  /** Undefined: nobody asks any more. */
  ask(code: string | undefined): void {
    this.#now = code === undefined ? undefined : { code };
  }

  /** The code that the account is still to be read for. */
  get pending(): string | undefined {
    return this.#now?.isOver === true ? undefined : this.#now?.code;
  }

  /** Unless another code was asked for meanwhile. */
  over(code: string, found: CheckedAccount): void {
    if (this.#now?.code === code) this.#now = { code, isOver: true, ...found };
  }

  /** When the account was read for this code, on the monotonic clock. */
  checkedMs(code: string): number | undefined {
    return this.#now?.code === code ? this.#now.checkedMs : undefined;
  }

  get told(): { readonly check?: AccountCheck } {
    return this.#now === undefined ? {} : { check: this.#now };
  }
}
