/** The reading of the account that `p` asked for, for whoever is to approve a code: how far it is. */
import type { AccountCheck } from '../../model/watch-event.ts';
import { defined } from '../../model/defined.ts';
import type { CheckedAccount, Prepared } from './arm.ts';

export class AskedCheck {
  #now: (AccountCheck & Pick<CheckedAccount, 'checkedMs' | 'seen'>) | undefined;

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

  /** The run with what was seen when the account was read for it. */
  appliedTo(prepared: Prepared): Prepared {
    if (this.#now?.code !== prepared.code) return prepared;
    const { checkedMs, seen } = this.#now;
    return { ...prepared, run: { ...prepared.run, ...seen }, ...defined({ checkedMs }) };
  }

  get told(): { readonly check?: AccountCheck } {
    return this.#now === undefined ? {} : { check: this.#now };
  }
}
